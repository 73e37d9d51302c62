// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dexaflow dags}: the DAGs, and the files that are not valid ones. */
@Command(name = "dags", description = "Lists the DAGs, and the errors of files that are no valid ones.",
        mixinStandardHelpOptions = true)
public final class DagsCommand implements Callable<Integer> {

    private static final int MOST = 100_000;

    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Api api = Api.of(homeOption.home());
        Map<String, Object> dags = api.list("/api/v2/dags?order_by=dag_id", "dags", MOST);
        Map<String, Object> errors = api.list("/api/v2/importErrors", "import_errors", MOST);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> both = new LinkedHashMap<>(dags);
            both.put("import_errors", errors.get("import_errors"));
            Output.printJson(out, both);
            return ExitCode.DONE;
        }
        Table table = new Table("DAG", "PAUSED", "SCHEDULE", "NEXT RUN", "TAGS");
        for (Map<String, Object> dag : Api.rows(dags, "dags")) {
            table.add(dag.get("dag_id"), Boolean.TRUE.equals(dag.get("is_paused")) ? "paused" : "",
                    dag.get("timetable_summary"), dag.get("next_dagrun_run_after"), tagsOf(dag));
        }
        table.print(out);
        List<Map<String, Object>> broken = Api.rows(errors, "import_errors");
        if (!broken.isEmpty()) {
            out.println();
            out.println("Not valid:");
            broken.forEach(error -> out.println("  " + error.get("filename") + "\n"
                    + Objects.toString(error.get("stack_trace"), "").strip().indent(4).stripTrailing()));
        }
        out.flush();
        return ExitCode.DONE;
    }

    private static String tagsOf(Map<String, Object> dag) {
        return dag.get("tags") instanceof List<?> tags ? tags.stream()
                .map(tag -> tag instanceof Map<?, ?> one ? Objects.toString(one.get("name")) : Objects.toString(tag))
                .collect(Collectors.joining(", ")) : "";
    }
}
