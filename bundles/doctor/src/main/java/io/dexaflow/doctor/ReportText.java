// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A report as a tired person reads it: what, what was seen, what to do. */
final class ReportText {

    private static final int LISTED = 4;
    private static final String SEPARATOR = ", ";
    private static final Pattern LIST = Pattern.compile("([\\w ]+ \\(\\d+\\): )(.*)");

    private ReportText() {}

    /** A line of evidence that names all who wait because of something. */
    static String waiting(List<String> names) {
        return list("waiting because of it", names);
    }

    /** A line of evidence that names many; a report shows the first of them. */
    static String list(String label, List<String> names) {
        return label + " (" + names.size() + "): " + String.join(SEPARATOR, names);
    }

    /** The report, with a line break at its end. */
    static String of(Doctor.Report report) {
        List<Doctor.Entry> blocking = entries(report, Finding.Level.BLOCKING);
        List<Doctor.Entry> warnings = entries(report, Finding.Level.WARNING);
        StringBuilder text = new StringBuilder(headline(report.ready(), blocking.size(), warnings.size()));
        for (int i = 0; i < blocking.size(); i++) {
            append(text, (i + 1) + ". ", blocking.get(i));
        }
        warnings.forEach(entry -> append(text, "Beside that: ", entry));
        return text.toString();
    }

    private static List<Doctor.Entry> entries(Doctor.Report report, Finding.Level level) {
        return report.entries().stream().filter(entry -> entry.finding().level() == level).toList();
    }

    private static String headline(boolean ready, int blocking, int warnings) {
        if (!ready) {
            return "Not ready: " + (blocking == 1 ? "one thing is" : blocking + " things are") + " in the way.\n";
        }
        return warnings == 0 ? "Ready. Nothing to report.\n" : "Ready.\n";
    }

    private static void append(StringBuilder text, String mark, Doctor.Entry entry) {
        Finding finding = entry.finding();
        text.append('\n').append(mark).append(finding.what()).append("  [").append(entry.check()).append("]\n");
        labelled(text, "seen", finding.evidence());
        labelled(text, "do", finding.advice());
    }

    private static void labelled(StringBuilder text, String label, String lines) {
        String shown = label;
        for (String line : lines.lines().toList()) {
            text.append("   %-5s ".formatted(shown)).append(folded(line)).append('\n');
            shown = "";
        }
    }

    private static String folded(String line) {
        Matcher list = LIST.matcher(line);
        List<String> names = list.matches() ? Arrays.asList(list.group(2).split(SEPARATOR)) : List.of();
        if (names.size() <= LISTED + 1) {
            return line;
        }
        return list.group(1) + String.join(SEPARATOR, names.subList(0, LISTED)) + " and " + (names.size() - LISTED)
                + " more";
    }
}
