// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

/**
 * Signs in to a server and hangs up: the proof that it accepts connections, that it is ours, and that our password is
 * good. Speaks the few messages that needs itself, because the driver belongs to the store's bundle.
 */
final class SignIn {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int NONCE_BYTES = 18;
    private static final int PROTOCOL_3 = 3 << 16;
    private static final int LONGEST_MESSAGE = 1 << 20;
    private static final int AUTHENTICATION_OK = 0;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;
    private static final String MECHANISM = "SCRAM-SHA-256";
    private static final String INVALID_PASSWORD = "28P01";

    private final Credentials credentials;

    SignIn(Credentials credentials) {
        this.credentials = credentials;
    }

    /** What came of it. */
    sealed interface Answer {

        /** A server that knows our password, and accepts it. */
        record Accepted() implements Answer {}

        /** A server that does not accept our password. */
        record WrongPassword() implements Answer {}

        /** No server, one that is not ready, or something else that listens there. */
        record NoServer(String reason) implements Answer {}
    }

    Answer attempt(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return converse(new DataInputStream(socket.getInputStream()),
                    new DataOutputStream(socket.getOutputStream()));
        } catch (IOException | RuntimeException | GeneralSecurityException e) {
            return new Answer.NoServer(e.toString());
        }
    }

    private Answer converse(DataInputStream in, DataOutputStream out) throws IOException, GeneralSecurityException {
        Scram scram = new Scram("", credentials.password(), nonce());
        send(out, "", startup());
        boolean proved = false;
        while (true) {
            char kind = (char) in.readUnsignedByte();
            byte[] body = body(in);
            switch (kind) {
                case 'E' -> {
                    return refusal(new String(body, StandardCharsets.UTF_8));
                }
                case 'R' -> proved = authenticate(ByteBuffer.wrap(body), scram, out) || proved;
                case 'Z' -> {
                    requireProof(proved);
                    send(out, "X", new byte[0]);
                    return new Answer.Accepted();
                }
                default -> {
                    // Parameters and the key for cancelling: nothing to us.
                }
            }
        }
    }

    /** One message of the sign-in; true when it was the server's proof. */
    private static boolean authenticate(ByteBuffer message, Scram scram, DataOutputStream out)
            throws IOException, GeneralSecurityException {
        int step = message.getInt();
        String text = StandardCharsets.UTF_8.decode(message).toString();
        switch (step) {
            case SASL -> send(out, "p", initial(text, scram));
            case SASL_CONTINUE -> send(out, "p", bytes(scram.answer(text)));
            case SASL_FINAL -> {
                return scram.isServerProved(text);
            }
            case AUTHENTICATION_OK -> {
                // Counts only with the proof, which was asked for before.
            }
            default -> throw new IOException("asks for another kind of sign-in");
        }
        return false;
    }

    private static String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static void requireProof(boolean proved) throws IOException {
        if (!proved) {
            throw new IOException("lets us in without proof that it knows the password");
        }
    }

    private static Answer refusal(String fields) {
        String code = Arrays.stream(fields.split("\0"))
                .filter(field -> field.startsWith("C"))
                .findFirst()
                .map(field -> field.substring(1))
                .orElse("");
        return code.equals(INVALID_PASSWORD) ? new Answer.WrongPassword()
                : new Answer.NoServer(fields.replace('\0', ' ').strip());
    }

    private static byte[] startup() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        new DataOutputStream(message).writeInt(PROTOCOL_3);
        message.writeBytes(bytes("user\0" + Credentials.USER + "\0database\0" + Credentials.DATABASE
                + "\0application_name\0dexaflow-probe\0\0"));
        return message.toByteArray();
    }

    private static byte[] initial(String mechanisms, Scram scram) throws IOException {
        if (!Arrays.asList(mechanisms.split("\0")).contains(MECHANISM)) {
            throw new IOException("does not offer " + MECHANISM);
        }
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(bytes(MECHANISM + "\0"));
        byte[] first = bytes(scram.first());
        new DataOutputStream(message).writeInt(first.length);
        message.writeBytes(first);
        return message.toByteArray();
    }

    private static void send(DataOutputStream out, String kind, byte[] body) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(bytes(kind));
        new DataOutputStream(message).writeInt(body.length + Integer.BYTES);
        message.writeBytes(body);
        out.write(message.toByteArray());
        out.flush();
    }

    private static byte[] body(DataInputStream in) throws IOException {
        int length = in.readInt() - Integer.BYTES;
        if (length < 0 || length > LONGEST_MESSAGE) {
            throw new IOException("does not speak PostgreSQL");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("hung up");
        }
        return body;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
