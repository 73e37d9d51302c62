// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The client's side of SCRAM-SHA-256 (RFC 5802 and 7677). It proves both ways: that we know the password, and that the
 * server does, so that a stranger on our port is not taken for our server.
 */
final class Scram {

    private static final String NO_CHANNEL_BINDING = "n,,";
    private static final int KEY_BITS = 256;

    private final String password;
    private final String nonce;
    private final String firstBare;
    private String expectedServerProof = "";

    Scram(String user, String password, String nonce) {
        this.password = password;
        this.nonce = nonce;
        this.firstBare = "n=" + user + ",r=" + nonce;
    }

    String first() {
        return NO_CHANNEL_BINDING + firstBare;
    }

    /** The answer to the server's challenge. */
    String answer(String challenge) throws GeneralSecurityException {
        Map<String, String> values = parse(challenge);
        String fullNonce = values.getOrDefault("r", "");
        if (!fullNonce.startsWith(nonce) || fullNonce.length() == nonce.length()) {
            throw new GeneralSecurityException("the server did not take up our nonce");
        }
        byte[] salt = Base64.getDecoder().decode(values.getOrDefault("s", ""));
        byte[] salted = salted(salt, Integer.parseInt(values.getOrDefault("i", "0")));
        String withoutProof = "c=" + encode(bytes(NO_CHANNEL_BINDING)) + ",r=" + fullNonce;
        byte[] exchange = bytes(firstBare + "," + challenge + "," + withoutProof);
        byte[] clientKey = hmac(salted, bytes("Client Key"));
        byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
        expectedServerProof = encode(hmac(hmac(salted, bytes("Server Key")), exchange));
        return withoutProof + ",p=" + encode(xor(clientKey, hmac(storedKey, exchange)));
    }

    /** Whether the server's last message proves that it knows the password. */
    boolean isServerProved(String last) {
        String proof = parse(last).getOrDefault("v", "");
        return !proof.isEmpty() && MessageDigest.isEqual(bytes(proof), bytes(expectedServerProof));
    }

    private byte[] salted(byte[] salt, int iterations) throws GeneralSecurityException {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS);
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    }

    private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(message);
    }

    private static byte[] xor(byte[] one, byte[] other) {
        byte[] result = new byte[one.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (byte) (one[i] ^ other[i]);
        }
        return result;
    }

    private static Map<String, String> parse(String message) {
        Map<String, String> values = new HashMap<>();
        for (String part : message.split(",")) {
            if (part.length() >= 2 && part.charAt(1) == '=') {
                values.put(part.substring(0, 1), part.substring(2));
            }
        }
        return values;
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
