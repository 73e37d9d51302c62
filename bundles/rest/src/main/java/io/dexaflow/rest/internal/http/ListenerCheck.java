// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.Map;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.condition.Condition;

/**
 * Looks where the HTTP server was told to listen, before the API answers. On an address that others reach it must speak
 * TLS and nothing else, or somebody must have said that it need not; otherwise there is no {@link Listener}, hence no
 * API, and the condition {@code dexaflow.refused} ends the boot.
 */
@Component(name = "io.dexaflow.rest.listener", service = {}, immediate = true,
        configurationPid = {ListenerCheck.SERVER, ListenerCheck.API})
@Capability(namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.dexaflow.rest.internal.http.Listener\"")
public final class ListenerCheck {

    static final String SERVER = "org.apache.felix.http";
    static final String API = "io.dexaflow.rest";

    private static final String HOST = SERVER + ".host";
    private static final String HTTP = SERVER + ".enable";
    private static final String HTTPS = "org.apache.felix.https.enable";
    private static final String ALLOW_PLAINTEXT = "api.allow_plaintext";
    private static final int REFUSED = 78;

    @Activate
    public ListenerCheck(BundleContext context, Map<String, Object> configured) {
        String host = value(context, configured, HOST, "");
        boolean isLoopback = Loopback.isLoopback(host);
        boolean isSecure = flag(context, configured, HTTPS, false) && !flag(context, configured, HTTP, true);
        if (isLoopback || isSecure || Boolean.parseBoolean(String.valueOf(configured.get(ALLOW_PLAINTEXT)))) {
            context.registerService(Listener.class, new Listener(isLoopback), null);
        } else {
            context.registerService(Condition.class, Condition.INSTANCE, FrameworkUtil.asDictionary(
                    Map.of(Condition.CONDITION_ID, "dexaflow.refused", "exit.code", REFUSED, "message",
                            refusal(host))));
        }
    }

    private static String refusal(String host) {
        return "the API would listen on " + (host.isBlank() ? "every address" : host) + " without TLS, where others can"
                + " read passwords and tokens off the wire (" + HOST + " of " + SERVER + "). Take 127.0.0.1, or TLS ("
                + HTTPS + "=true and " + HTTP + "=false), or, on a network that is private, " + ALLOW_PLAINTEXT
                + "=true of " + API;
    }

    private static boolean flag(BundleContext context, Map<String, Object> configured, String key, boolean standard) {
        return Boolean.parseBoolean(value(context, configured, key, Boolean.toString(standard)));
    }

    /** As the server reads it: configuration first, then the framework's property. */
    private static String value(BundleContext context, Map<String, Object> configured, String key, String standard) {
        Object value = configured.get(key);
        if (value == null) {
            value = context.getProperty(key);
        }
        return value == null ? standard : value.toString().strip();
    }
}
