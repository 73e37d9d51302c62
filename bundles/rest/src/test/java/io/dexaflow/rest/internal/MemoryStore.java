// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.store.EventLedger;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.VariableLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Events, pools and variables in memory. */
final class MemoryStore {

    final List<EventLedger.EventRow> events = new ArrayList<>();
    final List<EventLedger.EventFilter> eventFilters = new ArrayList<>();
    final Map<String, PoolLedger.PoolUse> pools = new TreeMap<>();
    final Map<String, VariableLedger.Variable> variables = new TreeMap<>();
    volatile boolean eventsAway;

    private final MemoryReadings readings;

    MemoryStore(MemoryReadings readings) {
        this.readings = readings;
        pools.put("default_pool", new PoolLedger.PoolUse("default_pool", 128, "d", false, 3, 2, 1));
    }

    /** The audit. */
    EventLedger eventLedger() {
        return new EventLedger() {
            @Override
            public long record(Event event) {
                if (eventsAway) {
                    throw new StoreException("away", null);
                }
                EventSubject subject = event.subject();
                events.add(new EventRow(events.size() + 1L, MemoryReadings.TIME, event.event(), event.owner(),
                        subject.dagId(), subject.runId(), subject.taskId(), subject.tryNumber(), subject.logicalDate(),
                        event.extraJson()));
                return events.size();
            }

            @Override
            public Page<EventRow> list(EventFilter filter, Paging paging) {
                eventFilters.add(filter);
                return readings.page(events, row -> filter.exact().event() == null
                        || filter.exact().event().equals(row.event()), paging);
            }

            @Override
            public Optional<EventRow> find(long id) {
                return events.stream().filter(row -> row.id() == id).findFirst();
            }
        };
    }

    PoolLedger poolLedger() {
        return new PoolLedger() {
            @Override
            public Page<PoolUse> list(List<String> patterns, Paging paging) {
                return readings.page(List.copyOf(pools.values()),
                        pool -> patterns.stream().allMatch(p -> pool.name().contains(p.replace("%", ""))), paging);
            }

            @Override
            public Optional<PoolUse> find(String name) {
                return Optional.ofNullable(pools.get(name));
            }

            @Override
            public boolean create(Pool pool) {
                return pools.putIfAbsent(pool.name(), use(pool)) == null;
            }

            @Override
            public Update update(String name, Pool pool) {
                if (!pools.containsKey(name)) {
                    return Update.UNKNOWN;
                }
                if (!name.equals(pool.name()) && pools.containsKey(pool.name())) {
                    return Update.NAME_TAKEN;
                }
                pools.remove(name);
                pools.put(pool.name(), use(pool));
                return Update.DONE;
            }

            @Override
            public boolean delete(String name) {
                return pools.remove(name) != null;
            }
        };
    }

    private static PoolLedger.PoolUse use(PoolLedger.Pool pool) {
        return new PoolLedger.PoolUse(pool.name(), pool.slots(), pool.description(), pool.includeDeferred(), 0, 0, 0);
    }

    VariableLedger variableLedger() {
        return new VariableLedger() {
            @Override
            public Page<Variable> list(List<String> patterns, Paging paging) {
                return readings.page(List.copyOf(variables.values()),
                        row -> patterns.stream().allMatch(p -> row.key().contains(p.replace("%", ""))), paging);
            }

            @Override
            public Optional<Variable> find(String key) {
                return Optional.ofNullable(variables.get(key));
            }

            @Override
            public boolean create(Variable variable) {
                return variables.putIfAbsent(variable.key(), variable) == null;
            }

            @Override
            public boolean update(Variable variable) {
                return variables.replace(variable.key(), variable) != null;
            }

            @Override
            public boolean delete(String key) {
                return variables.remove(key) != null;
            }
        };
    }
}
