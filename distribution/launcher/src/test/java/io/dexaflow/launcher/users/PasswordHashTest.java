// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PasswordHashTest {

    /** The same stands in the PasswordHashTest of io.dexaflow.rest: what one writes the other reads. */
    private static final String KEPT =
            "pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$yUjY5nR1LPKm_02-0p16t31nrcIFR8xw3iQ2wsx-Qtg";

    @Test
    void writesWhatTheApiReads() {
        byte[] salt = new byte[16];
        for (byte i = 0; i < salt.length; i++) {
            salt[i] = i;
        }

        assertThat(PasswordHash.of("pässwörd 1".toCharArray(), salt)).isEqualTo(KEPT);
    }

    @Test
    void thePasswordOfTwoIsKeptInTwoWays() {
        assertThat(PasswordHash.of("same".toCharArray())).isNotEqualTo(PasswordHash.of("same".toCharArray()));
    }
}
