// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Api;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import io.dexaflow.itest.lite.probe.EchoExecutor;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleRevision;

/** The bundle set as the framework sees it: whole, nameable in every part, open to a third party's executor. */
class ContainerIT {

    private static final String OURS = "io.dexaflow.";

    @RegisterExtension static final BundleContainer container = new BundleContainer();

    private static Bundle probe;

    @BeforeAll
    static void installTheProbe() {
        probe = container.install(EchoExecutor.class.getPackageName());
    }

    @AfterAll
    static void removeTheProbe() throws Exception {
        if (probe != null) {
            probe.uninstall();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> inspect(String question) {
        return ((Function<String, List<Map<String, Object>>>) container.service("(probe=inspector)")).apply(question);
    }

    @Test
    void everyBundleIsActive() {
        assertThat(container.bundles()).allSatisfy(bundle -> {
            boolean isFragment = bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null;
            assertThat(bundle.getState()).as(bundle.toString()).isEqualTo(isFragment ? Bundle.RESOLVED : Bundle.ACTIVE);
        });
        assertThat(container.bundles()).extracting(Bundle::getSymbolicName)
                .contains("io.dexaflow.api",
                        "io.dexaflow.ladder", "io.dexaflow.scheduler", "io.dexaflow.store-postgres",
                        "io.dexaflow.gateway",
                        "io.dexaflow.executors.subprocess")
                .doesNotHaveDuplicates();
    }

    @Test
    void everyComponentIsSatisfied() {
        Waits.untilAsserted(Waits.PATIENCE, () -> assertThat(inspect("components")).isNotEmpty()
                .allSatisfy(component -> assertThat((List<?>) component.get("problems")).as(component.toString())
                        .isEmpty()));
    }

    @Test
    void everyComponentAndReferenceOfOursHasANameOfItsOwn() {
        List<Map<String, Object>> ours = inspect("components").stream()
                .filter(component -> component.get("bundle").toString().startsWith(OURS))
                .toList();
        assertThat(ours).isNotEmpty().allSatisfy(component -> {
            assertThat(component.get("name")).as(component.toString()).isNotEqualTo(component.get("class"));
            assertThat((List<?>) component.get("references")).as(component.toString())
                    .noneMatch(name -> name.toString().matches("\\$\\d+"));
        });
        assertThat(ours).extracting(component -> component.get("name")).doesNotHaveDuplicates();
    }

    @Test
    void noPackageIsExportedByTwoOfOurBundles() {
        Map<String, String> exporters = new HashMap<>();
        container.bundles()
                .stream()
                .filter(bundle -> bundle.getSymbolicName().startsWith(OURS))
                .forEach(bundle -> bundle
                        .adapt(BundleRevision.class)
                        .getDeclaredCapabilities(BundleRevision.PACKAGE_NAMESPACE)
                        .forEach(export -> assertThat(exporters.put(export.getAttributes()
                                .get(BundleRevision.PACKAGE_NAMESPACE)
                                .toString(), bundle.getSymbolicName())).as(export.toString()).isNull()));
        assertThat(exporters).containsEntry("io.dexaflow.executor", "io.dexaflow.api");
    }

    @Test
    @SuppressWarnings("unchecked")
    void executorOfAThirdPartyGetsDispatchesByItsNameAlone() throws Exception {
        Waits.until("the directory lists it", () -> inspect("executors").stream()
                .anyMatch(executor -> executor.get("name").equals("echo")));
        assertThat(inspect("executors")).anySatisfy(executor -> assertThat(executor).containsEntry("name", "subprocess")
                .containsEntry("default", true));
        Supplier<List<String>> echo = (Supplier<List<String>>) container.service("(probe=echo)");
        try (Api api = new Api(url(), Files.readString(container.place().home().resolve("token")).strip())) {
            RunKey run = api.run(Dags.write(container.place().files(), "echoed", Dags.oneTask("echoed", "true",
                    "executor: echo")), Map.of());
            Waits.until("it gets the attempt", () -> echo.get().contains("launch t 1 1"));
            api.awaitTask(run, "t", "queued");
            assertThat(api.task(run, "t").get("executor").asText()).isEqualTo("echo");
            api.patch(run.path(), Map.of("state", "failed")).ok();
            Waits.until("it is told to stop", () -> echo.get().stream().anyMatch(call -> call.startsWith("stop")));
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void tasksOfAnExecutorThatIsAwayWaitForItsReturn() throws Exception {
        probe.stop();
        try (Api api = new Api(url(), Files.readString(container.place().home().resolve("token")).strip())) {
            RunKey run = api.run(Dags.write(container.place().files(), "away", Dags.oneTask("away", "true",
                    "executor: echo")), Map.of());
            api.awaitTask(run, "t", "scheduled");
            Waits.throughout("it waits", Duration.ofSeconds(2), () -> api.taskState(run, "t").equals("scheduled"));
            probe.start();
            Supplier<List<String>> echo = (Supplier<List<String>>) container.service("(probe=echo)");
            Waits.until("it gets the attempt", () -> echo.get().contains("launch t 1 1"));
            api.patch(run.path(), Map.of("state", "failed")).ok();
        } finally {
            probe.start();
        }
    }

    private static String url() {
        Object endpoint =
                container.services("(osgi.http.endpoint=*)").getFirst().getProperty("osgi.http.endpoint");
        String first = endpoint instanceof String[] several ? several[0]
                : endpoint instanceof List<?> list ? list.getFirst().toString() : endpoint.toString();
        return first.replaceAll("/$", "");
    }
}
