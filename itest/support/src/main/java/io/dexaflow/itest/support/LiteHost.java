// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Lite host of the assembled distribution, in a process of its own on a temporary home. As a JUnit extension
 * ({@code @RegisterExtension static final}) it serves a test class: it starts before the first test, says what it knows
 * when a test has failed, and is gone with all it has started after the last one.
 */
public final class LiteHost implements BeforeAllCallback, AfterAllCallback, AfterTestExecutionCallback, AutoCloseable {

    private static final Duration BOOT = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(45);
    private static final int LOG_LINES = 60;

    private final Place place;
    private final List<String> options = new ArrayList<>();
    private Map<String, String> environment = Map.of();
    private String[] starter = {};
    private RunningCommand process;
    private ServerJson server;
    private Api api;
    private Rows rows;

    /**
     * @param place where
     * @param options further options of {@code dexaflow lite}
     */
    public LiteHost(Place place, String... options) {
        this.place = place;
        this.options.addAll(List.of(options));
    }

    /** One in a folder of its own. */
    public static LiteHost fresh(String name, String... options) {
        return new LiteHost(Homes.fresh(name), options);
    }

    /** Starts it with these variables as well. */
    public LiteHost with(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /** Has it started by a program that makes a process of its own for it, as {@code unshare --fork} does. */
    public LiteHost under(String... program) {
        starter = program.clone();
        return this;
    }

    /** Starts it, or starts it again on the same home, and waits until it is ready. */
    public LiteHost start() {
        List<Object> words = new ArrayList<>(List.of("lite", "--port", "0", "--dags", place.dags()));
        words.addAll(options);
        Command command = Command.dexaflow(place, words.toArray()).onHome().under(starter);
        environment.forEach(command::with);
        process = command.start();
        Waits.until("the host on " + place + " is ready", BOOT, this::isReady, this::diagnosis);
        api = new Api(server.api(), token());
        return this;
    }

    private boolean isReady() {
        ServerJson written = ServerJson.read(place.home());
        if (written != null && (server == null || !server.json().equals(written.json()))
                && Processes.isAlive(written.pid())) {
            server = written;
            return true;
        }
        if (!process.isAlive()) {
            throw new AssertionError("The host on " + place + " did not boot:\n" + diagnosis());
        }
        return false;
    }

    private String token() {
        try {
            return Files.readString(place.home().resolve("token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it works. */
    public Place place() {
        return place;
    }

    /** What it says of itself. */
    public ServerJson server() {
        return server;
    }

    /** Its API. */
    public Api api() {
        return api;
    }

    /** Its database, over one connection that is kept. */
    public Rows rows() {
        if (rows == null) {
            rows = openRows();
        }
        return rows;
    }

    /** Its database, over a connection of the caller's own. */
    public Rows openRows() {
        return Rows.of(server);
    }

    /** What it has written to its terminal. */
    public String console() {
        return process.all();
    }

    /** A command on its home. */
    public Command dexaflow(Object... arguments) {
        return Command.dexaflow(place, arguments).onHome();
    }

    /** Writes a DAG file beside the DAG folder and runs it. */
    public RunKey run(String name, String yaml) {
        return run(name, yaml, Map.of());
    }

    /** Writes a DAG file beside the DAG folder and runs it. */
    public RunKey run(String name, String yaml, Map<String, Object> conf) {
        return api.run(Dags.write(place.files(), name, yaml), conf);
    }

    /** Kills it as nothing else does, and waits until it is gone. */
    public void kill() {
        if (starter.length > 0) {
            throw new IllegalStateException("what it calls its process may be another one here");
        }
        Processes.signal("KILL", server.pid());
        Waits.until("the host is gone", STOP, () -> !Processes.isAlive(server.pid()));
        forgetConnections();
    }

    /** Stops it as a user does, and waits until it is gone; its agents go on. */
    public Result stop() {
        if (starter.length > 0) {
            // The starter waits for the host and ignores it.
            process.signalGroup("TERM");
        } else {
            process.signal("TERM");
        }
        Result result = process.end(STOP);
        forgetConnections();
        return result;
    }

    /** Presses Ctrl-C in its terminal, and waits until it is gone. */
    public Result interrupt() {
        process.signalGroup("INT");
        Result result = process.end(STOP);
        forgetConnections();
        return result;
    }

    /** Makes sure that no database server of this home runs any more. */
    public void assertNoDatabaseLeft() {
        List<Processes.Seen> left = Leftovers.databasesOf(place);
        if (!left.isEmpty()) {
            throw new AssertionError("the host has ended without its database:\n" + Leftovers.lines(left));
        }
    }

    private void forgetConnections() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
        if (api != null) {
            api.close();
            api = null;
        }
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** What a person would look at first. */
    public String diagnosis() {
        StringBuilder words = new StringBuilder();
        if (process != null) {
            words.append("--- the host said\n").append(process.all());
        }
        if (isAlive() && server != null) {
            words.append("--- dexaflow doctor\n").append(doctor());
        }
        return words.append("--- the end of server.log\n")
                .append(tail(place.home().resolve("logs/server.log")))
                .toString();
    }

    private String doctor() {
        try {
            return dexaflow("doctor").run().all();
        } catch (AssertionError | RuntimeException e) {
            return "no report: " + e.getMessage() + "\n";
        }
    }

    private static String tail(Path file) {
        try {
            List<String> lines = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1).lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size())) + "\n";
        } catch (IOException e) {
            return "there is none: " + e + "\n";
        }
    }

    /** Ends it, its database and its agents, and fails when anything else is left; then removes the folder. */
    @Override
    public void close() {
        try {
            if (isAlive()) {
                Result result = stop();
                if (result.exitCode() != 0) {
                    throw new AssertionError("the host ended with " + result.exitCode() + ":\n" + result.all());
                }
                assertNoDatabaseLeft();
            }
        } finally {
            forgetConnections();
            try {
                Leftovers.end(place);
            } finally {
                Homes.remove(place);
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        try {
            start();
        } catch (AssertionError | RuntimeException e) {
            closeQuietly(e);
            throw e;
        }
    }

    private void closeQuietly(Throwable first) {
        try {
            close();
        } catch (AssertionError | RuntimeException e) {
            first.addSuppressed(e);
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        context.getExecutionException()
                .ifPresent(thrown -> System.out.println(context.getDisplayName() + " failed: "
                        + thrown + "\n" + diagnosis()));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }
}
