// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.Why;
import io.dexaflow.control.Why.Entry;
import io.dexaflow.control.Why.Explanation;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code why}; without a scheduler it is absent. */
@Component(name = "io.dexaflow.shell.why", service = WhyCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=why"})
public final class WhyCommands {

    private static final Syntax SYNTAX =
            new Syntax("why", "tells every decision about a task instance, and what it waits for")
                    .operand("DAG_ID")
                    .operand("RUN_ID")
                    .operand("TASK_ID");

    private final Why why;

    /** @param why tells it */
    @Activate
    public WhyCommands(@Reference(name = "why") Why why) {
        this.why = why;
    }

    /** Tells every decision. */
    @Descriptor("tells every decision about a task instance, and what it waits for")
    public String why(@Descriptor("DAG_ID RUN_ID TASK_ID [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, given -> answer(why.why(given.operand(0), given.operand(1), given.operand(2))));
    }

    private static Answer answer(Explanation told) {
        StringBuilder text = new StringBuilder();
        told.entries().forEach(entry -> text.append(line(entry)).append('\n'));
        text.append("Waits for ").append(Words.line(told.waitsFor())).append('.').append('\n');
        return new Answer(text.toString(), new Fields().with("dag_id", told.dagId())
                .with("dag_run_id", told.dagRunId())
                .with("task_id", told.taskId())
                .with("state", told.state().wireName())
                .with("try_number", told.tryNumber())
                .with("epoch", told.epoch())
                .with("entries", told.entries().stream().map(WhyCommands::fields).toList())
                .with("waits_for", told.waitsFor())
                .map());
    }

    private static String line(Entry entry) {
        return Words.time(entry.at()) + " " + Words.line(entry.sentence())
                + (entry.count() > 1 ? " (" + entry.count() + " times, last " + Words.time(entry.lastAt()) + ")" : "");
    }

    private static Map<String, Object> fields(Entry entry) {
        return new Fields().with("at", entry.at())
                .with("actor", entry.actor())
                .with("label", entry.label())
                .with("sentence", entry.sentence())
                .with("evidence", entry.evidence())
                .with("try_number", entry.tryNumber())
                .with("epoch", entry.epoch())
                .with("count", entry.count())
                .with("last_at", entry.lastAt())
                .map();
    }
}
