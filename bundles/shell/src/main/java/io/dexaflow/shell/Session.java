// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.apache.felix.gogo.runtime.CommandNotFoundException;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: its commands one after the other, with variables that live as long as it does.
 * A command that fails is an answer; when the client goes away, or the bundle stops, the session ends.
 */
final class Session implements Runnable, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    /** Gogo runs commands on threads that this session's thread makes; they inherit whose they are. */
    private static final InheritableThreadLocal<Session> CURRENT = new InheritableThreadLocal<>();

    private final SocketChannel channel;
    private final CommandProcessor processor;
    private volatile boolean stopping;

    Session(SocketChannel channel, CommandProcessor processor) {
        this.channel = channel;
        this.processor = processor;
    }

    @Override
    public void run() {
        CURRENT.set(this);
        FrameOutput out = new FrameOutput(channel);
        CommandLines lines = new CommandLines(Channels.newInputStream(channel));
        try (channel; CommandSession gogo = processor.createSession(InputStream.nullInputStream(), out, out)) {
            // Ours before others' of the same name, and answers into pipes as they would be printed.
            gogo.put("SCOPE", "dexaflow:*");
            gogo.put(".FormatPipe", true);
            String line = lines.next();
            while (line != null) {
                out.begin();
                int exitCode = execute(gogo, line);
                gogo.getConsole().flush();
                out.end(exitCode);
                line = stopping ? null : lines.next();
            }
        } catch (IOException gone) {
            LOG.debug("the shell's client is gone: {}", gone.getMessage());
        }
    }

    /** Whether the calling thread runs a command of this session. */
    boolean isCurrent() {
        return CURRENT.get() == this;
    }

    /**
     * Ends the session; at once, unless it is its own command that ends it: that one is still answered.
     */
    @Override
    public void close() throws IOException {
        stopping = true;
        if (!isCurrent()) {
            channel.close();
        }
    }

    private static int execute(CommandSession gogo, String line) {
        try {
            Object result = gogo.execute(line);
            if (result != null) {
                print(gogo, gogo.format(result, Converter.INSPECT).toString());
            }
            return 0;
        } catch (CommandFailure failure) {
            print(gogo, failure.getMessage());
            return failure.exitCode();
        } catch (CommandNotFoundException unknown) {
            print(gogo, "there is no command " + unknown.getCommand() + "; see: help");
            return CommandFailure.USAGE;
        } catch (Exception failed) {
            return failed(gogo, failed);
        }
    }

    private static int failed(CommandSession gogo, Exception failed) {
        if (failed instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String message = failed.getMessage();
        // Gogo wraps the error of a line that ends too early.
        if (failed instanceof SyntaxError || failed.getCause() instanceof SyntaxError) {
            print(gogo, "this is no command line: " + message);
            return CommandFailure.USAGE;
        }
        if (failed instanceof IllegalArgumentException && message != null && message.startsWith("Cannot coerce ")) {
            print(gogo, "these arguments do not fit; see: help COMMAND\n" + message);
            return CommandFailure.USAGE;
        }
        print(gogo, failed.getClass().getSimpleName() + (message == null ? "" : ": " + message));
        return CommandFailure.FAILED;
    }

    private static void print(CommandSession gogo, String text) {
        if (text.isEmpty() || text.endsWith("\n")) {
            gogo.getConsole().print(text);
        } else {
            gogo.getConsole().print(text + "\n");
        }
    }
}
