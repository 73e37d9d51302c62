// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.store.StoreException;
import java.net.SocketException;
import java.sql.SQLException;
import org.apache.ibatis.exceptions.PersistenceException;
import org.junit.jupiter.api.Test;

class SqlFailuresTest {

    @Test
    void anInterruptedWaitForAConnectionIsNoMistakeInTheProgram() {
        SQLException interrupted = new SQLException("dexaflow - Interrupted during connection acquisition",
                new InterruptedException());
        assertThat(words(interrupted)).isEqualTo("could not load runs: it was broken off; the host is stopping, or a "
                + "time limit was over (dexaflow - Interrupted during connection acquisition)");
    }

    @Test
    void aSocketThatAnInterruptClosedIsNoDatabaseThatIsAway() {
        SQLException closed = new SQLException("An I/O error occurred while sending to the backend.", "08006",
                new SocketException("Closed by interrupt"));
        assertThat(words(closed)).contains("it was broken off").doesNotContain("did not answer");
    }

    @Test
    void aClosedPoolIsAHostThatIsStopping() {
        assertThat(words(new SQLException("HikariDataSource HikariDataSource (dexaflow) has been closed.")))
                .contains("the host is stopping");
    }

    @Test
    void whatTheDatabaseDoesNotUnderstandIsAMistakeInTheProgramThatDoesNotPass() {
        SQLException syntax = new SQLException("syntax error", "42601");
        StoreException failure = SqlFailures.translate("load runs", new PersistenceException(syntax));
        assertThat(failure).hasMessageContaining("a mistake in the program");
        assertThat(failure.mayPass()).isFalse();
    }

    private static String words(SQLException cause) {
        StoreException failure = SqlFailures.translate("load runs", new PersistenceException(cause));
        assertThat(failure.mayPass()).isTrue();
        return failure.getMessage();
    }
}
