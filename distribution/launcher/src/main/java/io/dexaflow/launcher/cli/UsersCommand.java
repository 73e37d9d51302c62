// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.HomeCheck;
import io.dexaflow.launcher.users.Account;
import io.dexaflow.launcher.users.Accounts;
import io.dexaflow.launcher.users.PasswordInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow users}: who may sign in at {@code /auth/token}; with the host running or without one. */
@Command(name = "users", description = {"Accounts for POST /auth/token.",
        "A running host notices a change at once."}, mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class UsersCommand {

    /** What somebody may do. */
    private enum Role {
        viewer, operator, admin
    }

    @Spec private CommandSpec spec;

    @Command(name = "add", description = "Adds a user. The password is asked for, or read from standard input.",
            mixinStandardHelpOptions = true, versionProvider = DexaflowCommand.VersionText.class)
    int add(@Parameters(paramLabel = "NAME", description = "The user.") String name,
            @Option(names = "--role", required = true, paramLabel = "ROLE", description = "One of"
                    + " ${COMPLETION-CANDIDATES}: reads; also triggers, clears, marks, pauses; everything.") Role role,
            @Mixin MadePassword made, @Mixin HomeOption homeOption) throws IOException {
        Home home = homeOption.home();
        Accounts accounts = new Accounts(home);
        accounts.checkNew(name);
        made.check();
        char[] password = password(name, made);
        // A home that no host has worked on yet is made as a host would make it.
        HomeCheck.prepare(home);
        accounts.add(name, role.name(), password);
        say("Added " + name + " (" + role + ").");
        made.show(name, password, spec);
        return ExitCode.DONE;
    }

    @Command(name = "reset", description = "Gives a user a new password, and ends the tokens made with the old one.",
            mixinStandardHelpOptions = true, versionProvider = DexaflowCommand.VersionText.class)
    int reset(@Parameters(paramLabel = "NAME", description = "The user.") String name, @Mixin MadePassword made,
            @Mixin HomeOption homeOption) throws IOException {
        Accounts accounts = new Accounts(homeOption.home());
        accounts.checkKnown(name);
        made.check();
        char[] password = password(name, made);
        accounts.reset(name, password);
        say("Reset the password of " + name + ".");
        made.show(name, password, spec);
        return ExitCode.DONE;
    }

    @Command(name = "role", description = "Gives a user another role; tokens they have follow it.",
            mixinStandardHelpOptions = true, versionProvider = DexaflowCommand.VersionText.class)
    int role(@Parameters(paramLabel = "NAME", description = "The user.") String name,
            @Parameters(paramLabel = "ROLE", description = "One of ${COMPLETION-CANDIDATES}.") Role role,
            @Mixin HomeOption homeOption) {
        Accounts accounts = new Accounts(homeOption.home());
        accounts.checkKnown(name);
        accounts.setRole(name, role.name());
        say(name + " is " + role + " now.");
        return ExitCode.DONE;
    }

    @Command(name = "remove", description = "Removes a user, and ends their tokens.", mixinStandardHelpOptions = true,
            versionProvider = DexaflowCommand.VersionText.class)
    int remove(@Parameters(paramLabel = "NAME", description = "The user.") String name, @Mixin HomeOption homeOption) {
        Accounts accounts = new Accounts(homeOption.home());
        accounts.checkKnown(name);
        accounts.remove(name);
        say("Removed " + name + ".");
        return ExitCode.DONE;
    }

    @Command(name = "list", description = "Shows who may sign in.", mixinStandardHelpOptions = true,
            versionProvider = DexaflowCommand.VersionText.class)
    int list(@Option(names = "--json", description = "Prints JSON.") boolean isJson, @Mixin HomeOption homeOption) {
        List<Account> all = new Accounts(homeOption.home()).all();
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            Output.printJson(out, Map.of("users", all.stream().map(UsersCommand::json).toList()));
            return ExitCode.DONE;
        }
        Table table = new Table("NAME", "ROLE", "CREATED");
        all.forEach(account -> table.add(account.name(), account.role(), account.createdAt()));
        table.print(out);
        return ExitCode.DONE;
    }

    private char[] password(String name, MadePassword made) throws IOException {
        char[] password = made.isWanted() ? PasswordInput.made() : PasswordInput.read(name);
        if (password.length < PasswordInput.SHORT) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("Warning: a password of fewer than " + PasswordInput.SHORT + " characters is soon guessed");
            err.flush();
        }
        return password;
    }

    private void say(String words) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(words);
        out.flush();
    }

    private static Map<String, Object> json(Account account) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("username", account.name());
        json.put("role", account.role());
        json.put("created_at", account.createdAt());
        return json;
    }

    /** {@code --generate}, for the commands that set a password. */
    static final class MadePassword {

        @Option(names = "--generate", description = "Makes a password and shows it once, on the"
                + " terminal.") private boolean isWanted;

        boolean isWanted() {
            return isWanted;
        }

        /** Refuses to put a password where it would stay: into a file or another program's log. */
        void check() {
            if (isWanted && !Terminal.is(1) && !Terminal.is(2)) {
                throw CommandException.badInput("--generate shows the password on the terminal, and there is none;"
                        + " send one to standard input instead");
            }
        }

        void show(String name, char[] password, CommandSpec spec) {
            if (isWanted) {
                PrintWriter terminal = Terminal.is(1) ? spec.commandLine().getOut() : spec.commandLine().getErr();
                terminal.println("The password of " + name + ", shown this once: " + new String(password));
                terminal.flush();
            }
        }
    }
}
