// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.List;
import java.util.concurrent.Callable;

/** What the bundles made by tests consist of; only classes of the JDK are used, so that they import nothing. */
public final class Parts {

    static final List<Class<?>> ALL = List.of(Parts.class, Sound.class, Broken.class, User.class, Slow.class);

    private Parts() {}

    /** Works, whatever it is asked to be. */
    public static class Sound implements Runnable, Callable<String>, AutoCloseable {

        @Override
        public void run() {
            // There is nothing to do.
        }

        @Override
        public String call() {
            return "";
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    /** Throws when it is made. */
    public static final class Broken extends Sound {

        /** Always throws. */
        public Broken() {
            throw new IllegalStateException("cannot open the ledger of orders",
                    new IllegalArgumentException("no password was given"));
        }
    }

    /** Cannot be made without what it uses. */
    public static final class User extends Sound {

        /** @param used is asked for when this is made */
        public User(Runnable used) {
            used.run();
        }
    }

    /** Comes up when it is told to. */
    public static final class Slow extends Sound {

        static final String GATE = "dexaflow.test.gate";

        /** Waits for the system property to go away. */
        public Slow() {
            while (System.getProperty(GATE) != null) {
                Thread.onSpinWait();
            }
        }
    }
}
