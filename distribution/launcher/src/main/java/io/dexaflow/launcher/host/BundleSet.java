// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Distribution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/**
 * Which bundles a host is made of: the distribution's, each replaced by the one of the same symbolic name in the home's
 * {@code deploy/}; of two there the newer one counts.
 */
final class BundleSet {

    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> overrides = new ArrayList<>();

    /**
     * A bundle.
     *
     * @param name its symbolic name; the file's name when it is no bundle
     * @param version its version
     * @param jar the file
     * @param isDropped whether it lies in {@code deploy/}
     */
    record Slot(String name, Version version, Path jar, boolean isDropped) {

        /** Whether it is Dexaflow's or the user's, and no library. */
        boolean isOurs() {
            return isDropped || name.startsWith("io.dexaflow.");
        }
    }

    static BundleSet of(Path bundles, Path deploy) {
        BundleSet set = new BundleSet();
        Distribution.jarsOf(bundles).forEach(jar -> set.add(read(jar)));
        Map<String, Slot> dropped = new TreeMap<>();
        for (Path jar : Distribution.jarsOf(deploy)) {
            Slot slot = read(jar);
            Slot other = dropped.get(slot.name());
            if (other != null) {
                set.warnings.add("deploy/ holds " + slot.name() + " twice; the newer one counts");
            }
            if (other == null || other.version().compareTo(slot.version()) < 0) {
                dropped.put(slot.name(), new Slot(slot.name(), slot.version(), jar, true));
            }
        }
        dropped.values().forEach(set::drop);
        return set;
    }

    private void drop(Slot slot) {
        overrides.add(slot.jar().getFileName() + (slots.containsKey(slot.name()) ? " takes the place of "
                : " adds ") + slot.name());
        add(slot);
    }

    private void add(Slot slot) {
        slots.put(slot.name(), slot);
    }

    /** In the order in which they are to start: libraries before what uses them. */
    List<Slot> inStartOrder() {
        return Stream.concat(slots.values().stream().filter(slot -> !slot.isOurs()),
                slots.values().stream().filter(Slot::isOurs)).toList();
    }

    /** The jars. */
    List<Path> jars() {
        return slots.values().stream().map(Slot::jar).toList();
    }

    boolean has(String name) {
        return slots.containsKey(name);
    }

    /** What the jars in {@code deploy/} do, one by one. */
    List<String> overrides() {
        return List.copyOf(overrides);
    }

    /** What somebody should look at. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private static Slot read(Path jar) {
        String fileName = jar.getFileName().toString();
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
            String name = main.getValue(Constants.BUNDLE_SYMBOLICNAME);
            if (name == null) {
                return new Slot(fileName, Version.emptyVersion, jar, false);
            }
            String bare = name.split(";")[0].strip();
            return new Slot(bare, Version.parseVersion(main.getValue(Constants.BUNDLE_VERSION)), jar, false);
        } catch (IOException | IllegalArgumentException e) {
            // Installing it fails, and the boot's report says why.
            return new Slot(fileName, Version.emptyVersion, jar, false);
        }
    }
}
