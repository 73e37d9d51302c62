// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Makes and removes the temporary folders that tests work in. */
public final class Homes {

    /** Set it to keep the folders and look into them. */
    public static final String KEEP = "dexaflow.keep";

    private Homes() {}

    /** A new folder, whose name tells whose it is. */
    public static Place fresh(String name) {
        try {
            Path root = Files.createTempDirectory("dexaflow-it-" + name + "-").toRealPath();
            Place place = new Place(root);
            for (Path folder : new Path[]{place.dags(), place.files(), place.tmp(), place.userHome()}) {
                Files.createDirectory(folder);
            }
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the folder with all that is in it, unless {@link #KEEP} is set. */
    public static void remove(Place place) {
        if (Boolean.getBoolean(KEEP)) {
            System.out.println("kept: " + place);
            return;
        }
        removeTree(place.root());
    }

    private static void removeTree(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException thrown) throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + root, e);
        }
    }
}
