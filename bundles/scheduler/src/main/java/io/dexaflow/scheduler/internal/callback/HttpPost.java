// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST to one address. The client that comes with Java looks a name up by itself and takes proxies from the surroundings,
 * so that the address that was allowed would not be sure to be the one that is called. No redirect is followed and no answer
 * is read beyond its status line.
 *
 * @param timeout how long it may take in all
 */
record HttpPost(Duration timeout) {

    private static final int LONGEST_HEAD = 16_384;
    private static final int CONTINUE = 100;
    private static final int OK = 200;

    /**
     * Sends it.
     *
     * @param uri the URL
     * @param address where its host is
     * @param json the body
     * @return the answer's status
     * @throws IOException when there is none in time
     */
    int send(URI uri, InetAddress address, String json) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        Socket plain = new Socket();
        Thread watch = Thread.ofVirtual().name("dexaflow-callback-deadline").start(() -> closeInTime(plain, late));
        try (plain) {
            return exchange(plain, uri, address, json);
        } catch (IOException e) {
            throw late.get() ? new SocketTimeoutException("no answer within " + timeout.toMillis() + " ms") : e;
        } finally {
            watch.interrupt();
        }
    }

    /** One that drips its answer, or its handshake, cannot stretch it. */
    private void closeInTime(Socket socket, AtomicBoolean late) {
        long end = System.nanoTime() + timeout.toNanos();
        for (long left = timeout.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                return;
            }
        }
        late.set(true);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int exchange(Socket plain, URI uri, InetAddress address, String json) throws IOException {
        boolean secure = uri.getScheme().equalsIgnoreCase("https");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
        plain.connect(new InetSocketAddress(address, port), (int) timeout.toMillis());
        Socket socket = secure ? secured(plain, uri.getHost(), port) : plain;
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        OutputStream out = socket.getOutputStream();
        out.write(head(uri, body.length).getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return status(socket.getInputStream());
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static String head(URI uri, int length) {
        String ascii = uri.toASCIIString();
        URI wire = URI.create(ascii);
        String path = wire.getRawPath() == null || wire.getRawPath().isEmpty() ? "/" : wire.getRawPath();
        String query = wire.getRawQuery() == null ? "" : "?" + wire.getRawQuery();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String login = uri.getUserInfo() == null ? ""
                : "\r\nAuthorization: Basic "
                        + Base64.getEncoder().encodeToString(uri.getUserInfo().getBytes(StandardCharsets.UTF_8));
        return "POST " + path + query + " HTTP/1.1\r\nHost: " + wire.getHost() + port + "\r\nUser-Agent: dexaflow\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + login
                + "\r\nAccept: */*\r\nConnection: close\r\n\r\n";
    }

    /** Of the final answer: what begins with 1 is only on its way. */
    private static int status(InputStream in) throws IOException {
        int left = LONGEST_HEAD;
        while (true) {
            String line = line(in, left);
            left -= line.length() + 1;
            String[] words = line.split(" ", 3);
            if (!words[0].startsWith("HTTP/1.") || words.length < 2 || !words[1].matches("[1-9][0-9]{2}")) {
                throw new IOException("what answers there does not speak HTTP/1.1");
            }
            int status = Integer.parseInt(words[1]);
            if (status < CONTINUE || status >= OK) {
                return status;
            }
            for (String header = line; !header.isEmpty(); left -= header.length() + 1) {
                header = line(in, left);
            }
        }
    }

    private static String line(InputStream in, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < most) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed before an answer came");
            }
            if (next == '\n') {
                return line.toString().stripTrailing();
            }
            line.append((char) next);
        }
        throw new IOException("the head of the answer has no end");
    }
}
