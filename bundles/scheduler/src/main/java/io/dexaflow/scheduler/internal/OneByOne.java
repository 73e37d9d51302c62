// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes many things at once. Where the store refuses one of them, they are written one by one: one cannot hold up the others. */
public final class OneByOne {

    private static final Logger LOG = LoggerFactory.getLogger(OneByOne.class);

    private OneByOne() {}

    /**
     * Writes things.
     *
     * @param what what that is, for the log: {@code start runs}
     * @param write writes some of them
     * @param refused told of each one that the store does not take
     * @return what {@code write} answered
     * @throws StoreException when the store is away, which is nobody's fault and passes
     */
    public static <T, R> List<R> write(String what, Collection<T> things,
            Function<Collection<T>, ? extends Collection<R>> write, BiConsumer<T, StoreException> refused) {
        try {
            return List.copyOf(write.apply(things));
        } catch (StoreException e) {
            passOn(e);
            LOG.warn("cannot {} all at once, trying them one by one: {}", what, e.getMessage());
        }
        List<R> written = new ArrayList<>();
        for (T thing : things) {
            try {
                written.addAll(write.apply(List.of(thing)));
            } catch (StoreException e) {
                passOn(e);
                refused.accept(thing, e);
            }
        }
        return written;
    }

    private static void passOn(StoreException e) {
        if (e.mayPass()) {
            throw e;
        }
    }
}
