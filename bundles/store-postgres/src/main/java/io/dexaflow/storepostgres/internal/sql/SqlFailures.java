// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import io.dexaflow.store.StoreException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** Puts what the driver throws into words and kinds. */
public final class SqlFailures {

    private static final String ENDING = "it was broken off; the host is stopping, or a time limit was over";

    private SqlFailures() {}

    /**
     * A failure in words.
     *
     * @param what what was tried, and with which id
     * @param failure what came of it
     */
    public static StoreException translate(String what, Throwable failure) {
        SQLException cause = sqlCause(failure);
        String detail = cause == null ? String.valueOf(failure.getMessage()) : cause.getMessage();
        String advice = isEnding(failure, cause) ? ENDING : advice(state(cause), cause);
        return new StoreException("could not " + what + ": " + advice + " ("
                + String.valueOf(detail).strip().replaceAll("\\s*\\R\\s*", "; ") + ")", failure,
                !isRefusal(state(cause)));
    }

    /** Whether it is the values or the statement that the server does not take: data, constraint, feature, syntax. */
    private static boolean isRefusal(String state) {
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("0A") || state.startsWith("42")
                && !state.equals("42501");
    }

    /**
     * Whether we ourselves ended it: whoever asked was interrupted, or the pool is closed. The pool has no SQL state for
     * either; an interrupt in the middle of an answer closes the socket.
     */
    private static boolean isEnding(Throwable failure, SQLException cause) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof InterruptedException || at instanceof ClosedByInterruptException
                    || at instanceof SocketException && "Closed by interrupt".equals(at.getMessage())) {
                return true;
            }
        }
        return cause != null && cause.getSQLState() == null
                && String.valueOf(cause.getMessage()).endsWith("has been closed.");
    }

    private static String advice(String state, SQLException cause) {
        if (isOutage(cause)) {
            return "the database did not answer; see that it runs and can be reached";
        }
        return switch (state) {
            case "40P01", "40001", "55P03" -> "others held the same rows; it can be tried again";
            case "57014" -> "the database took too long and was cut off; see what it is busy with";
            case "25006" -> "the database only reads; see that the URL leads to the primary";
            case "28P01", "28000" -> "the database does not let us in; see user and password";
            case "3D000" -> "there is no such database; create it, or give the URL of another";
            case "42501" -> "the database user may not do that; make it the owner of the schema dexaflow";
            default -> "the database refused; this is a mistake in the program, please report it";
        };
    }

    /** Whether the transaction lost against another one and can simply be made again. */
    public static boolean isWorthAnotherTry(Throwable failure) {
        String state = state(sqlCause(failure));
        return state.equals("40P01") || state.equals("40001");
    }

    /** Whether somebody else was in the way, and will not be for ever. */
    public static boolean isContention(Throwable failure) {
        return isWorthAnotherTry(failure) || state(sqlCause(failure)).equals("55P03");
    }

    /** Whether somebody else held a row that was not to be waited for. */
    public static boolean isLocked(Throwable failure) {
        return state(sqlCause(failure)).equals("55P03");
    }

    /** Whether the server is away, stopping, starting or full, so that only time helps. */
    public static boolean isOutage(Throwable failure) {
        SQLException cause = sqlCause(failure);
        String state = state(cause);
        return cause instanceof SQLTransientConnectionException || state.startsWith("08") || state.startsWith("57P")
                || state.startsWith("53");
    }

    /** Whether the server itself has ended the session, and with it all that the session held. */
    public static boolean endedByServer(Throwable failure) {
        return state(sqlCause(failure)).startsWith("57P");
    }

    private static String state(SQLException cause) {
        return cause == null || cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    /** The database's own word in a failure; null when there is none. */
    public static SQLException sqlCause(Throwable failure) {
        SQLException deepest = null;
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException found && (deepest == null || found.getSQLState() != null)) {
                deepest = found;
            }
        }
        return deepest;
    }
}
