// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import io.dexaflow.launcher.CommandException;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/** Where a password comes from: the terminal, unseen, or the first line of standard input; never the command line. */
public final class PasswordInput {

    /** Shorter ones are taken, with a warning. */
    public static final int SHORT = 8;

    private static final int LONGEST = 1024;
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int GROUPS = 4;
    private static final int GROUP_LENGTH = 6;

    private PasswordInput() {}

    /** Asks for a password twice, or reads it where nobody can be asked. */
    public static char[] read(String user) throws IOException {
        Console console = System.console();
        return console == null || !console.isTerminal() ? fromStream(System.in) : ask(console, user);
    }

    private static char[] ask(Console console, String user) {
        char[] first = checked(console.readPassword("Password for %s: ", user));
        char[] second = console.readPassword("Again: ");
        boolean isSame = Arrays.equals(first, second);
        if (second != null) {
            Arrays.fill(second, ' ');
        }
        if (!isSame) {
            throw CommandException.badInput("the two passwords are not the same; nothing was changed");
        }
        return first;
    }

    static char[] fromStream(InputStream in) throws IOException {
        byte[] line = new byte[LONGEST * 4 + 1];
        int length = 0;
        int next = in.read();
        while (next >= 0 && next != '\n' && length < line.length) {
            line[length++] = (byte) next;
            next = in.read();
        }
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, length));
            char[] password = new char[text.remaining()];
            text.get(password);
            return checked(password);
        } catch (CharacterCodingException e) {
            throw CommandException.badInput("the password on standard input is not UTF-8");
        } finally {
            Arrays.fill(line, (byte) 0);
        }
    }

    /** One that nobody has to think of: 120 random bits, without letters that look alike. */
    public static char[] made() {
        SecureRandom random = new SecureRandom();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP_LENGTH; i++) {
            text.append(i > 0 && i % GROUP_LENGTH == 0 ? "-" : "").append(LETTERS.charAt(random.nextInt(32)));
        }
        return text.toString().toCharArray();
    }

    private static char[] checked(char[] password) {
        if (password == null || password.length == 0) {
            throw CommandException
                    .badInput("no password came in: type one, send one to standard input, or have one made"
                            + " with --generate; nothing was changed");
        }
        if (password.length > LONGEST) {
            throw CommandException.badInput("a password has at most " + LONGEST + " characters; nothing was changed");
        }
        return password;
    }
}
