// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.home.Home;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Who may sign in at the hosts of a home. */
public final class Accounts {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}");

    private final UsersFile file;

    public Accounts(Home home) {
        this.file = new UsersFile(home);
    }

    /** All accounts, by name. */
    public List<Account> all() {
        return file.read();
    }

    /** Refuses a name that cannot be added. */
    public void checkNew(String name) {
        if (!NAME.matcher(name).matches()) {
            throw CommandException.badInput("a user's name is 1 to 64 letters, digits and . _ @ + -, and begins with a"
                    + " letter or digit");
        }
        refuseTaken(all(), name);
    }

    /** Refuses a name that nobody has. */
    public void checkKnown(String name) {
        require(all(), name);
    }

    /** Adds somebody. */
    public void add(String name, String role, char[] password) {
        Account account = new Account(name, role, PasswordHash.of(password), stamp(),
                Clocks.wallTime().truncatedTo(ChronoUnit.SECONDS).toString());
        file.change(accounts -> {
            refuseTaken(accounts, name);
            List<Account> next = new ArrayList<>(accounts);
            next.add(account);
            return next;
        });
    }

    /** Gives somebody another password. */
    public void reset(String name, char[] password) {
        String hash = PasswordHash.of(password);
        replace(name, account -> account.withPassword(hash, stamp()));
    }

    /** Gives somebody another role. */
    public void setRole(String name, String role) {
        replace(name, account -> account.withRole(role));
    }

    /** Removes somebody. */
    public void remove(String name) {
        file.change(accounts -> {
            require(accounts, name);
            return accounts.stream().filter(account -> !account.name().equals(name)).toList();
        });
    }

    private void replace(String name, UnaryOperator<Account> change) {
        file.change(accounts -> {
            require(accounts, name);
            return accounts.stream()
                    .map(account -> account.name().equals(name) ? change.apply(account) : account)
                    .toList();
        });
    }

    private static void refuseTaken(List<Account> accounts, String name) {
        if (accounts.stream().anyMatch(account -> account.name().equals(name))) {
            throw CommandException.badInput("there is a user " + name + " already; dexaflow users reset " + name
                    + " gives a new password, dexaflow users role " + name + " another role");
        }
    }

    private static void require(List<Account> accounts, String name) {
        if (accounts.stream().noneMatch(account -> account.name().equals(name))) {
            throw CommandException.badInput("there is no user " + name + "; dexaflow users list shows who there is");
        }
    }

    private static String stamp() {
        return UUID.randomUUID().toString();
    }
}
