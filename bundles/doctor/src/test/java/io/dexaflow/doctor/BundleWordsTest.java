// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.doctor.BundleFacts.NotStarted;
import io.dexaflow.doctor.BundleFacts.Starting;
import io.dexaflow.doctor.BundleFacts.Status;
import io.dexaflow.doctor.BundleFacts.Stopped;
import io.dexaflow.doctor.BundleFacts.Unresolved;
import io.dexaflow.doctor.BundleFacts.Up;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BundleWordsTest {

    @Test
    void aBundleThatIsUpIsNoFinding() {
        assertThat(findings(true, bundle("a", new Up()))).isEmpty();
    }

    @Test
    void aBundleThatOnlyWaitsForAnotherIsFoldedUnderIt() {
        assertThat(findings(true, bundle("a", lacks("the package x")), bundle("b", waitsFor("a")),
                bundle("c", waitsFor("b")))).singleElement().satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("The bundle a cannot be resolved.");
                    assertThat(finding.evidence()).isEqualTo("it needs the package x\nwaiting because of it (2): b, c");
                    assertThat(finding.level()).isEqualTo(Level.BLOCKING);
                });
    }

    @Test
    void bundlesThatOnlyWaitForEachOtherAreNotLost() {
        assertThat(findings(true, bundle("a", waitsFor("b")), bundle("b", waitsFor("a")))).extracting(Finding::what)
                .containsExactly("The bundle a cannot be resolved.", "The bundle b cannot be resolved.");
    }

    @Test
    void aBundleWhoseActivatorThrewShowsWhatTheFrameworkSaid() {
        assertThat(new BundleWords(List.of(bundle("a", new NotStarted())), Map.of("a", "no port"), false).findings())
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("no port");
    }

    @Test
    void aStoppedBundleIsInTheWayOnlyUntilTheHostHasBeenReadyOnce() {
        assertThat(findings(true, bundle("a", new Stopped()))).extracting(Finding::level)
                .containsExactly(Level.BLOCKING);
        assertThat(findings(false, bundle("a", new Stopped()))).extracting(Finding::level)
                .containsExactly(Level.WARNING);
    }

    @Test
    void aBundleThatIsStartingIsInTheWay() {
        assertThat(findings(false, bundle("a", new Starting()))).extracting(Finding::level)
                .containsExactly(Level.BLOCKING);
    }

    @Test
    void ofTwoVersionsTheOneThatIsNotUpIsSpokenOf() {
        assertThat(findings(false, bundle("a", new Up()), bundle("a", lacks("the package x")))).hasSize(1);
        assertThat(findings(false, bundle("a", lacks("the package x")), bundle("a", new Up()))).hasSize(1);
    }

    private static List<Finding> findings(boolean booting, BundleFacts... bundles) {
        return new BundleWords(List.of(bundles), Map.of(), booting).findings();
    }

    private static BundleFacts bundle(String name, Status status) {
        return new BundleFacts(new BundleName(name, 7), status);
    }

    private static Unresolved lacks(String what) {
        return new Unresolved(List.of(what), List.of());
    }

    private static Unresolved waitsFor(String bundle) {
        return new Unresolved(List.of(), List.of(bundle));
    }
}
