// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.Json;
import io.dexaflow.executors.agent.http.RawJson;
import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what a task left in its folder for outputs. */
final class TaskOutputs {

    private static final String RESCHEDULE_FILE = "DEXAFLOW_RESCHEDULE_FILE";
    private static final int LAST_YEAR = 9998;
    private static final int MOST_KEYS = 1000;
    /** A request may have 1 MiB; keys and punctuation need a little. */
    private static final int REQUEST_BYTES = 768 << 10;

    private TaskOutputs() {}

    /**
     * The outputs of a task that ended with exit code 0, as bodies of requests that are small enough.
     *
     * @throws OutputRefused if one of them cannot be delivered
     */
    static List<Map<String, Object>> collect(Scratch scratch) throws OutputRefused {
        int folder = folder(NativeFiles.open(scratch.path(), flags(), 0), "the folder for outputs");
        if (folder < 0) {
            return List.of();
        }
        try {
            Map<String, RawJson> values = new LinkedHashMap<>();
            keys(folder, values);
            String returned = OutputFile.read(folder, Scratch.RETURN_VALUE, "the return value");
            if (returned != null && !returned.isBlank()) {
                values.put("return_value", OutputValues.json(returned, "the return value"));
            }
            String links = OutputFile.read(folder, Scratch.LINKS, "the links file");
            return requests(values, links == null || links.isBlank()
                    ? Map.of()
                    : OutputValues.links(links, "the links file"));
        } finally {
            NativeFiles.close(folder);
        }
    }

    /**
     * The time a task wrote to be looked at again, in UTC.
     *
     * @throws OutputRefused if it wrote none that can be read
     */
    static String rescheduleAt(Scratch scratch) throws OutputRefused {
        int folder = NativeFiles.open(scratch.path(), flags(), 0);
        try {
            String text = folder < 0 ? null : OutputFile.read(folder, Scratch.RESCHEDULE, RESCHEDULE_FILE);
            if (text == null) {
                throw new OutputRefused(RESCHEDULE_FILE + " is not there");
            }
            OffsetDateTime at = OffsetDateTime.parse(text.strip(), DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                    .withOffsetSameInstant(ZoneOffset.UTC);
            // The host's limits too: a year of five digits is no RFC 3339 time, and no database takes it.
            if (at.getYear() < 1 || at.getYear() > LAST_YEAR) {
                throw new OutputRefused(
                        RESCHEDULE_FILE + " holds a time that is not within the years 1 to " + LAST_YEAR);
            }
            return at.toInstant().toString();
        } catch (DateTimeException noTime) {
            throw new OutputRefused(RESCHEDULE_FILE + " holds no RFC 3339 time");
        } finally {
            NativeFiles.close(folder);
        }
    }

    private static void keys(int folder, Map<String, RawJson> values) throws OutputRefused {
        int keys = folder(NativeFiles.openAt(folder, Scratch.XCOM, flags(), 0), "DEXAFLOW_XCOM_DIR");
        if (keys < 0) {
            return;
        }
        try {
            for (String key : names(keys)) {
                // What begins with a dot is somebody's temporary file.
                String text = key.startsWith(".") ? null : OutputFile.read(keys, key, "xcom '" + key + "'");
                if (text != null) {
                    values.put(key, OutputValues.jsonOrText(text, "xcom '" + key + "'"));
                }
            }
        } finally {
            NativeFiles.close(keys);
        }
    }

    private static List<String> names(int keys) throws OutputRefused {
        try {
            List<String> names = NativeFiles.list(keys, MOST_KEYS);
            for (String name : names) {
                if (name.indexOf('\uFFFD') >= 0) {
                    throw new OutputRefused("xcom: a file's name is not UTF-8: " + name);
                }
            }
            return names.stream().sorted().toList();
        } catch (IOException failed) {
            throw new OutputRefused("DEXAFLOW_XCOM_DIR cannot be read: " + failed.getMessage());
        }
    }

    private static List<Map<String, Object>> requests(Map<String, RawJson> values, Map<String, Object> links) {
        List<Map<String, Object>> requests = new ArrayList<>();
        Map<String, Object> some = new LinkedHashMap<>();
        int bytes = 0;
        for (Map.Entry<String, RawJson> value : values.entrySet()) {
            int length = value.getValue().text().getBytes(StandardCharsets.UTF_8).length;
            if (bytes + length > REQUEST_BYTES) {
                requests.add(Map.of("xcom", some));
                some = new LinkedHashMap<>();
                bytes = 0;
            }
            some.put(value.getKey(), value.getValue());
            bytes += length;
        }
        int length = Json.bytes(links).length;
        if (bytes + length > REQUEST_BYTES) {
            requests.add(Map.of("xcom", some));
            some = Map.of();
        }
        if (!some.isEmpty() || !links.isEmpty()) {
            requests.add(Map.of("xcom", some, "links", links));
        }
        return requests;
    }

    private static int flags() {
        return NativeFiles.READ | NativeFiles.DIRECTORY | NativeFiles.NOFOLLOW;
    }

    /** The descriptor; below zero if the task removed the folder. */
    private static int folder(int opened, String what) throws OutputRefused {
        if (opened < 0 && opened != -Errno.ENOENT) {
            throw new OutputRefused(what + " is not the folder it was: " + Errno.words(-opened));
        }
        return opened;
    }
}
