// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {

    /** The same stands in the launcher's PasswordHashTest: what one writes the other reads. */
    private static final String KEPT =
            "pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$yUjY5nR1LPKm_02-0p16t31nrcIFR8xw3iQ2wsx-Qtg";

    @Test
    void readsWhatTheUsersCommandWrites() {
        PasswordHash hash = PasswordHash.parse(KEPT);

        assertThat(hash.matches("pässwörd 1")).isTrue();
        assertThat(hash.matches("pässwörd 2")).isFalse();
        assertThat(hash.matches("")).isFalse();
    }

    @Test
    void nobodysPasswordIsNoWordAndAsMuchWork() {
        assertThat(PasswordHash.NOBODYS.matches("")).isFalse();
        assertThat(PasswordHash.NOBODYS.iterations()).isEqualTo(PasswordHash.parse(KEPT).iterations());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "pbkdf2-sha512$1$AAECAwQFBgcICQoLDA0ODw$AAAA",
            "md5$210000$AAECAwQFBgcICQoLDA0ODw$yUjY5nR1LPKm_02-0p16t31nrcIFR8xw3iQ2wsx-Qtg"})
    void anythingElseIsRefusedWithoutQuotingIt(String kept) {
        assertThatThrownBy(() -> PasswordHash.parse(kept)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }
}
