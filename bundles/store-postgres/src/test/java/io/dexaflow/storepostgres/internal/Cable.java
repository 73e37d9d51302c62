// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line to the database server that can be cut and mended. */
final class Cable implements AutoCloseable {

    private final TestServer.Endpoint behind;
    private final InetSocketAddress server;
    private final InetSocketAddress end;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private ServerSocket listener;

    /** A line that is cut at first. */
    Cable(TestServer.Endpoint behind) throws IOException {
        URI uri = URI.create(behind.jdbcUrl().substring("jdbc:".length()));
        this.behind = behind;
        this.server = new InetSocketAddress(uri.getHost(), uri.getPort());
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.end = new InetSocketAddress(InetAddress.getLoopbackAddress(), free.getLocalPort());
        }
    }

    TestServer.Endpoint endpoint() {
        return new TestServer.Endpoint("jdbc:postgresql://127.0.0.1:" + end.getPort() + "/" + behind.name(),
                behind.user(), behind.password());
    }

    synchronized void mend() throws IOException {
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(end, 50);
        ServerSocket mine = listener;
        Thread.ofVirtual().name("cable").start(() -> accept(mine));
    }

    private void accept(ServerSocket mine) {
        try {
            while (true) {
                Socket near = mine.accept();
                Socket far = new Socket(server.getAddress(), server.getPort());
                open.add(near);
                open.add(far);
                Thread.ofVirtual().name("cable").start(() -> carry(near, far));
                Thread.ofVirtual().name("cable").start(() -> carry(far, near));
            }
        } catch (IOException cut) {
            // Nobody is accepted any more.
        }
    }

    private void carry(Socket from, Socket to) {
        try (from; to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // Both ends are closed by now.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    synchronized void cut() throws IOException {
        if (listener != null) {
            listener.close();
            listener = null;
        }
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
