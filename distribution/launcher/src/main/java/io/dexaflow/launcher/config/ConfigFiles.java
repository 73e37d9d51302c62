// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a folder of {@code PID.cfg} files: properties, UTF-8. Properties take any line for a key; here a line without
 * {@code =} or {@code :} is a mistake, and so is a key that is given twice.
 */
final class ConfigFiles {

    private static final String SUFFIX = ".cfg";
    private static final Pattern KEY_AND_VALUE = Pattern.compile("(?s)\\s*(\\\\.|[^\\\\\\s=:])+\\s*[=:].*");
    private static final Pattern CONTINUED = Pattern.compile("(?s).*(?<!\\\\)(\\\\\\\\)*\\\\");

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
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw CommandException.refused("cannot read the configuration file " + file + ": it is not UTF-8");
        } catch (IOException e) {
            throw CommandException.refused("cannot read the configuration file " + file + ": " + e.getMessage());
        }
        Map<String, Setting> settings = new TreeMap<>();
        int next = 0;
        while (next < lines.size()) {
            int first = next;
            StringBuilder line = new StringBuilder(lines.get(next++));
            while (!isCommentOrBlank(line) && CONTINUED.matcher(line).matches() && next < lines.size()) {
                line.append('\n').append(lines.get(next++));
            }
            if (!isCommentOrBlank(line)) {
                take(settings, line.toString(), file + ":" + (first + 1));
            }
        }
        return settings;
    }

    private static boolean isCommentOrBlank(CharSequence line) {
        String text = line.toString().strip();
        return text.isEmpty() || text.startsWith("#") || text.startsWith("!");
    }

    private static void take(Map<String, Setting> settings, String line, String origin) {
        if (!KEY_AND_VALUE.matcher(line).matches()) {
            throw refused(origin, "'" + line.strip() + "' is not KEY=VALUE");
        }
        Properties one = new Properties();
        try {
            one.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException e) {
            throw refused(origin, "'" + line.strip() + "' cannot be read: " + e.getMessage());
        }
        for (String key : one.stringPropertyNames()) {
            Setting before = settings.put(key, new Setting(one.getProperty(key).strip(), origin));
            if (before != null) {
                throw refused(origin, "the key " + key + " stands in " + before.origin() + " already");
            }
        }
    }

    private static CommandException refused(String origin, String why) {
        return CommandException.refused("bad configuration: " + origin + ": " + why);
    }
}
