// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.store.DagLedger.ImportError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the folder's files say together: the DAG that each id means, and what cannot be imported (D16). A pure function
 * of the files.
 *
 * @param dags the file that speaks for each DAG
 * @param contested ids that several files claim: none of them speaks for the DAG, which stays as it is known
 * @param errors what cannot be imported, in the order of the files
 */
record ImportPlan(SortedMap<String, Source> dags, List<String> contested, List<ImportError> errors) {

    /**
     * What was taken from a file that is a DAG.
     *
     * @param hash of its content
     */
    record Source(Path file, String hash, ParseResult result) {}

    static ImportPlan of(Iterable<Source> sources) {
        Map<String, List<Source>> claims = new LinkedHashMap<>();
        List<ImportError> errors = new ArrayList<>();
        for (Source source : sources) {
            switch (source.result()) {
                case ParseResult.Parsed parsed ->
                        claims.computeIfAbsent(parsed.dag().dagId(), _ -> new ArrayList<>()).add(source);
                case ParseResult.Invalid invalid -> errors.add(invalid(source.file(), invalid.errors()));
            }
        }
        SortedMap<String, Source> dags = new TreeMap<>();
        List<String> contested = new ArrayList<>();
        claims.forEach((dagId, claimants) -> {
            if (claimants.size() == 1) {
                dags.put(dagId, claimants.getFirst());
            } else {
                contested.add(dagId);
                errors.add(contested(dagId, claimants.stream().map(Source::file).sorted().toList()));
            }
        });
        errors.sort(Comparator.comparing(ImportError::file).thenComparing(ImportError::text));
        return new ImportPlan(dags, contested, errors);
    }

    private static ImportError invalid(Path file, List<ParseError> errors) {
        return new ImportError(file.toString(),
                errors.stream().map(error -> error.toText(file.toString())).collect(Collectors.joining("\n")));
    }

    /** The words for a DAG id that several files claim. */
    static String contestedText(String dagId, List<Path> files) {
        return "dag_id: \"" + dagId + "\" is declared by several files: "
                + files.stream().map(Path::toString).collect(Collectors.joining(" and "))
                + "; give each DAG an id of its own";
    }

    private static ImportError contested(String dagId, List<Path> files) {
        return new ImportError(files.getFirst().toString(),
                contestedText(dagId, files) + " (none of them is imported; a version already known stays)");
    }
}
