// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The assembled distribution that the tests run, as a user would have unpacked it.
 *
 * @param root its folder
 */
public record Distribution(Path root) {

    /** The system property by which the build names the folder. */
    public static final String PROPERTY = "dexaflow.dist";

    /**
     * The one that the build names.
     *
     * @throws IllegalStateException when there is none, with what to do
     */
    public static Distribution located() {
        String folder = System.getProperty(PROPERTY);
        if (folder == null || folder.isBlank()) {
            throw new IllegalStateException("The system property " + PROPERTY + " must name an assembled distribution;"
                    + " Maven sets it, an IDE needs -D" + PROPERTY + "=distribution/target/dexaflow-lite");
        }
        Distribution found = new Distribution(Path.of(folder).toAbsolutePath().normalize());
        if (!Files.isExecutable(found.script())) {
            throw new IllegalStateException("There is no distribution at " + found.root() + " (no bin/dexaflow):"
                    + " build it first with mvn -DskipTests package");
        }
        return found;
    }

    /** The start script. */
    public Path script() {
        return root.resolve("bin/dexaflow");
    }

    /** The bundles' jars, in the order of their names. */
    public List<Path> bundles() {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root.resolve("bundle"), "*.jar")) {
            found.forEach(jars::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        jars.sort(null);
        return jars;
    }
}
