// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An assembled distribution on disk: {@code bin/ conf/ bundle/ lib/}.
 *
 * @param root its folder
 */
public record Distribution(Path root) {

    /** Set by the start script. */
    public static final String PROPERTY = "dexaflow.dist";

    /** The distribution this program was started from. */
    public static Distribution current() {
        String root = System.getProperty(PROPERTY);
        if (root == null) {
            throw CommandException.refused("no distribution: start Dexaflow through its script, bin/dexaflow");
        }
        return new Distribution(Path.of(root).toAbsolutePath().normalize());
    }

    /** The distribution's own configuration. */
    public Path conf() {
        return root.resolve("conf");
    }

    /** The bundles. */
    public Path bundles() {
        return root.resolve("bundle");
    }

    /** The launcher and what it stands on. */
    public Path libraries() {
        return root.resolve("lib");
    }

    /** The jars of a folder in the order of their names; none when there is no such folder. */
    public static List<Path> jarsOf(Path folder) {
        List<Path> jars = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return jars;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, Distribution::isJar)) {
            found.forEach(jars::add);
        } catch (IOException e) {
            throw CommandException.refused("cannot read the folder " + folder + ": " + e);
        }
        jars.sort(null);
        return jars;
    }

    private static boolean isJar(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jar") && !name.startsWith(".");
    }
}
