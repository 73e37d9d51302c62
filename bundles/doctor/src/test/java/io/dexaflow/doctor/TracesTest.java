// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class TracesTest {

    @Test
    void namesWhatTheOutermostExceptionSaysAndTheFirstCause() {
        assertThat(Traces.firstCause("""
                java.lang.reflect.InvocationTargetException
                \tat java.base/jdk.internal.reflect.X.newInstance(X.java:74)
                Caused by: io.dexaflow.store.StoreException: cannot reach the database at localhost:5432
                \tat io.dexaflow.Y.<init>(Y.java:1)
                \t... 11 more
                Caused by: java.net.ConnectException: Connection refused
                \tat java.base/sun.nio.ch.Net.connect(Net.java:1)
                \t... 12 more
                """)).isEqualTo("StoreException: cannot reach the database at localhost:5432;"
                + " first cause: ConnectException: Connection refused");
    }

    @Test
    void saysItOnceWhereThereIsOneException() {
        assertThat(Traces.firstCause("java.lang.IllegalStateException: no home\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("IllegalStateException: no home");
    }

    @Test
    void leavesOutWhatIsSuppressed() {
        assertThat(Traces.firstCause("""
                java.lang.IllegalStateException: no home
                \tat a.B.c(B.java:1)
                \tSuppressed: java.io.IOException: cannot close
                \t\tat a.B.d(B.java:2)
                """)).isEqualTo("IllegalStateException: no home");
    }

    @Test
    void joinsAMessageOfSeveralLines() {
        assertThat(Traces.firstCause("x.PSQLException: FATAL: no such role\n  Position: 3\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("PSQLException: FATAL: no such role Position: 3");
    }

    @Test
    void readsAThrowableAlike() {
        Throwable thrown = new ExecutionException(
                new IllegalStateException("no home", new IOException("disk full")));

        assertThat(Traces.firstCause(thrown)).isEqualTo("IllegalStateException: no home; first cause: IOException: disk"
                + " full");
    }

    @Test
    void namesTheClassWhereNothingWasSaid() {
        assertThat(Traces.firstCause("java.lang.NullPointerException\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("NullPointerException");
        assertThat(Traces.firstCause("")).isEmpty();
    }
}
