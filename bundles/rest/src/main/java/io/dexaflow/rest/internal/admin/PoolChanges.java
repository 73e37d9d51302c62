// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Placement;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.PoolLedger.Pool;
import io.dexaflow.store.PoolLedger.PoolUse;
import java.util.List;
import java.util.Set;

/** Makes, changes and takes away pools, and writes it down. */
final class PoolChanges implements Bulk.Kind<Pool> {

    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_TEXT = 10_000;
    private static final String NAME = "name";
    private static final String SLOTS = "slots";
    private static final String DESCRIPTION = "description";
    private static final String INCLUDE_DEFERRED = "include_deferred";
    private static final String TEAM = "team_name";

    private final PoolLedger pools;
    private final Audit audit;

    PoolChanges(PoolLedger pools, Audit audit) {
        this.pools = pools;
        this.audit = audit;
    }

    @Override
    public Pool read(Body body, List<String> mask) {
        return read(body);
    }

    /** Reads one; {@link Problem} when it is none. */
    Pool read(Body body) {
        body.only(Set.of(NAME, SLOTS, DESCRIPTION, INCLUDE_DEFERRED, TEAM)).without(TEAM, "there are no teams");
        return new Pool(name(NAME, body.required(NAME, body.text(NAME, LONGEST_NAME))),
                slots(body.required(SLOTS, body.wholeNumber(SLOTS))), body.text(DESCRIPTION, LONGEST_TEXT),
                Boolean.TRUE.equals(body.flag(INCLUDE_DEFERRED)));
    }

    @Override
    public String key(Pool pool) {
        return pool.name();
    }

    @Override
    public String key(Body body) {
        return body.required(NAME, body.text(NAME, LONGEST_NAME));
    }

    @Override
    public boolean exists(String name) {
        return pools.find(name).isPresent();
    }

    @Override
    public void create(Request request, Pool pool) {
        if (!pools.create(pool)) {
            throw Problem.of(409, "there is a pool named " + pool.name());
        }
        audit.record(request, "post_pool", EventSubject.NONE, null, json(pool));
    }

    @Override
    public void update(Request request, Pool pool, List<String> mask) {
        Pool before = pool(pool.name());
        change(request, before, new Pool(before.name(), wanted(mask, SLOTS) ? pool.slots() : before.slots(),
                wanted(mask, DESCRIPTION) ? pool.description() : before.description(),
                wanted(mask, INCLUDE_DEFERRED) ? pool.includeDeferred() : before.includeDeferred()));
    }

    /** Changes what a body names of a pool; answers its name, which may be a new one. */
    String patch(Request request, String name) {
        Body body = request.body()
                .only(Set.of("pool", SLOTS, DESCRIPTION, INCLUDE_DEFERRED, TEAM))
                .without(TEAM, "there are no teams")
                .masked(request.query().texts("update_mask"));
        String newName = body.text("pool", LONGEST_NAME);
        Integer slots = body.wholeNumber(SLOTS);
        Boolean deferred = body.flag(INCLUDE_DEFERRED);
        String description = body.text(DESCRIPTION, LONGEST_TEXT);
        Pool before = pool(name);
        Pool after = new Pool(newName == null ? name : name("pool", newName),
                slots == null ? before.slots() : slots(slots),
                body.object().has(DESCRIPTION) ? description : before.description(),
                deferred == null ? before.includeDeferred() : deferred);
        change(request, before, after);
        return after.name();
    }

    @Override
    public void delete(Request request, String name) {
        if (name.equals(Placement.DEFAULT_POOL)) {
            throw Problem.of(400, "Default Pool can't be deleted");
        }
        Pool before = pool(name);
        if (!pools.delete(name)) {
            throw notFound(name);
        }
        audit.record(request, "delete_pool", EventSubject.NONE, json(before), null);
    }

    private void change(Request request, Pool before, Pool after) {
        boolean onlySlots = new Pool(before.name(), after.slots(), before.description(), after.includeDeferred())
                .equals(after);
        if (before.name().equals(Placement.DEFAULT_POOL) && !onlySlots) {
            throw Problem.of(400, "Only slots and included_deferred can be modified on Default Pool");
        }
        switch (pools.update(before.name(), after)) {
            case UNKNOWN -> throw notFound(before.name());
            case NAME_TAKEN -> throw Problem.of(409, "there is a pool named " + after.name());
            case DONE -> audit.record(request, "patch_pool", EventSubject.NONE, json(before), json(after));
        }
    }

    private Pool pool(String name) {
        PoolUse pool = pools.find(name).orElseThrow(() -> notFound(name));
        return new Pool(pool.name(), pool.slots(), pool.description(), pool.includeDeferred());
    }

    private static String name(String field, String name) {
        if (name.isBlank()) {
            throw Body.invalid("string_too_short", field, "a name is expected");
        }
        return name;
    }

    /** With Airflow nothing runs in a pool of 0 slots; here (R61) all would. Nobody is to find out by trying. */
    private static int slots(int slots) {
        if (slots < -1 || slots == 0) {
            throw Body.invalid("greater_than_equal", SLOTS,
                    "1 or more is expected, or -1 for no limit; to stop what runs in a pool, pause its DAGs");
        }
        return slots;
    }

    private static boolean wanted(List<String> mask, String field) {
        return mask.isEmpty() || mask.contains(field);
    }

    private static ObjectNode json(Pool pool) {
        return Json.object()
                .put(NAME, pool.name())
                .put(SLOTS, pool.slots())
                .put(DESCRIPTION, pool.description())
                .put(INCLUDE_DEFERRED, pool.includeDeferred());
    }

    static Problem notFound(String name) {
        return Problem.notFound("The Pool with name: `" + name + "` was not found");
    }
}
