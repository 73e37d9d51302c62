// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL programs that this bundle ships, unpacked in the home.
 *
 * @param folder {@code bin-VERSION}, relocatable as it is
 * @param version as {@code 17.11.0}
 */
record Binaries(Path folder, String version) {

    private static final Logger LOG = LoggerFactory.getLogger(Binaries.class);

    /** Unpacks them, unless they are there: the folder gets its name when all of it is on disk. */
    static Binaries in(PostgresFolder folder) {
        String version = shippedVersion();
        Path target = folder.binaries(version);
        Binaries binaries = new Binaries(target, version);
        if (!binaries.areThere()) {
            unpack(folder, target);
            LOG.info("unpacked postgres version={} into={}", version, target);
        }
        return binaries;
    }

    private boolean areThere() {
        return Stream.of("postgres", "initdb").allMatch(name -> Files.isExecutable(Path.of(program(name))));
    }

    /** The major version, as {@code PG_VERSION} in a data directory has it. */
    static String shippedMajor() {
        String version = shippedVersion();
        return version.substring(0, version.indexOf('.'));
    }

    String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    private static void unpack(PostgresFolder folder, Path target) {
        Path fresh = folder.fresh(target.getFileName().toString());
        try (InputStream archive = Binaries.class.getResourceAsStream("/" + archiveName())) {
            if (archive == null) {
                throw new PostgresException("This bundle was built without " + archiveName() + ": build it again.");
            }
            Files.createDirectories(fresh);
            new TarReader(new GZIPInputStream(archive, 1 << 16), fresh).unpack();
            SafeFiles.deleteTree(target); // If someone deleted parts of it.
            SafeFiles.rename(fresh, target);
        } catch (IOException e) {
            throw new PostgresException("PostgreSQL could not be unpacked into " + fresh + " (" + e
                    + "): about 150 MB must be free there.", e);
        }
    }

    private static String archiveName() {
        String system = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch");
        String ours = switch (architecture) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> "";
        };
        if (!system.equals("Linux") || ours.isEmpty()) {
            throw new HomeRefusedException("There is no embedded PostgreSQL for " + system + " on " + architecture
                    + ", only for Linux on amd64 and arm64.");
        }
        return "postgres-linux-" + ours + ".tar.gz";
    }

    private static String shippedVersion() {
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
