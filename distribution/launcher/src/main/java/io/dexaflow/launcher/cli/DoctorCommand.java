// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dexaflow doctor}: what is not working, the first cause first, and what to do. */
@Command(name = "doctor", description = "Says what is not working in the host, why, and what to do.",
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, Object> report = report();
        boolean isReady = Boolean.TRUE.equals(report.get("ready"));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, report);
        } else {
            print(out, isReady, report.get("findings") instanceof List<?> list ? list : List.of());
        }
        return isReady ? ExitCode.DONE : ExitCode.NOT_READY;
    }

    /** A host that is still starting cannot be asked; who reads JSON gets that as a finding like any other. */
    private Map<String, Object> report() {
        try {
            return Api.of(homeOption.home()).get("/dexaflow/v1/doctor");
        } catch (CommandException e) {
            if (!json || e.exitCode() != ExitCode.NOT_READY) {
                throw e;
            }
            return Map.of("ready", false, "findings", List.of(Map.of("level", "blocking", "check", "start", "what",
                    e.getMessage(), "evidence", "", "advice", "Ask again in a moment.")));
        }
    }

    private static void print(PrintWriter out, boolean isReady, List<?> findings) {
        out.println(isReady ? "The host is ready." : "The host is not ready.");
        for (Object finding : findings) {
            if (finding instanceof Map<?, ?> one) {
                out.println();
                out.println(Objects.toString(one.get("level"), "finding").toLowerCase(Locale.ROOT) + " ("
                        + one.get("check") + "): " + one.get("what"));
                printLine(out, "seen", one.get("evidence"));
                printLine(out, "do", one.get("advice"));
            }
        }
        out.flush();
    }

    private static void printLine(PrintWriter out, String label, Object text) {
        if (text != null && !text.toString().isBlank()) {
            out.println("  " + label + ": " + text.toString().strip().replace("\n", "\n  "));
        }
    }
}
