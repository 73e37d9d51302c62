// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.Version;
import io.dexaflow.launcher.home.ProcessStamp;
import io.dexaflow.launcher.home.ServerInfo;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;

/** Collects what goes into {@code server.json} from the running framework, in JDK types only. */
final class ServerInfoSource {

    private static final String ENDPOINT = "osgi.http.endpoint";

    private final BundleContext context;

    ServerInfoSource(BundleContext context) {
        this.context = context;
    }

    ServerInfo collect() {
        return new ServerInfo(HostOptions.EDITION, ProcessStamp.ofThisProcess(), api(), database(),
                Clocks.wallTime().truncatedTo(ChronoUnit.MILLIS).toString(), Version.current());
    }

    /** The base URL of the API; null while nothing listens. */
    String api() {
        return Services.find(context, "(" + ENDPOINT + "=*)")
                .stream()
                .flatMap(service -> textsOf(service.getProperty(ENDPOINT)))
                .filter(url -> url.startsWith("http://"))
                .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url)
                .findFirst()
                .orElse(null);
    }

    private ServerInfo.Database database() {
        return Services.find(context, "(dexaflow.server.info=jdbc)")
                .stream()
                .max(Comparator.naturalOrder())
                .map(context::getService)
                .map(service -> service instanceof Map<?, ?> jdbc ? database(jdbc) : null)
                .orElse(null);
    }

    /** An external database's password is nobody's but its configuration's. */
    private static ServerInfo.Database database(Map<?, ?> jdbc) {
        return new ServerInfo.Database(Objects.toString(jdbc.get("jdbc_url")),
                Objects.toString(jdbc.get("jdbc_user")), Objects.toString(jdbc.get("jdbc_password"), null));
    }

    private static Stream<String> textsOf(Object property) {
        return switch (property) {
            case String text -> Stream.of(text);
            case String[] texts -> Stream.of(texts);
            case Collection<?> texts -> List.copyOf(texts).stream().map(Object::toString);
            case null, default -> Stream.empty();
        };
    }
}
