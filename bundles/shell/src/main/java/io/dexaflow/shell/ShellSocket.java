// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.annotation.bundle.Capability;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shell on a Unix socket in the home, for its owner only.
 * When the socket cannot be made the component fails, and the doctor says why; a connection that breaks ends its own
 * session and nothing else.
 */
@Component(name = "io.dexaflow.shell.socket", service = {}, immediate = true)
@Capability(namespace = "org.apache.felix.gogo", name = "shell.implementation", version = "1.0.0")
@Requirement(namespace = "org.apache.felix.gogo", name = "command.implementation", version = "1.0.0",
        effective = "active")
public final class ShellSocket {

    private static final Logger LOG = LoggerFactory.getLogger(ShellSocket.class);
    private static final String HOME = "dexaflow.home";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final CommandProcessor processor;
    private final String home;
    private final Map<Session, Thread> sessions = new ConcurrentHashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private SocketFile socket;
    private Thread acceptor;

    /**
     * @param processor runs the commands
     * @param context knows the home
     */
    @Activate
    public ShellSocket(@Reference(name = "command-processor") CommandProcessor processor, BundleContext context) {
        this(processor, context.getProperty(HOME));
    }

    ShellSocket(CommandProcessor processor, String home) {
        this.processor = processor;
        this.home = home;
    }

    @Activate
    void start() throws IOException {
        if (home == null) {
            throw new IllegalStateException("the framework property " + HOME + " is missing; the launcher sets it");
        }
        socket = SocketFile.create(Path.of(home));
        acceptor = thread("dexaflow-shell-acceptor").start(this::accept);
    }

    @Deactivate
    void stop() throws IOException, InterruptedException {
        stopped.countDown();
        socket.close();
        acceptor.join();
        for (Map.Entry<Session, Thread> entry : sessions.entrySet()) {
            end(entry.getKey(), entry.getValue());
        }
    }

    private void accept() {
        try {
            do {
                acceptWhilePossible();
            } while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Comes back when the socket is closed, or when the system refuses a connection for want of something. */
    private void acceptWhilePossible() {
        try {
            while (true) {
                serve(socket.channel().accept());
            }
        } catch (ClosedChannelException stopping) {
            LOG.debug("the shell's socket is closed");
        } catch (IOException refused) {
            LOG.warn("the shell could not take a connection: {}", refused.getMessage());
        }
    }

    private void serve(SocketChannel channel) {
        Session session = new Session(channel, processor);
        Thread thread = thread("dexaflow-shell-session").unstarted(() -> {
            try {
                session.run();
            } finally {
                sessions.remove(session);
            }
        });
        sessions.put(session, thread);
        thread.start();
    }

    /** Threads that belong to nobody's session, even if a command of one of them started this bundle. */
    private static Thread.Builder thread(String name) {
        return Thread.ofVirtual().name(name).inheritInheritableThreadLocals(false);
    }

    /** Ends a session and waits for it; not for the one whose command stops this bundle, which waits for us. */
    private static void end(Session session, Thread thread) throws IOException, InterruptedException {
        session.close();
        if (session.isCurrent()) {
            return;
        }
        thread.interrupt();
        if (!thread.join(PATIENCE)) {
            LOG.warn("a command of the shell does not end; it is left alone");
        }
    }
}
