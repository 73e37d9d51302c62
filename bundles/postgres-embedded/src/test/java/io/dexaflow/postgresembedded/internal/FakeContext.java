// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** Knows properties and remembers registrations: all that the component asks of a framework. */
final class FakeContext {

    private final Map<String, String> properties;
    private final List<Registered> registered = new CopyOnWriteArrayList<>();

    FakeContext(Map<String, String> properties) {
        this.properties = properties;
    }

    /** One service. */
    record Registered(String type, Object service, Map<String, Object> properties) {}

    List<Registered> registered() {
        return registered;
    }

    BundleContext proxy() {
        return proxy(BundleContext.class, (name, arguments) -> switch (name) {
            case "getProperty" -> properties.get(arguments[0]);
            case "registerService" -> register((Class<?>) arguments[0], arguments[1], (Dictionary<?, ?>) arguments[2]);
            default -> throw new UnsupportedOperationException(name);
        });
    }

    private ServiceRegistration<?> register(Class<?> type, Object service, Dictionary<?, ?> dictionary) {
        Map<String, Object> values = dictionary == null ? Map.of()
                : Collections.list(dictionary.keys())
                        .stream()
                        .collect(Collectors.toMap(String::valueOf, dictionary::get));
        Registered entry = new Registered(type.getName(), service, values);
        registered.add(entry);
        return proxy(ServiceRegistration.class, (name, arguments) -> switch (name) {
            case "unregister" -> registered.remove(entry);
            default -> throw new UnsupportedOperationException(name);
        });
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (self, method, arguments) -> {
                    Object result = answer.to(method.getName(), arguments);
                    return method.getReturnType() == void.class ? null : result;
                }));
    }
}
