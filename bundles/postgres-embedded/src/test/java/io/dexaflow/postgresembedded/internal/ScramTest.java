// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;

/** With the example of RFC 7677, section 3. */
class ScramTest {

    private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String CHALLENGE = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";

    private final Scram scram = new Scram("user", "pencil", NONCE);

    @Test
    void answersAsTheStandardsExampleDoes() throws GeneralSecurityException {
        assertThat(scram.first()).isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        assertThat(scram.answer(CHALLENGE)).isEqualTo("c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        assertThat(scram.isServerProved("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")).isTrue();
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsNotProved() throws GeneralSecurityException {
        assertThat(scram.isServerProved("v=")).isFalse();
        scram.answer(CHALLENGE);
        assertThat(scram.isServerProved("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G5=")).isFalse();
        assertThat(scram.isServerProved("e=other-error")).isFalse();
    }

    @Test
    void aNonceThatIsNotOursIsRefused() {
        assertThatThrownBy(() -> scram.answer("r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"))
                .isInstanceOf(GeneralSecurityException.class);
        assertThatThrownBy(() -> scram.answer("r=" + NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"))
                .isInstanceOf(GeneralSecurityException.class);
    }
}
