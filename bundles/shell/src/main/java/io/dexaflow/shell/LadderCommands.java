// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code ladder}; without a ladder it is absent. */
@Component(name = "io.dexaflow.shell.ladder", service = LadderCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=ladder"})
public final class LadderCommands {

    private static final Syntax SYNTAX = new Syntax("ladder", "shows the rungs of the timing ladder with their values");

    private final Ladder ladder;

    /** @param ladder has been validated */
    @Activate
    public LadderCommands(@Reference(name = "ladder") Ladder ladder) {
        this.ladder = ladder;
    }

    /** Shows the ladder. */
    @Descriptor("shows the rungs of the timing ladder with their values")
    public String ladder(@Descriptor("[--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, _ -> new Answer(text(), Map.of("rungs",
                ladder.rungs().stream().map(LadderCommands::fields).toList())));
    }

    private String text() {
        Table table = new Table("RUNG", "MUST BE SHORTER", "THAN", "WHY");
        ladder.rungs()
                .forEach(rung -> table.row(rung.name(), words(rung.lower()), words(rung.upper()),
                        rung.sentence()));
        return table.toString();
    }

    private static String words(Rung.Term term) {
        return term.name() + " " + term.value().toSeconds() + " s";
    }

    private static Map<String, Object> fields(Rung rung) {
        return new Fields().with("name", rung.name())
                .with("lower", fields(rung.lower()))
                .with("upper", fields(rung.upper()))
                .with("sentence", rung.sentence())
                .with("holds", rung.holds())
                .map();
    }

    private static Map<String, Object> fields(Rung.Term term) {
        return new Fields().with("name", term.name()).with("seconds", term.value()).map();
    }
}
