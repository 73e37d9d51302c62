// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.dagfiles.internal.DagReader;
import io.dexaflow.dagfiles.internal.tree.FileText;
import io.dexaflow.dagfiles.internal.tree.UnreadableException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One run of the check: reads what it is given and prints what it found (contract 1, {@code check}). */
public final class CheckRun {

    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final String USAGE = "usage: dexaflow check PATH… [--json]";
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final PrintStream out;
    private final PrintStream err;
    private final Map<Path, ParseResult> results = new LinkedHashMap<>();
    private final List<String> complaints = new ArrayList<>();

    /**
     * @param out for what is valid, and for JSON
     * @param err for errors
     */
    public CheckRun(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Checks.
     *
     * @param args paths, and {@code --json}
     * @return the exit code: 0 or 2
     */
    public int run(String[] args) {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        boolean json = words.removeIf("--json"::equals);
        if (words.removeIf(word -> word.equals("--help") || word.equals("-h"))) {
            out.println(USAGE);
            return VALID;
        }
        words.removeIf("--"::equals);
        if (words.isEmpty() || words.stream().anyMatch(word -> word.startsWith("--"))) {
            err.println(USAGE);
            return BAD_INPUT;
        }
        words.forEach(this::path);
        refuseContested();
        if (json) {
            printJson();
        } else {
            print();
        }
        complaints.forEach(err::println);
        boolean valid =
                complaints.isEmpty() && results.values().stream().allMatch(ParseResult.Parsed.class::isInstance);
        return valid ? VALID : BAD_INPUT;
    }

    private void path(String word) {
        Path path;
        try {
            path = Path.of(word);
        } catch (InvalidPathException e) {
            complaints.add(word + ": is no path");
            return;
        }
        if (!Files.isDirectory(path)) {
            results.put(path, DagReader.read(path));
            return;
        }
        int before = results.size();
        FolderView view = new DagFolder(path).look();
        view.unreadable().forEach(each -> complaints.add(each + ": cannot be read"));
        view.files().keySet().forEach(this::fileOfFolder);
        if (results.size() == before) {
            complaints.add(word + ": no DAG file found here; DAG files are *.dag.yaml, *.dag.yml and *.dag.json, and"
                    + " other YAML and JSON files with dag_id and tasks at their top");
        }
    }

    private void fileOfFolder(Path file) {
        try {
            DagNames.readIfDag(file, FileText.bytes(file), false).ifPresent(result -> results.put(file, result));
        } catch (UnreadableException e) {
            if (DagNames.isAlways(file)) {
                results.put(file, new ParseResult.Invalid(List.of(e.error())));
            }
        }
    }

    /** Files that are checked together would be imported together. */
    private void refuseContested() {
        Map<String, List<Path>> claims = new TreeMap<>();
        results.forEach((file, result) -> {
            if (result instanceof ParseResult.Parsed parsed) {
                claims.computeIfAbsent(parsed.dag().dagId(), _ -> new ArrayList<>()).add(file);
            }
        });
        claims.values()
                .removeIf(files -> files.stream()
                        .map(Path::toAbsolutePath)
                        .map(Path::normalize)
                        .distinct()
                        .count() < 2);
        claims.forEach((dagId, files) -> results.put(files.getFirst(), new ParseResult.Invalid(
                List.of(new ParseError(0, 0, "", ImportPlan.contestedText(dagId, files))))));
    }

    private void print() {
        results.forEach((file, result) -> {
            switch (result) {
                case ParseResult.Parsed parsed -> out.println(file + ": ok (" + parsed.dag().dagId() + ", "
                        + parsed.dag().tasks().size() + (parsed.dag().tasks().size() == 1 ? " task)" : " tasks)"));
                case ParseResult.Invalid invalid ->
                        invalid.errors().forEach(error -> err.println(error.toText(file.toString())));
            }
        });
    }

    private void printJson() {
        ArrayNode array = JSON.createArrayNode();
        results.forEach((file, result) -> {
            ObjectNode entry = array.addObject()
                    .put("file", file.toString())
                    .put("ok",
                            result instanceof ParseResult.Parsed);
            ArrayNode errors = JSON.createArrayNode();
            switch (result) {
                case ParseResult.Parsed parsed -> entry.put("dag_id", parsed.dag().dagId())
                        .put("tasks",
                                parsed.dag().tasks().size());
                case ParseResult.Invalid invalid -> invalid.errors()
                        .forEach(error -> errors.addObject()
                                .put("line", error.line())
                                .put("column", error.column())
                                .put("key", error.key())
                                .put("message", error.message()));
            }
            entry.set("errors", errors);
        });
        try {
            out.println(JSON.writeValueAsString(array));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new UncheckedIOException("writing JSON", e);
        }
    }
}
