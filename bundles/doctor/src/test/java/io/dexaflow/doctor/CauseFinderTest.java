// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.doctor.CauseFinder.Diagnosis;
import io.dexaflow.doctor.CauseFinder.DownBundle;
import io.dexaflow.doctor.ComponentFacts.Disabled;
import io.dexaflow.doctor.ComponentFacts.Failed;
import io.dexaflow.doctor.ComponentFacts.Starting;
import io.dexaflow.doctor.ComponentFacts.Status;
import io.dexaflow.doctor.ComponentFacts.Unconfigured;
import io.dexaflow.doctor.ComponentFacts.Unsatisfied;
import io.dexaflow.doctor.ComponentFacts.Up;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CauseFinderTest {

    @Test
    void nothingIsFoundWhereEverythingIsUp() {
        assertThat(causes(component("store", new Up(), "Store"), waits("tick", "Tick", "Store"))).hasSize(1);
        assertThat(causes(component("store", new Up(), "Store"), component("tick", new Up(), "Tick", "Store")))
                .isEmpty();
    }

    @Test
    void whoeverWaitsForAFailedComponentIsFoldedUnderIt() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");

        assertThat(
                causes(waits("page", "Page", "Tick"), waits("tick", "Tick", "Store"), waits("store", "Store", "Pool"),
                        pool))
                .containsExactly(new Diagnosis(new Cause.ActivationFailed(pool), List.of("page", "store", "tick")));
    }

    @Test
    void whoeverFailedBecauseItWasHandedAFailingServiceIsFoldedUnderThatToo() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");
        ComponentFacts store = component("store", new Failed("cannot get Pool"), "Store", "Pool");

        assertThat(causes(store, pool)).containsExactly(
                new Diagnosis(new Cause.ActivationFailed(pool), List.of("store")));
    }

    @Test
    void anImmediateComponentThatDoesNotComeUpBecauseOfAFailedOneIsFoldedUnderIt() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");

        assertThat(causes(component("tick", new Starting(), "Tick", "Pool"), pool)).containsExactly(
                new Diagnosis(new Cause.ActivationFailed(pool), List.of("tick")));
    }

    @Test
    void aServiceThatNobodyOffersIsTheCauseForAllWhoNeedIt() {
        assertThat(causes(waits("one", "One", "Store"), waits("two", "Two", "Store"), waits("three", "Three", "Two")))
                .containsExactly(new Diagnosis(new Cause.NobodyOffers(need("Store")), List.of("one", "three", "two")));
    }

    @Test
    void aComponentMayWaitForTwoCauses() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need("Pool"), need("Clock"))), "Tick");

        assertThat(causes(tick, pool)).containsExactly(
                new Diagnosis(new Cause.ActivationFailed(pool), List.of("tick")),
                new Diagnosis(new Cause.NobodyOffers(need("Clock")), List.of("tick")));
    }

    @Test
    void aBundleThatIsDownIsTheCauseWhenItWouldOfferTheService() {
        DownBundle ladder = new DownBundle("ladder", List.of(offer("Condition", Map.of("osgi.condition.id", "l"))));
        Need need = new Need("Condition", "(osgi.condition.id=l)");
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need)), "Tick");

        assertThat(new CauseFinder(List.of(tick), List.of(ladder)).diagnoses())
                .containsExactly(new Diagnosis(new Cause.BundleDown("ladder", need), List.of("tick")));
    }

    @Test
    void aProviderThatDoesNotMatchTheFilterIsNoProvider() {
        Need need = new Need("Store", "(kind=big)");
        ComponentFacts small = new ComponentFacts("small", "b", new Failed("boom"),
                offer("Store", Map.of("kind", "small")), List.of());
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need)), "Tick");

        assertThat(causes(tick, small)).extracting(Diagnosis::cause).contains(new Cause.NobodyOffers(need));
    }

    @Test
    void aMissingConfigurationCountsOnlyWhereSomeoneNeedsIt() {
        ComponentFacts mail = component("mail", new Unconfigured(List.of("mail.pid")), "Mail");

        assertThat(causes(mail)).isEmpty();
        assertThat(causes(mail, waits("alerts", "Alerts", "Mail"))).containsExactly(
                new Diagnosis(new Cause.Unconfigured(mail, need("Mail")), List.of("alerts")));
    }

    @Test
    void aDisabledComponentCountsOnlyWhereSomeoneNeedsIt() {
        ComponentFacts mail = component("mail", new Disabled(), "Mail");

        assertThat(causes(mail)).isEmpty();
        assertThat(causes(mail, waits("alerts", "Alerts", "Mail"))).containsExactly(
                new Diagnosis(new Cause.Disabled(mail, need("Mail")), List.of("alerts")));
    }

    @Test
    void componentsThatWaitForEachOtherAreNamedTogether() {
        assertThat(causes(waits("a", "A", "B"), waits("b", "B", "A"), waits("c", "C", "A"))).containsExactly(
                new Diagnosis(new Cause.Circle(List.of("a", "b")), List.of("c")));
    }

    @Test
    void whoeverOffersWhatItNeedsDoesNotWaitForItself() {
        ComponentFacts failed = component("filter", new Failed("boom"), "Store", "Store");

        assertThat(causes(waits("filter", "Store", "Store"))).containsExactly(
                new Diagnosis(new Cause.NobodyOffers(need("Store")), List.of("filter")));
        assertThat(causes(failed)).containsExactly(new Diagnosis(new Cause.ActivationFailed(failed), List.of()));
    }

    @Test
    void whatIsStillStartingComesLast() {
        ComponentFacts database = component("database", new Starting(), "Endpoint");

        assertThat(causes(database, waits("pool", "Pool", "Endpoint"), waits("mail", "Mail", "Nowhere")))
                .containsExactly(
                        new Diagnosis(new Cause.NobodyOffers(need("Nowhere")), List.of("mail")),
                        new Diagnosis(new Cause.StillStarting(database), List.of("pool")));
    }

    @Test
    void theWidestCauseComesFirstAmongItsKind() {
        assertThat(causes(waits("a", "A", "X"), waits("b", "B", "Y"), waits("c", "C", "Y")))
                .extracting(Diagnosis::cause)
                .containsExactly(new Cause.NobodyOffers(need("Y")), new Cause.NobodyOffers(need("X")));
    }

    private static List<Diagnosis> causes(ComponentFacts... components) {
        return new CauseFinder(List.of(components), List.of()).diagnoses();
    }

    private static ComponentFacts waits(String name, String service, String missing) {
        return component(name, new Unsatisfied(List.of(need(missing))), service, missing);
    }

    private static ComponentFacts component(String name, Status status, String service, String... needs) {
        return new ComponentFacts(name, "the.bundle", status, offer(service, Map.of()),
                Arrays.stream(needs).map(CauseFinderTest::need).toList());
    }

    private static Offer offer(String service, Map<String, Object> properties) {
        return new Offer(Set.of(service), properties);
    }

    private static Need need(String service) {
        return new Need(service, null);
    }
}
