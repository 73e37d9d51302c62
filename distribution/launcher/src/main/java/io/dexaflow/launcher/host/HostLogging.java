// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;

/** Points the host's log to the home before anybody logs. */
final class HostLogging {

    private HostLogging() {}

    /**
     * Configures logback from {@code logback.xml} of the home's {@code conf/}, else of the distribution's.
     *
     * @param options the host
     */
    static void start(HostOptions options) {
        Path own = options.home().conf().resolve("logback.xml");
        Path file = Files.exists(own) ? own : options.distribution().conf().resolve("logback.xml");
        System.setProperty("logback.configurationFile", file.toUri().toString());
        // Logback would print its own start-up complaints to standard output.
        System.setProperty("logback.statusListenerClass", "ch.qos.logback.core.status.NopStatusListener");
        System.setProperty("dexaflow.log", options.home().serverLog().toString());
        System.setProperty("dexaflow.log.pattern", escaped(options.home().serverLog().toString()));
        System.setProperty("dexaflow.console.level", options.runOnly() ? "OFF" : "WARN");
        bridgeJavaLogging();
        LoggerFactory.getLogger(HostLogging.class).info("log opened home={}", options.home());
    }

    /**
     * A path within a pattern of file names. Logback has no escape there, since it takes a backslash for a slash; a date
     * whose format is a quoted percent sign, and which is not the one that the files roll by, is one.
     */
    static String escaped(String path) {
        return path.replace("%", "%d{'%', aux}");
    }

    /** Libraries that use java.util.logging would write to standard error. */
    private static void bridgeJavaLogging() {
        String properties = "handlers=org.slf4j.bridge.SLF4JBridgeHandler\n.level=INFO\n";
        try {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(
                            properties.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
