// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.store.CallbackLedger.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of URLs, against a server that says just what a test wants. */
class UrlCallsTest {

    private static final UrlCalls CALLS = calls("lite");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private volatile boolean dripping;
    private volatile String reply = "HTTP/1.1 204 No Content\r\n\r\n";

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void bodyIsPostedAsJsonAndAnAnswerOf2xxIsDelivery() throws InterruptedException {
        Answer answer = CALLS.call(url("/hook/sécret?key=T%20oken"), "{\"a\":\"ü\"}");

        assertThat(answer.outcome()).isEqualTo(Outcome.DELIVERED);
        assertThat(answer.words()).isEqualTo(origin() + " answered 204");
        assertThat(answer.evidence()).containsEntry("status", "204").containsEntry("url", origin());
        assertThat(heard.poll(5, TimeUnit.SECONDS)).startsWith("POST /hook/s%C3%A9cret?key=T%20oken HTTP/1.1\r\n")
                .contains("\r\nHost: 127.0.0.1:" + server.getLocalPort() + "\r\n",
                        "\r\nContent-Type: application/json\r\n",
                        "\r\nContent-Length: 10\r\n")
                .endsWith("\r\n\r\n{\"a\":\"ü\"}");
    }

    @ParameterizedTest
    @CsvSource({"301, 'a redirect, and none is followed'", "307, redirect", "404, answered 404", "500, answered 500"})
    void anyOtherAnswerFailsAndNoRedirectIsFollowed(int status, String words) throws InterruptedException {
        reply = "HTTP/1.1 " + status + " X\r\nLocation: " + url("/elsewhere") + "\r\n\r\n";

        Answer answer = CALLS.call(url("/secret"), "{}");

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.words()).contains(words).doesNotContain("secret", "elsewhere");
        assertThat(heard.poll(5, TimeUnit.SECONDS)).contains("/secret");
        assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).as("a second request").isNull();
    }

    @Test
    void interimAnswersAreNotTheAnswer() {
        reply = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";

        assertThat(CALLS.call(url("/"), "{}").outcome()).isEqualTo(Outcome.DELIVERED);
    }

    @ParameterizedTest
    @CsvSource({"SSH-2.0-x, does not speak HTTP", "'', closed before an answer", "HTTP/1.1 abc, does not speak HTTP"})
    void whatIsNoHttpFails(String said, String words) {
        reply = said.isEmpty() ? "" : said + "\r\n\r\n";

        Answer answer = CALLS.call(url("/"), "{}");

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.words()).contains(words);
    }

    @Test
    void endlessHeadIsCutOff() {
        reply = "HTTP/1.1 200 " + "x".repeat(50_000);

        assertThat(CALLS.call(url("/"), "{}").outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void oneThatNeverAnswersIsGivenUpInTime() {
        reply = null;
        long before = System.nanoTime();

        Answer answer = new UrlCalls(AddressPolicy.of("lite", new String[0]), new HttpPost(Duration.ofMillis(300)))
                .call(url("/"), "{}");

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.words()).endsWith("no answer within 300 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void oneThatDripsItsAnswerIsGivenUpInTimeToo() {
        dripping = true;

        Answer answer = new UrlCalls(AddressPolicy.of("lite", new String[0]), new HttpPost(Duration.ofMillis(300)))
                .call(url("/"), "{}");

        assertThat(answer.words()).endsWith("no answer within 300 ms");
    }

    @Test
    void tlsThatNobodySpeaksFailsAndPlainHttpIsNotTriedInstead() {
        assertThat(CALLS.call(url("/").replace("http:", "https:"), "{}").outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void addressesAreLookedAtAfterTheNameIsResolved() throws InterruptedException {
        assertThat(CALLS.call("http://169.254.169.254/latest/meta-data", "{}").outcome()).isEqualTo(Outcome.DROPPED);
        Answer answer = calls("pro").call("http://localhost:" + server.getLocalPort() + "/", "{}");

        assertThat(answer.outcome()).isEqualTo(Outcome.DROPPED);
        assertThat(answer.words()).contains("127.0.0.1 is private");
        assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"ftp://127.0.0.1/", "file:///etc/passwd", "http:///x", "'not a url'"})
    void anyOtherKindOfUrlIsRefused(String url) {
        assertThat(CALLS.call(url, "{}").outcome()).isEqualTo(Outcome.DROPPED);
    }

    @Test
    void hostThatIsNotThereMayComeBack() {
        assertThat(CALLS.call("http://nowhere.invalid/", "{}").outcome()).isEqualTo(Outcome.FAILED);
    }

    private static UrlCalls calls(String edition) {
        return new UrlCalls(AddressPolicy.of(edition, new String[0]), new HttpPost(Duration.ofSeconds(5)));
    }

    private String origin() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    private String url(String path) {
        return origin() + path;
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            byte[] request = new byte[8192];
            int length = 0;
            String text = "";
            while (!text.endsWith("}")) {
                int more = socket.getInputStream().read(request, length, request.length - length);
                if (more < 0 || request[0] == 22) {
                    return;
                }
                length += more;
                text = new String(request, 0, length, StandardCharsets.UTF_8);
            }
            heard.add(text);
            while (dripping) {
                socket.getOutputStream().write('H');
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
            if (reply == null) {
                socket.getInputStream().read();
            } else {
                socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
        } catch (IOException gone) {
            // The caller has given up.
        }
    }
}
