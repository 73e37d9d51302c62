// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.event;

import io.dexaflow.store.EventLedger;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.event.EventMapper.EventWish;
import io.dexaflow.storepostgres.internal.event.EventMapper.Patterns;
import io.dexaflow.storepostgres.internal.event.EventMapper.Texts;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The audit in PostgreSQL. */
public final class PostgresEventLedger implements EventLedger {

    private static final String ID = "e.id";
    private static final String AT = "e.at";
    private static final Ordering ORDER = new Ordering(ID, ID, false,
            Map.ofEntries(Map.entry("id", ID), Map.entry("event_log_id", ID), Map.entry("dttm", AT),
                    Map.entry("when", AT), Map.entry("dag_id", "e.dag_id"), Map.entry("run_id", "e.run_id"),
                    Map.entry("task_id", "e.task_id"), Map.entry("event", "e.event"), Map.entry("owner", "e.owner"),
                    Map.entry("logical_date", "e.logical_date"), Map.entry("extra", "e.extra::text")));

    private final Database database;

    public PostgresEventLedger(Database database) {
        this.database = database;
    }

    @Override
    public long record(Event event) {
        return database.one(EventMapper.class, "write down the event " + event.event(),
                mapper -> mapper.record(event));
    }

    @Override
    public Page<EventRow> list(EventFilter filter, Paging paging) {
        Piece piece = ORDER.piece(paging);
        EventWish wish = wish(filter);
        String what = "list events";
        return new Page<>(database.one(EventMapper.class, what, mapper -> mapper.list(wish, piece)),
                database.one(EventMapper.class, what, mapper -> mapper.count(wish)));
    }

    @Override
    public Optional<EventRow> find(long id) {
        return Optional.ofNullable(
                database.one(EventMapper.class, "read the event " + id, mapper -> mapper.find(id)));
    }

    private static EventWish wish(EventFilter filter) {
        Exact exact = filter.exact();
        Like like = filter.like();
        return new EventWish(
                new Texts(exact.dagId(), exact.runId(), exact.taskId(), exact.owner(), exact.event()),
                exact.tryNumber(),
                new Patterns(array(like.dagId()), array(like.runId()), array(like.taskId()), array(like.owner()),
                        array(like.event())),
                array(filter.included()), array(filter.excluded()), filter.when().from(), filter.when().before());
    }

    private static String[] array(Collection<String> texts) {
        return texts.toArray(String[]::new);
    }
}
