// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.Finding;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code doctor}; its exit code is 4 when the host is not ready. */
@Component(name = "io.dexaflow.shell.doctor", service = DoctorCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=doctor"})
public final class DoctorCommands {

    private static final Syntax SYNTAX = new Syntax("doctor",
            "says what is not working in the host, the first cause, what waits because of it, and what to do");

    private final Doctor doctor;
    private final Supplier<String> text;

    /**
     * @param doctor looks at the host
     * @param text gives what it finds in words; one place writes them
     */
    @Activate
    public DoctorCommands(@Reference(name = "doctor") Doctor doctor,
            @Reference(name = "report", target = "(dexaflow.doctor=report)") Supplier<String> text) {
        this.doctor = doctor;
        this.text = text;
    }

    /** Asks the doctor. */
    @Descriptor("says what is not working in the host, the first cause, and what to do; exit code 4 if not ready")
    public String doctor(@Descriptor("[--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, _ -> {
            Doctor.Report report = doctor.report();
            return new Answer(text.get(), json(report), report.ready() ? 0 : CommandFailure.NOT_READY);
        });
    }

    private static Map<String, Object> json(Doctor.Report report) {
        return new Fields().with("ready", report.ready())
                .with("findings", report.entries().stream().map(DoctorCommands::json).toList())
                .map();
    }

    private static Map<String, Object> json(Doctor.Entry entry) {
        Finding finding = entry.finding();
        return new Fields().with("check", entry.check())
                .with("level", finding.level().name().toLowerCase(Locale.ROOT))
                .with("what", finding.what())
                .with("evidence", finding.evidence())
                .with("advice", finding.advice())
                .map();
    }
}
