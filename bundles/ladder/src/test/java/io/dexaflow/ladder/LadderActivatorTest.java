// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dexaflow.timing.Ladder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.condition.Condition;
import org.slf4j.LoggerFactory;

/** The activator in a real framework; it acts as the system bundle, so no jar is needed. */
class LadderActivatorTest {

    @TempDir private Path storage;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LadderActivator.class);
    private Framework framework;
    private BundleContext context;

    @BeforeEach
    void start() throws BundleException {
        framework = ServiceLoader.load(FrameworkFactory.class)
                .iterator()
                .next()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        context = framework.getBundleContext();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        logger.detachAppender(log);
        framework.stop();
        framework.waitForStop(10_000);
    }

    @Test
    void publishesTheLadderAndItsCondition() throws Exception {
        activate(LadderConstants.standard());

        assertThat(service(Ladder.class, null).credentialCeiling()).contains(Duration.ofHours(24));
        assertThat(condition("dexaflow.ladder")).isNotNull();
        assertThat(condition("dexaflow.refused")).isNull();
        assertThat(log.list).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
    }

    @Test
    void takesTheCeilingFromTheConfiguration() throws Exception {
        configure("2h");
        activate(LadderConstants.standard());

        assertThat(service(Ladder.class, null).credentialCeiling()).contains(Duration.ofHours(2));
        assertThat(log.list).isEmpty();
    }

    @Test
    @DisplayName("T147: a broken rung publishes no ladder but a refusal with exit code 78")
    void t147_refusesABrokenRung() throws Exception {
        activate(LadderConstants.standard().with(TimingConstant.AGENT_LOST, Duration.ofSeconds(10)));

        assertThat(context.getServiceReference(Ladder.class)).isNull();
        assertThat(condition("dexaflow.ladder")).isNull();
        assertThat(condition("dexaflow.refused").getProperty("exit.code")).isEqualTo(78);
        assertThat(condition("dexaflow.refused").getProperty("message").toString())
                .contains("agent heartbeat period (15 s) must be shorter than agent-lost threshold (10 s)");
    }

    @Test
    @DisplayName("T147: a ceiling at the token's TTL refuses, naming the key")
    void t147_refusesALowCeiling() throws Exception {
        configure("10m");
        activate(LadderConstants.standard());

        assertThat(context.getServiceReference(Ladder.class)).isNull();
        assertThat(condition("dexaflow.refused").getProperty("message").toString())
                .contains("auth.max_attempt_credential_lifetime (600 s)");
    }

    @Test
    @DisplayName("T147: a ceiling of zero boots with exactly one WARN that names the key and what is off")
    void t147_warnsOnceOfNoLimit() throws Exception {
        configure("0");
        activate(LadderConstants.standard());

        assertThat(service(Ladder.class, null).credentialCeiling()).isEmpty();
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).contains("renewal ceiling", "deadline floor of task pods",
                    "watchdog of warm attempts", "config_key=auth.max_attempt_credential_lifetime value=0");
        });
    }

    @Test
    void aKubernetesExecutorInTheSetBringsItsRungs() throws Exception {
        LadderConstants constants = LadderConstants.standard()
                .with(TimingConstant.TERMINATION_GRACE,
                        Duration.ofSeconds(60));
        context.installBundle("kubernetes", emptyBundle("io.dexaflow.executors.kubernetes"));
        activate(constants);

        assertThat(condition("dexaflow.refused").getProperty("message").toString())
                .contains("infra confirmation valve (120 s)");
    }

    private void activate(LadderConstants constants) throws IOException {
        new LadderActivator(constants).start(context);
    }

    private <S> S service(Class<S> type, String filter) throws InvalidSyntaxException {
        return context.getServiceReferences(type, filter).stream().findFirst().map(context::getService).orElseThrow();
    }

    private ServiceReference<Condition> condition(String id) throws InvalidSyntaxException {
        return context.getServiceReferences(Condition.class, "(" + Condition.CONDITION_ID + "=" + id + ")")
                .stream()
                .findFirst()
                .orElse(null);
    }

    /** A configuration service that knows one configuration. */
    private void configure(String ceiling) {
        Configuration configuration = proxy(Configuration.class, Map.of("getProcessedProperties",
                FrameworkUtil.asDictionary(Map.of(CredentialCeiling.KEY, ceiling))));
        ConfigurationAdmin admin = proxy(ConfigurationAdmin.class, Map.of("listConfigurations",
                List.of(configuration).toArray(Configuration[]::new)));
        context.registerService(ConfigurationAdmin.class, admin, null);
    }

    private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> answers.get(method.getName());
                }));
    }

    private static ByteArrayInputStream emptyBundle(String symbolicName) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        manifest.getMainAttributes().putValue(Constants.BUNDLE_SYMBOLICNAME, symbolicName);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new JarOutputStream(bytes, manifest).close();
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
