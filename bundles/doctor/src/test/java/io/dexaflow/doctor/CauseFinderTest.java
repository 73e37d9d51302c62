// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static final BundleName BUNDLE = new BundleName("the.bundle", 1);

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
                .containsExactly(failed(pool, "page", "store", "tick"));
    }

    @Test
    void whoeverFailedBecauseItWasHandedAFailingServiceIsFoldedUnderThatToo() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");
        ComponentFacts store = component("store", new Failed("cannot get Pool"), "Store", "Pool");

        assertThat(causes(store, pool)).containsExactly(
                failed(pool, "store"));
    }

    @Test
    void anImmediateComponentThatDoesNotComeUpBecauseOfAFailedOneIsFoldedUnderIt() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");

        assertThat(causes(component("tick", new Starting(), "Tick", "Pool"), pool)).containsExactly(
                failed(pool, "tick"));
    }

    @Test
    void aServiceThatNobodyOffersIsTheCauseForAllWhoNeedIt() {
        assertThat(causes(waits("one", "One", "Store"), waits("two", "Two", "Store"), waits("three", "Three", "Two")))
                .containsExactly(nobodyOffers("Store", "one", "three", "two"));
    }

    @Test
    void aComponentMayWaitForTwoCauses() {
        ComponentFacts pool = component("pool", new Failed("boom"), "Pool");
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need("Pool"), need("Clock"))), "Tick");

        assertThat(causes(tick, pool)).containsExactly(
                failed(pool, "tick"),
                nobodyOffers("Clock", "tick"));
    }

    @Test
    void aBundleThatIsDownIsTheCauseWhenItWouldOfferTheService() {
        BundleName ladder = new BundleName("ladder", 5);
        Offer offer = offer("Condition", Map.of("osgi.condition.id", "l"));
        Need need = new Need("Condition", "(osgi.condition.id=l)");
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need)), "Tick");

        assertThat(new CauseFinder(List.of(tick), List.of(new BundleOffers(ladder, false, List.of(offer)))).diagnoses())
                .containsExactly(new Diagnosis(new Cause.BundleDown(ladder), List.of(need.words()), List.of("tick")));
    }

    @Test
    void aBundleThatIsDownIsNamedOnceForAllThatIsMissing() {
        BundleOffers store = new BundleOffers(new BundleName("store", 5), false,
                List.of(offer("Runs", Map.of()), offer("Tasks", Map.of())));

        assertThat(new CauseFinder(List.of(waits("a", "A", "Runs"), waits("b", "B", "Tasks"), waits("c", "C", "B")),
                List.of(store)).diagnoses()).containsExactly(new Diagnosis(new Cause.BundleDown(store.bundle()),
                        List.of("Runs", "Tasks"), List.of("a", "b", "c")));
    }

    @Test
    void behindTheSilenceOfABundleIsWhatKeepsItsComponentsDown() {
        BundleOffers store = silent("store", "Runs");
        ComponentFacts opener = of(store, waits("store.opener", "Opener", "Ladder"));

        assertThat(new CauseFinder(List.of(waits("tick", "Tick", "Runs"), opener), List.of(store)).diagnoses())
                .containsExactly(nobodyOffers("Ladder", "store.opener", "tick"));
    }

    @Test
    void oneSilentBundleMayWaitForAnother() {
        BundleOffers store = silent("store", "Runs");
        BundleOffers database = silent("database", "Endpoint");
        ComponentFacts opener = of(store, waits("store.opener", "Opener", "Endpoint"));
        ComponentFacts server = of(database, component("server", new Failed("boom"), "Server"));

        assertThat(new CauseFinder(List.of(waits("tick", "Tick", "Runs"), opener, server), List.of(store, database))
                .diagnoses()).containsExactly(failed(server, "store.opener", "tick"));
    }

    @Test
    void aBundleThatIsSilentForNoReasonItShowsIsNamedItself() {
        BundleOffers store = silent("store", "Runs");
        ComponentFacts page = of(store, waits("store.page", "Page", "Runs"));
        ComponentFacts mail = of(store, waits("store.mail", "Mail", "Page"));

        assertThat(new CauseFinder(List.of(page, mail), List.of(store)).diagnoses()).containsExactly(new Diagnosis(
                new Cause.NotRegistered(store.bundle()), List.of("Runs"), List.of("store.mail", "store.page")));
    }

    @Test
    void silentBundlesThatWaitForEachOtherAreNamed() {
        BundleOffers one = silent("one", "One");
        BundleOffers two = silent("two", "Two");

        assertThat(new CauseFinder(List.of(of(one, waits("a", "A", "Two")), of(two, waits("b", "B", "One"))),
                List.of(one, two)).diagnoses()).extracting(Diagnosis::cause)
                .containsExactlyInAnyOrder(new Cause.NotRegistered(one.bundle()),
                        new Cause.NotRegistered(two.bundle()));
    }

    @Test
    void aProviderThatDoesNotMatchTheFilterIsNoProvider() {
        Need need = new Need("Store", "(kind=big)");
        ComponentFacts small = new ComponentFacts("small", BUNDLE, new Failed("boom"),
                offer("Store", Map.of("kind", "small")), List.of());
        ComponentFacts tick = component("tick", new Unsatisfied(List.of(need)), "Tick");

        assertThat(causes(tick, small)).extracting(Diagnosis::cause).contains(new Cause.NobodyOffers(need));
    }

    @Test
    void aMissingConfigurationCountsOnlyWhereSomeoneNeedsIt() {
        ComponentFacts mail = component("mail", new Unconfigured(List.of("mail.pid")), "Mail");

        assertThat(causes(mail)).isEmpty();
        assertThat(causes(mail, waits("alerts", "Alerts", "Mail"))).containsExactly(
                new Diagnosis(new Cause.Unconfigured(mail), List.of("Mail"), List.of("alerts")));
    }

    @Test
    void aDisabledComponentCountsOnlyWhereSomeoneNeedsIt() {
        ComponentFacts mail = component("mail", new Disabled(), "Mail");

        assertThat(causes(mail)).isEmpty();
        assertThat(causes(mail, waits("alerts", "Alerts", "Mail"))).containsExactly(
                new Diagnosis(new Cause.Disabled(mail), List.of("Mail"), List.of("alerts")));
    }

    @Test
    void componentsThatWaitForEachOtherAreNamedTogether() {
        assertThat(causes(waits("a", "A", "B"), waits("b", "B", "A"), waits("c", "C", "A"))).containsExactly(
                new Diagnosis(new Cause.Circle(List.of("a", "b")), List.of(), List.of("c")));
    }

    @Test
    void whoeverOffersWhatItNeedsDoesNotWaitForItself() {
        ComponentFacts failed = component("filter", new Failed("boom"), "Store", "Store");

        assertThat(causes(waits("filter", "Store", "Store"))).containsExactly(
                nobodyOffers("Store", "filter"));
        assertThat(causes(failed)).containsExactly(failed(failed));
    }

    @Test
    void whatIsStillStartingComesLast() {
        ComponentFacts database = component("database", new Starting(), "Endpoint");

        assertThat(causes(database, waits("pool", "Pool", "Endpoint"), waits("mail", "Mail", "Nowhere")))
                .containsExactly(
                        nobodyOffers("Nowhere", "mail"),
                        new Diagnosis(new Cause.StillStarting(database), List.of(), List.of("pool")));
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

    private static Diagnosis failed(ComponentFacts component, String... waiting) {
        return new Diagnosis(new Cause.ActivationFailed(component), List.of(), List.of(waiting));
    }

    private static Diagnosis nobodyOffers(String service, String... waiting) {
        return new Diagnosis(new Cause.NobodyOffers(need(service)), List.of(service), List.of(waiting));
    }

    /** An active bundle that registers a service itself and has not done so. */
    private static BundleOffers silent(String name, String service) {
        return new BundleOffers(new BundleName(name, 9), true, List.of(offer(service, Map.of())));
    }

    private static ComponentFacts of(BundleOffers bundle, ComponentFacts component) {
        return new ComponentFacts(component.name(), bundle.bundle(), component.status(), component.offer(),
                component.needs());
    }

    private static ComponentFacts waits(String name, String service, String missing) {
        return component(name, new Unsatisfied(List.of(need(missing))), service, missing);
    }

    private static ComponentFacts component(String name, Status status, String service, String... needs) {
        return new ComponentFacts(name, BUNDLE, status, offer(service, Map.of()),
                Arrays.stream(needs).map(CauseFinderTest::need).toList());
    }

    private static Offer offer(String service, Map<String, Object> properties) {
        return new Offer(Set.of(service), properties);
    }

    private static Need need(String service) {
        return new Need(service, null);
    }
}
