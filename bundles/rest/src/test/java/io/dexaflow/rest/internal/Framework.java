// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Of the OSGi framework what the API reads: three bundles, of which one has nothing to do with us, and a configuration. */
final class Framework {

    private Framework() {}

    static BundleContext bundles() {
        Bundle[] bundles = {bundle("io.dexaflow.api", ""), bundle("org.slf4j.api", "java.util"),
                bundle("com.example.executor", "io.dexaflow.executor;version=\"[0.1,0.2)\"")};
        return proxy(BundleContext.class, method -> bundles);
    }

    static ConfigurationAdmin configurations() {
        Dictionary<String, Object> properties = new Hashtable<>(Map.of("service.pid", "io.dexaflow.store-postgres",
                "database.url", "jdbc:postgresql://h/db?user=u&password=p", "database.password", "p"));
        Configuration one = proxy(Configuration.class,
                method -> method.equals("getPid") ? "io.dexaflow.store-postgres" : properties);
        return proxy(ConfigurationAdmin.class, method -> List.of(one).toArray(Configuration[]::new));
    }

    private static Bundle bundle(String name, String imports) {
        Dictionary<String, String> headers = new Hashtable<>(Map.of("Import-Package", imports));
        return proxy(Bundle.class, method -> switch (method) {
            case "getSymbolicName" -> name;
            case "getHeaders" -> headers;
            case "getVersion" -> new Version(1, 2, 3);
            default -> 1L;
        });
    }

    private static <T> T proxy(Class<T> type, Function<String, Object> answer) {
        return type.cast(Proxy.newProxyInstance(Framework.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer.apply(method.getName())));
    }
}
