// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.store.DatabaseEndpoint;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.condition.Condition;

/** What of a configuration becomes a database, and what ends the boot. */
class ExternalDatabaseTest {

    private static final String SECRET = "s3cret";

    private record Registered(String type, Object service, Dictionary<?, ?> properties) {}

    private final List<Registered> registry = new ArrayList<>();

    @Test
    void aDatabaseThatIsConfiguredIsOfferedAndItsPasswordIsNotShown() {
        ExternalDatabase component = started("jdbc:postgresql://db.example:5432/flows", "flow", SECRET);
        Registered offered = registry.getFirst();
        assertThat(offered.type()).isEqualTo(DatabaseEndpoint.class.getName());
        DatabaseEndpoint endpoint = (DatabaseEndpoint) offered.service();
        assertThat(endpoint.jdbcUrl()).isEqualTo("jdbc:postgresql://db.example:5432/flows");
        assertThat(endpoint.user()).isEqualTo("flow");
        assertThat(endpoint.password()).isEqualTo(SECRET);
        assertThat(endpoint).asString().doesNotContain(SECRET);
        assertThat(offered.properties()).asString().doesNotContain(SECRET);
        assertThat((int) offered.properties().get(Constants.SERVICE_RANKING)).isPositive();
        component.stop();
        assertThat(registry).isEmpty();
    }

    @Test
    void aConfigurationOfThePoolAloneNamesNoDatabase() {
        started("", "", "");
        assertThat(registry).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql:flows", "jdbc:postgresql://h/flows", "jdbc:postgresql://[::1]:5432/flows",
            "jdbc:postgresql://a:5432,b:5433/flows?targetServerType=primary", "jdbc:postgresql:///flows",
            " jdbc:postgresql://h/flows?sslmode=verify-full "})
    void whateverTheDriverUnderstandsIsTaken(String url) {
        started(url, "flow", "");
        assertThat(((DatabaseEndpoint) registry.getFirst().service()).jdbcUrl()).isEqualTo(url.strip());
    }

    @ParameterizedTest
    @CsvSource({"jdbc:mysql://h/flows, flow, does not begin with jdbc:postgresql:",
            "postgresql://flow:s3cret@h/flows, flow, does not begin with jdbc:postgresql:",
            "jdbc:postgresql://flow:s3cret@h/flows, flow, holds credentials",
            "jdbc:postgresql://h/flows?user=flow&password=s3cret, flow, holds credentials",
            "jdbc:postgresql://h:port/flows, flow, must look like", "jdbc:postgresql://h, flow, must look like",
            "jdbc:postgresql://h/flows, '', database.user is not"})
    void whatCannotWorkEndsTheBootInWords(String url, String user, String words) {
        ExternalDatabase component = started(url, user, SECRET);
        Registered refusal = registry.getFirst();
        assertThat(registry).hasSize(1);
        assertThat(refusal.type()).isEqualTo(Condition.class.getName());
        assertThat(refusal.properties().get(Condition.CONDITION_ID)).isEqualTo("dexaflow.refused");
        assertThat(refusal.properties().get("exit.code")).isEqualTo(78);
        assertThat((String) refusal.properties().get("message")).startsWith("io.dexaflow.store-postgres: ")
                .contains(words)
                .doesNotContain(SECRET);
        component.stop();
        assertThat(registry).isEmpty();
    }

    private ExternalDatabase started(String url, String user, String password) {
        ExternalDatabase component = new ExternalDatabase(bundle(), new TestConfig(url, user, password, 16));
        component.start();
        return component;
    }

    private BundleContext bundle() {
        return proxy(BundleContext.class, arguments -> {
            String type = arguments[0] instanceof Class<?> of ? of.getName() : (String) arguments[0];
            Registered registered = new Registered(type, arguments[1], (Dictionary<?, ?>) arguments[2]);
            registry.add(registered);
            return proxy(ServiceRegistration.class, none -> {
                registry.remove(registered);
                return null;
            });
        });
    }

    private interface Answer {
        Object to(Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(ExternalDatabaseTest.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer.to(arguments)));
    }
}
