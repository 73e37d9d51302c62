// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.Doctor.Report;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostDoctorTest {

    private final HostDoctor doctor = new HostDoctor(Duration.ofMillis(300));

    @AfterEach
    void stop() {
        doctor.stop();
    }

    @Test
    void isReadyWhenNothingBlocks() {
        doctor.bindCheck(check("store", List::of));
        doctor.bindCheck(check("mail", () -> List.of(finding(Level.WARNING, "No mail."))));

        assertThat(doctor.report().ready()).isTrue();
        assertThat(doctor.report().entries()).hasSize(1);
    }

    @Test
    void putsTheFirstCauseFirstAndWarningsLast() {
        doctor.bindCheck(check("zoo", () -> List.of(finding(Level.BLOCKING, "zoo"))));
        doctor.bindCheck(check("executors", () -> List.of(finding(Level.BLOCKING, "executors"))));
        doctor.bindCheck(check("bundles", () -> List.of(finding(Level.WARNING, "bundles"))));
        doctor.bindCheck(
                check("components", () -> List.of(finding(Level.BLOCKING, "c1"), finding(Level.BLOCKING, "c2"))));
        doctor.bindCheck(check("ape", () -> List.of(finding(Level.BLOCKING, "ape"))));

        assertThat(doctor.report().entries()).extracting(entry -> entry.finding().what())
                .containsExactly("c1", "c2", "executors", "ape", "zoo", "bundles");
    }

    @Test
    void aCheckThatIsTakenAwayIsNotAsked() {
        DoctorCheck check = check("store", () -> List.of(finding(Level.BLOCKING, "gone")));
        doctor.bindCheck(check);
        doctor.unbindCheck(check);

        assertThat(doctor.report().ready()).isTrue();
    }

    @Test
    void aCheckThatThrowsIsAFindingAndBlocksOnlyIfReadinessRestsOnIt() {
        doctor.bindCheck(check("mail", () -> {
            throw new IllegalStateException("no server");
        }));
        assertThat(doctor.report().ready()).isTrue();

        doctor.bindCheck(check("store", () -> {
            throw new IllegalStateException("no driver");
        }));
        Report report = doctor.report();
        assertThat(report.ready()).isFalse();
        assertThat(report.entries().getFirst().finding().evidence()).isEqualTo("IllegalStateException: no driver");
    }

    @Test
    void aCheckThatHangsIsAFindingAndIsNotAskedTwiceAtATime() {
        CountDownLatch hang = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        doctor.bindCheck(check("store", () -> {
            asked.incrementAndGet();
            try {
                hang.await();
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        }));

        assertThat(doctor.report().entries()).extracting(Entry::check).containsExactly("store");
        assertThat(doctor.report().ready()).isFalse();
        assertThat(asked).hasValue(1);
        hang.countDown();
        assertThat(doctor.report().ready()).isTrue();
    }

    private static Finding finding(Level level, String what) {
        return new Finding(level, what, "seen", "do");
    }

    private static DoctorCheck check(String name, Supplier<List<Finding>> findings) {
        return new DoctorCheck() {

            @Override
            public String name() {
                return name;
            }

            @Override
            public List<Finding> check() {
                return findings.get();
            }
        };
    }
}
