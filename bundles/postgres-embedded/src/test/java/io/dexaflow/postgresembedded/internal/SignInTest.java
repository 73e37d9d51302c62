// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.postgresembedded.internal.SignIn.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Strangers on the server's port; the server itself is met in the integration tests. */
class SignInTest {

    private static final String ASKS_FOR_CLEAR_TEXT = "52" + "00000008" + "00000003";
    private static final String LETS_IN = "52" + "00000008" + "00000000" + "5a" + "00000005" + "49";

    private final SignIn signIn = new SignIn(new Credentials("secret"));

    @Test
    void nobodyListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(signIn.attempt(port)).isInstanceOf(Answer.NoServer.class);
    }

    @Test
    void whoAsksForThePasswordInClearTextDoesNotGetIt() throws Exception {
        assertThat(against(HexFormat.of().parseHex(ASKS_FOR_CLEAR_TEXT))).isInstanceOf(Answer.NoServer.class);
    }

    @Test
    void whoLetsUsInWithoutProofIsNotOurServer() throws Exception {
        assertThat(against(HexFormat.of().parseHex(LETS_IN))).isInstanceOf(Answer.NoServer.class);
    }

    @Test
    void whoSpeaksSomethingElseIsNotOurServer() throws Exception {
        byte[] web = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(against(web)).isInstanceOf(Answer.NoServer.class);
    }

    @Test
    void aWrongPasswordIsToldFromAServerThatIsNotReady() throws Exception {
        assertThat(against(error("28P01"))).isEqualTo(new Answer.WrongPassword());
        assertThat(against(error("57P03"))).isInstanceOf(Answer.NoServer.class);
    }

    private static byte[] error(String code) {
        byte[] fields = ("SFATAL\0C" + code + "\0Mno\0\0").getBytes(StandardCharsets.US_ASCII);
        return java.nio.ByteBuffer.allocate(fields.length + 5)
                .put((byte) 'E')
                .putInt(fields.length + 4)
                .put(fields)
                .array();
    }

    private Answer against(byte[] words) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Thread stranger = Thread.ofVirtual().start(() -> {
                try (Socket client = socket.accept()) {
                    client.getInputStream().read();
                    client.getOutputStream().write(words);
                    client.shutdownOutput();
                    client.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The client saw enough.
                }
            });
            Answer answer = signIn.attempt(socket.getLocalPort());
            stranger.join();
            return answer;
        }
    }
}
