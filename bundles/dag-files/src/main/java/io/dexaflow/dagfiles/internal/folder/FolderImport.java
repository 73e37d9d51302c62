// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.dag.ParseResult;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DagLedger.DagVersion;
import io.dexaflow.store.DagLedger.KnownDag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what the DAG folder holds into the ledger, a pass at a time: registers what changed, deactivates DAGs whose
 * files are gone, reports what cannot be imported. A pass that fails half-way has written nothing wrong: what was not
 * written is still to be written in the next one. It is used by one thread.
 */
final class FolderImport {

    /** How often the ledger is asked what it knows, so that a DAG someone deleted there comes back. */
    private static final Duration ASK = Duration.ofSeconds(60);

    /** A file that comes to no rest holds back the judgement on the others no longer than this. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A file must have been missing this long: tools that replace a file may remove it first. */
    private static final Duration GONE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(FolderImport.class);

    private final DagFolder folder;
    private final DagLedger ledger;
    private final FileLooks looks = new FileLooks();

    /** What was last taken from each file; empty for a file that is no DAG. */
    private final Map<Path, Optional<ImportPlan.Source>> files = new TreeMap<>();

    private final Map<Path, Long> firstSeen = new HashMap<>();

    private Written written = new Written();
    private boolean emptySaid;

    /** What is in the ledger, as far as this leadership knows. */
    private static final class Written {
        final Map<String, ImportPlan.Source> registered = new HashMap<>();
        final Map<String, KnownDag> known = new HashMap<>();
        final Map<String, Long> missingSince = new HashMap<>();

        /** DAGs the ledger would not take: they come last, so that they hold up nobody else. */
        final Set<String> troubled = new HashSet<>();
        Long asked;
        List<DagLedger.ImportError> errors;
    }

    FolderImport(DagFolder folder, DagLedger ledger) {
        this.folder = folder;
        this.ledger = ledger;
    }

    /** Forgets what is in the ledger: another leader may have changed it. */
    void begin() {
        written = new Written();
    }

    /**
     * Looks at the folder and writes what follows.
     *
     * @param now monotonic time in nanoseconds
     * @return what was seen
     */
    FolderView pass(long now) {
        FolderView view = folder.look();
        if (!view.isPresent()) {
            return view;
        }
        take(view, now);
        ImportPlan plan = ImportPlan.of(files.values().stream().flatMap(Optional::stream).toList());
        ask(now);
        Set<String> troubled = Set.copyOf(written.troubled);
        register(plan, dagId -> !troubled.contains(dagId));
        if (view.files().keySet().stream().allMatch(file -> isJudged(file, now))) {
            deactivate(plan, view, now);
            report(plan);
        }
        register(plan, troubled::contains);
        return view;
    }

    /** Whether a file's content waits to be taken, so that the next pass should come soon. */
    boolean isWaiting() {
        return looks.isWaiting() || !written.missingSince.isEmpty();
    }

    private boolean isJudged(Path file, long now) {
        return files.containsKey(file) || now - firstSeen.get(file) >= PATIENCE.toNanos();
    }

    private void take(FolderView view, long now) {
        firstSeen.keySet().retainAll(view.files().keySet());
        view.files().keySet().forEach(file -> firstSeen.putIfAbsent(file, now));
        files.keySet().removeIf(file -> !view.files().containsKey(file) && !DagFolder.isBelow(file, view.unreadable()));
        for (FileLooks.Taken taken : looks.look(view, now, this::isDoubtful)) {
            files.put(taken.file(),
                    read(taken).map(result -> new ImportPlan.Source(taken.file(), taken.hash(), result)));
        }
    }

    private Optional<ParseResult> read(FileLooks.Taken taken) {
        if (taken.refusal() != null) {
            ParseResult invalid = new ParseResult.Invalid(List.of(taken.refusal().error()));
            return wasDag(taken.file()) || DagNames.isAlways(taken.file()) ? Optional.of(invalid) : Optional.empty();
        }
        return DagNames.readIfDag(taken.file(), taken.content(), wasDag(taken.file()));
    }

    private boolean wasDag(Path file) {
        return files.getOrDefault(file, Optional.empty()).isPresent()
                || written.known.values().stream().anyMatch(dag -> dag.file().equals(file.toString()));
    }

    /** Content that is no valid DAG, or whose last line has no end, may be half of what is being written. */
    private boolean isDoubtful(FileLooks.Taken taken) {
        if (taken.refusal() != null) {
            return true;
        }
        byte[] content = taken.content();
        boolean ended = content.length > 0 && content[content.length - 1] == '\n'
                || taken.file().toString().endsWith(".json");
        return !ended || read(taken).filter(ParseResult.Parsed.class::isInstance).isEmpty();
    }

    private void ask(long now) {
        if (written.asked != null && now - written.asked < ASK.toNanos()) {
            return;
        }
        Map<String, KnownDag> known = new HashMap<>();
        ledger.known().forEach(dag -> known.put(dag.dagId(), dag));
        written.known.clear();
        written.known.putAll(known);
        written.registered.keySet().retainAll(known.keySet());
        written.asked = now;
    }

    private void register(ImportPlan plan, Predicate<String> which) {
        plan.dags().forEach((dagId, source) -> {
            if (which.test(dagId) && !source.equals(written.registered.get(dagId))) {
                written.troubled.add(dagId);
                register(dagId, source);
                written.troubled.remove(dagId);
            }
        });
    }

    private void register(String dagId, ImportPlan.Source source) {
        ParseResult.Parsed parsed = (ParseResult.Parsed) source.result();
        String file = source.file().toString();
        DagVersion version = ledger.register(parsed.dag(), new DagLedger.Origin(file, parsed.source()), true);
        KnownDag before = written.known.put(dagId, new KnownDag(dagId, file, version.hash()));
        written.registered.put(dagId, source);
        if (before == null || !before.hash().equals(version.hash())) {
            LOG.info("DAG imported dag={} version={} tasks={} file={}", dagId, version.number(),
                    parsed.dag().tasks().size(), file);
        }
    }

    private void deactivate(ImportPlan plan, FolderView view, long now) {
        Set<String> absent = new HashSet<>(written.known.keySet());
        absent.removeAll(plan.dags().keySet());
        plan.contested().forEach(absent::remove);
        absent.removeIf(dagId -> isStillThere(Path.of(written.known.get(dagId).file()), view));
        written.missingSince.keySet().retainAll(absent);
        boolean empty = files.values().stream().allMatch(Optional::isEmpty);
        if (empty) {
            sayEmpty();
            written.missingSince.clear();
            return;
        }
        emptySaid = false;
        absent.forEach(dagId -> written.missingSince.putIfAbsent(dagId, now));
        absent.removeIf(dagId -> now - written.missingSince.get(dagId) < GONE.toNanos());
        if (absent.isEmpty()) {
            return;
        }
        ledger.deactivate(absent);
        for (String dagId : absent) {
            LOG.info("DAG deactivated, its file is gone dag={} file={}", dagId, written.known.get(dagId).file());
        }
        written.known.keySet().removeAll(absent);
        written.registered.keySet().removeAll(absent);
        written.missingSince.keySet().removeAll(absent);
    }

    /** A file that cannot be read, is invalid now, or changes just now still is its DAG's file. */
    private boolean isStillThere(Path file, FolderView view) {
        if (DagFolder.isBelow(file, view.unreadable()) || looks.isWaiting(file)) {
            return true;
        }
        return files.getOrDefault(file, Optional.empty())
                .filter(source -> source.result() instanceof ParseResult.Invalid)
                .isPresent();
    }

    private void sayEmpty() {
        if (!emptySaid && !written.known.isEmpty()) {
            LOG.warn("The DAG folder {} holds no DAG: the {} known ones stay as they are", folder.root(),
                    written.known.size());
        }
        emptySaid = true;
    }

    private void report(ImportPlan plan) {
        if (plan.errors().equals(written.errors)) {
            return;
        }
        ledger.replaceImportErrors(plan.errors());
        List<DagLedger.ImportError> before = written.errors == null ? List.of() : written.errors;
        plan.errors()
                .stream()
                .filter(error -> !before.contains(error))
                .forEach(error -> LOG.warn("Not imported: {}", error.text().lines().findFirst().orElse(error.file())));
        written.errors = plan.errors();
    }
}
