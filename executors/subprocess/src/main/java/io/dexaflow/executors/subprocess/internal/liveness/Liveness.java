// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.ProcessTable;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges attempts of this machine (R207, R210) and stops orphans. What cannot be said for certain defers. */
public final class Liveness {

    private static final Logger LOG = LoggerFactory.getLogger(Liveness.class);
    private static final String ALIVE = "process_alive";
    private static final String QUERY_ERROR = "process_query_error";

    private final Examiner examiner;
    private final OrphanStop orphanStop;
    private final String blind;

    private Liveness(Examiner examiner, OrphanStop orphanStop, String blind) {
        this.examiner = examiner;
        this.orphanStop = orphanStop;
        this.blind = blind;
    }

    /** By the records of this user. Where the system cannot be asked, everything is deferred, and the log says so once. */
    public static Liveness ofThisUser(Memory memory) {
        try {
            probeOurselves();
            return in(RecordDirectory.ofThisUser().path(), memory);
        } catch (IOException | LinkageError | UnsupportedOperationException cannot) {
            LOG.warn("processes and groups cannot be probed on this system, so attempts whose agent died are never"
                    + " taken for lost; mark them by hand: {}", cannot.toString());
            return blind(cannot);
        }
    }

    /** Defers everything. */
    static Liveness blind(Throwable reason) {
        return new Liveness(null, null, "processes cannot be probed on this system: " + reason);
    }

    /** By the records in that folder. */
    public static Liveness in(String records, Memory memory) {
        Examiner examiner = new Examiner(new RecordDirectory(records), Probes.ofThisMachine(), memory);
        return of(OrphanStop.of(examiner));
    }

    static Liveness of(OrphanStop orphanStop) {
        return new Liveness(orphanStop.examiner(), orphanStop, null);
    }

    /** The numbers by which the system is asked are Linux's. */
    private static void probeOurselves() throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new IOException("this is not Linux but " + System.getProperty("os.name"));
        }
        int self = Processes.self();
        if (!Probe.process(self).present()) {
            throw new IOException("process " + self + ", which asks, does not seem to be there");
        }
        ProcessTable.read();
    }

    /** A verdict for each suspect, in their order. */
    public List<Verdict> judge(Signal signal, List<Suspect> suspects) {
        if (blind != null || !known(signal)) {
            return suspects.stream().map(suspect -> notAsked(signal, suspect)).toList();
        }
        List<Finding> findings = examiner.examine(suspects.stream().map(Suspect::attempt).toList());
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            verdicts.add(verdict(signal, suspects.get(i), findings.get(i)));
        }
        return verdicts;
    }

    /**
     * Stops what is left of a suspect, if that may be stopped.
     *
     * @throws InterruptedException when it was cut off
     */
    public Verdict stopOrphan(Signal signal, Suspect suspect) throws InterruptedException {
        if (blind != null || !known(signal) || signal == Signal.NEVER_BEATEN) {
            return judge(signal, List.of(suspect)).getFirst();
        }
        OrphanStop.Result result = orphanStop.stop(suspect.attempt());
        Map<String, String> evidence = evidence(suspect, result.last());
        if (!result.signalled()) {
            return verdict(signal, suspect, result.last());
        }
        if (result.trouble() != null) {
            return Verdict.defer(signal.label("orphan_stop_error"), words(signal, suspect, result.trouble()), evidence);
        }
        return Verdict.reap(signal.label("orphan_stopped"), words(signal, suspect,
                "stopped what its agent left, process group " + evidence.get("group_id")), evidence);
    }

    private static boolean known(Signal signal) {
        return switch (signal) {
            case SILENT, NEVER_BEATEN, NOT_STARTED -> true;
            case NO_POD, WARM_WORKER_GONE -> false;
        };
    }

    private Verdict notAsked(Signal signal, Suspect suspect) {
        return known(signal)
                ? Verdict.defer(signal.label(QUERY_ERROR), words(signal, suspect, blind), Map.of("error", blind))
                : Verdict.defer(signal.label("deferred"), "an attempt of this machine has no pod and no warm worker",
                        Map.of());
    }

    private static Verdict verdict(Signal signal, Suspect suspect, Finding finding) {
        String words = words(signal, suspect, finding.words());
        Map<String, String> evidence = evidence(suspect, finding);
        return switch (finding.state()) {
            case GONE -> Verdict.reap(signal.label(), words, evidence);
            case AGENT, GROUP -> Verdict.defer(signal.label(ALIVE), words, evidence);
            case ORPHAN -> signal == Signal.NEVER_BEATEN
                    ? Verdict.defer(signal.label(ALIVE), words(signal, suspect, finding.words()
                            + ", and is waited for, since it may be about to say that it runs"), evidence)
                    : Verdict.reapAfterStop(signal.label(ALIVE), words, evidence);
            case UNKNOWN -> Verdict.defer(signal.label(QUERY_ERROR), words, evidence);
        };
    }

    private static String words(Signal signal, Suspect suspect, String found) {
        if (suspect.age() == null) {
            return found;
        }
        long seconds = suspect.age().toSeconds();
        return found + switch (signal) {
            case SILENT -> ", last heartbeat " + seconds + " s ago";
            case NEVER_BEATEN -> ", running for " + seconds + " s without a heartbeat";
            case NOT_STARTED -> ", queued " + seconds + " s ago";
            case NO_POD, WARM_WORKER_GONE -> "";
        };
    }

    private static Map<String, String> evidence(Suspect suspect, Finding finding) {
        Map<String, String> evidence = new HashMap<>(finding.evidence());
        evidence.put("since", suspect.since().toString());
        if (suspect.age() != null) {
            evidence.put("age_seconds", Long.toString(suspect.age().toSeconds()));
        }
        return evidence;
    }
}
