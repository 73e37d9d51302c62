// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Reads a folder of {@code PID.cfg} files: properties, UTF-8. */
final class ConfigFiles {

    private static final String SUFFIX = ".cfg";

    private ConfigFiles() {}

    /** The settings of every file, by PID and key; nothing when there is no such folder. */
    static Map<String, Map<String, Setting>> read(Path folder) {
        Map<String, Map<String, Setting>> settings = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return settings;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                settings.put(name.substring(0, name.length() - SUFFIX.length()), readFile(file));
            }
        } catch (IOException e) {
            throw CommandException.refused("cannot read the configuration in " + folder + ": " + e.getMessage());
        }
        return settings;
    }

    private static Map<String, Setting> readFile(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.refused("cannot read the configuration file " + file + ": " + e.getMessage());
        }
        Map<String, Setting> settings = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            settings.put(key, new Setting(properties.getProperty(key).strip(), file.toString()));
        }
        return settings;
    }
}
