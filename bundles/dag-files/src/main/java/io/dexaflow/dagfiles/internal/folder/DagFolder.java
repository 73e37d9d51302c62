// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.dagfiles.internal.tree.FileText;
import io.dexaflow.dagfiles.internal.tree.UnreadableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lists the files of the DAG folder that may be DAGs by their name (contract 3): recursively, without names that begin
 * with a dot, with links to files followed and links to folders not, and without what {@code .dexaflowignore} names.
 */
public final class DagFolder {

    private final Path root;

    /**
     * @param root the folder; may be a link, whose target may change at any time
     */
    public DagFolder(Path root) {
        this.root = root;
    }

    /** The rules that hold in a folder: its own and those of the folders above, the nearest first. */
    private record Scope(Path folder, List<BoundRules> rules) {}

    private record BoundRules(Path base, IgnoreRules rules) {}

    /** Looks at the whole folder. It reads no file but those with ignore rules. */
    public FolderView look() {
        FolderView view = new FolderView(new TreeMap<>(), new HashSet<>(), new HashSet<>());
        Deque<Scope> open = new ArrayDeque<>(List.of(new Scope(root, List.of())));
        while (!open.isEmpty()) {
            Scope scope = open.pop();
            try {
                list(scope, view, open);
                view.folders().add(scope.folder());
            } catch (NoSuchFileException e) {
                // Gone since its parent was listed; a root that is gone is in no view's folders.
            } catch (IOException | DirectoryIteratorException e) {
                view.unreadable().add(scope.folder());
            }
        }
        return view;
    }

    private static void list(Scope parent, FolderView view, Deque<Scope> open) throws IOException {
        Scope scope = withOwnRules(parent);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(scope.folder())) {
            for (Path entry : entries) {
                if (!entry.getFileName().toString().startsWith(".")) {
                    visit(entry, scope, view, open);
                }
            }
        }
    }

    private static void visit(Path entry, Scope scope, FolderView view, Deque<Scope> open) {
        boolean folder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
        if (!folder && !DagNames.isCandidate(entry) || isIgnored(entry, scope, folder)) {
            return;
        }
        if (folder) {
            open.push(new Scope(entry, scope.rules()));
            return;
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(entry, BasicFileAttributes.class);
            if (!attributes.isDirectory()) {
                view.files()
                        .put(entry, new FolderView.Stat(attributes.size(), attributes.lastModifiedTime(),
                                String.valueOf(attributes.fileKey())));
            }
        } catch (NoSuchFileException e) {
            // Gone meanwhile, or a link to nothing.
        } catch (IOException e) {
            view.unreadable().add(entry);
        }
    }

    private static Scope withOwnRules(Scope scope) {
        Path file = scope.folder().resolve(IgnoreRules.FILE);
        if (!Files.isRegularFile(file)) {
            return scope;
        }
        try {
            List<BoundRules> rules = new ArrayList<>();
            rules.add(new BoundRules(scope.folder(),
                    IgnoreRules.parse(new String(FileText.bytes(file), StandardCharsets.UTF_8))));
            rules.addAll(scope.rules());
            return new Scope(scope.folder(), rules);
        } catch (UnreadableException e) {
            return scope;
        }
    }

    private static boolean isIgnored(Path entry, Scope scope, boolean folder) {
        for (BoundRules bound : scope.rules()) {
            Optional<Boolean> decision = bound.rules().decide(bound.base().relativize(entry).toString(), folder);
            if (decision.isPresent()) {
                return decision.get();
            }
        }
        return false;
    }

    /** The folder. */
    public Path root() {
        return root;
    }

    /** Whether a file is one of the paths or lies below one of them. */
    static boolean isBelow(Path file, Set<Path> paths) {
        return paths.stream().anyMatch(file::startsWith);
    }
}
