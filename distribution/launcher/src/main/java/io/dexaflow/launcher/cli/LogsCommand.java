// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.RunWatch;
import io.dexaflow.launcher.client.TaskLine;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow logs}: what a try wrote, byte by byte. */
@Command(name = "logs", description = "Prints the log of a task's try.", mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final int SHARE = 20;

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Parameters(paramLabel = "RUN_ID", description = "The run.") private String runId;
    @Parameters(paramLabel = "TASK_ID", description = "The task.") private String taskId;
    @Option(names = "--try", paramLabel = "N",
            description = "Which try (default: the last one).") private Integer tryNumber;
    @Option(names = "--follow", description = "Goes on printing until the try is over.") private boolean follow;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;
    private long printed;

    @Override
    public Integer call() {
        Api api = Api.of(homeOption.home());
        RunKey run = new RunKey(dagId, runId);
        TaskLine task = task(api, run);
        int number = tryNumber == null ? task.tryNumber() : tryNumber;
        if (number < 1 && !follow) {
            throw CommandException.badInput("the task " + taskId + " has not been tried yet");
        }
        if (json) {
            Output.printJson(spec.commandLine().getOut(), api.get(RunWatch.logPath(run, taskId, number)
                    + "?full_content=true"));
            return ExitCode.DONE;
        }
        print(api, run, task, number);
        return ExitCode.DONE;
    }

    private void print(Api api, RunKey run, TaskLine first, int firstNumber) {
        TaskLine task = first;
        int number = firstNumber;
        while (true) {
            Duration begun = Clocks.monotonic();
            // Asked before the log is read: what is written up to the end is then in it.
            boolean goesOn = follow && isInTry(task, number);
            if (number > 0) {
                // The bytes go out as they came.
                printed += api.copyText(RunWatch.logPath(run, taskId, number) + "?token=" + printed, System.out);
                System.out.flush();
            }
            if (!goesOn) {
                return;
            }
            Duration pause = Clocks.since(begun).multipliedBy(SHARE);
            Clocks.pause(pause.compareTo(SHORTEST) < 0 ? SHORTEST : pause);
            task = task(api, run);
            number = number < 1 ? task.tryNumber() : number;
        }
    }

    private TaskLine task(Api api, RunKey run) {
        return TaskLine.of(api.get(Api.pathOf(run) + "/taskInstances/" + Api.escaped(taskId)));
    }

    private static boolean isInTry(TaskLine task, int number) {
        return !task.isFinished() && (number < 1 || task.tryNumber() <= number && !task.state().equals("up_for_retry"));
    }
}
