// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.BundleContext;

class ListenerCheckTest {

    private static final String HOST = "org.apache.felix.http.host";

    private final Map<String, String> framework = new HashMap<>(Map.of(HOST, "127.0.0.1"));
    private final Map<Class<?>, Object> services = new HashMap<>();
    private final Map<String, Object> refused = new HashMap<>();

    private void check(Map<String, Object> configured) {
        services.clear();
        refused.clear();
        new ListenerCheck((BundleContext) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{BundleContext.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getProperty" -> framework.get(arguments[0]);
                    case "registerService" -> {
                        services.put((Class<?>) arguments[0], arguments[1]);
                        if (arguments[2] instanceof Dictionary<?, ?> properties) {
                            properties.keys()
                                    .asIterator()
                                    .forEachRemaining(key -> refused.put(key.toString(),
                                            properties.get(key)));
                        }
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                }), configured);
    }

    private Object listener() {
        return services.get(Listener.class);
    }

    @Test
    void loopbackNeedsNothing() {
        check(Map.of());

        assertThat(listener()).isEqualTo(new Listener(true));
        assertThat(refused).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "", "10.1.2.3", "::", "flow.example"})
    void anAddressThatOthersReachIsRefusedInWords(String host) {
        check(Map.of(HOST, host));

        assertThat(listener()).isNull();
        assertThat(refused).containsEntry("osgi.condition.id", "dexaflow.refused").containsEntry("exit.code", 78);
        assertThat(refused.get("message").toString()).contains(host.isEmpty() ? "every address" : host, HOST,
                "api.allow_plaintext");
    }

    @Test
    void anAddressOfTheFrameworksIsLookedAtToo() {
        framework.remove(HOST);

        check(Map.of());

        assertThat(listener()).isNull();
    }

    @Test
    void tlsAndNothingElseOrSomebodysWordOpensIt() {
        check(Map.of(HOST, "0.0.0.0", "org.apache.felix.https.enable", true));
        assertThat(listener()).isNull();

        check(Map.of(HOST, "0.0.0.0", "org.apache.felix.https.enable", "true", "org.apache.felix.http.enable", false));
        assertThat(listener()).isEqualTo(new Listener(false));

        check(Map.of(HOST, "0.0.0.0", "api.allow_plaintext", true));
        assertThat(listener()).isEqualTo(new Listener(false));
    }
}
