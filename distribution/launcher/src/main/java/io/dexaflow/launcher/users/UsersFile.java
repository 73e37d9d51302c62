// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import com.fasterxml.jackson.jr.ob.JSON;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.home.Home;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The accounts in {@code users.json} of a home, which a running host notices at the next request. It is replaced whole,
 * by one command at a time, and only its owner can read it.
 */
final class UsersFile {

    private static final String USERS = "users";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path home;
    private final Path file;

    UsersFile(Home home) {
        this.home = home.root();
        this.file = this.home.resolve("users.json");
    }

    /** The accounts, by name. */
    List<Account> read() {
        try {
            Object all = JSON.std.mapFrom(Files.readString(file)).get(USERS);
            List<Account> accounts = new ArrayList<>();
            if (all instanceof List<?> list) {
                list.forEach(one -> accounts.add(Account.of((Map<?, ?>) one)));
            }
            return accounts;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | ClassCastException e) {
            // What it quotes may be of somebody's password.
            throw CommandException.badInput(file + " cannot be read, or is not as this command writes it ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    /** Replaces the accounts; two commands at once do it one after the other. */
    void change(UnaryOperator<List<Account>> change) {
        try (FileChannel lock = FileChannel.open(home.resolve("users.lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNER_ONLY)) {
            // Held until the file is closed.
            lock.lock();
            List<Account> next = new ArrayList<>(change.apply(read()));
            next.sort(Comparator.comparing(Account::name));
            write(next);
        } catch (IOException e) {
            throw CommandException.badInput("cannot write " + file + ": " + e.getMessage());
        }
    }

    private void write(List<Account> accounts) throws IOException {
        String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                .asString(Map.of(USERS, accounts.stream().map(Account::json).toList())) + "\n";
        Path draft = home.resolve("users.json.next");
        Files.deleteIfExists(draft);
        try (FileChannel out = FileChannel.open(draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        giveToHost(draft);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(home, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** A command of root's must not leave a file that the host's user cannot read. */
    private void giveToHost(Path draft) throws IOException {
        UserPrincipal owner = Files.getOwner(home);
        if (!owner.equals(Files.getOwner(draft))) {
            Files.setOwner(draft, owner);
        }
    }
}
