// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.control.Maintenance;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A leader that has long settled, whose three reapers have just passed; each test changes one thing. */
final class MaintenanceParts implements Maintenance {

    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant SINCE = NOW.minusSeconds(3600);

    final List<ReaperStatus> reapers = new ArrayList<>();
    GateStatus gate = leading(true, false, SINCE, List.of());

    MaintenanceParts() {
        Stream.of("orphan-run", "agent-lost", "dispatch-lost")
                .forEach(name -> reapers.add(reaper(name, NOW.minusSeconds(5), Map.of())));
    }

    MaintenanceCheck check() {
        return new MaintenanceCheck(() -> gate, this, ladder(), () -> NOW);
    }

    static GateStatus leading(boolean settled, boolean valveOpen, Instant since, List<String> pending) {
        return new GateStatus(true, "here", 3, since, settled, pending, valveOpen, since.plusSeconds(180));
    }

    static ReaperStatus reaper(String name, Instant lastPass, Map<String, Integer> decisions) {
        return new ReaperStatus(name, "b 1.0", lastPass, lastPass == null ? null : Duration.ofMillis(3), 0, 0,
                decisions);
    }

    @Override
    public List<ReaperStatus> reapers() {
        return List.copyOf(reapers);
    }

    @Override
    public List<String> cycle() {
        throw new UnsupportedOperationException();
    }

    /** A ladder whose cycles are thirty seconds apart. */
    static Ladder ladder() {
        return (Ladder) Proxy.newProxyInstance(Ladder.class.getClassLoader(), new Class<?>[]{Ladder.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "maintenanceInterval" -> Duration.ofSeconds(30);
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> throw new IllegalStateException(method.getName());
                });
    }
}
