// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Observer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all who listen; what one of them throws concerns nobody else. */
@Component(name = "io.dexaflow.scheduler.observers", service = Observers.class)
public final class Observers {

    private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

    private final List<Observer> observers = new CopyOnWriteArrayList<>();

    @Reference(name = "observer", service = Observer.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    public void bind(Observer observer) {
        observers.add(observer);
    }

    public void unbind(Observer observer) {
        observers.remove(observer);
    }

    /** See {@link Observer#decided}. */
    public void decided(List<Decision> decisions) {
        tell(observer -> observer.decided(decisions));
    }

    /** See {@link Observer#moved}. */
    public void moved(List<Observer.RunMove> moves) {
        tell(observer -> observer.moved(moves));
    }

    /** See {@link Observer#took}. */
    public void took(Observer.Stage stage, String detail, Duration time) {
        tell(observer -> observer.took(stage, detail, time));
    }

    /** See {@link Observer#steppedDown}. */
    public void steppedDown(String reason) {
        tell(observer -> observer.steppedDown(reason));
    }

    private void tell(Consumer<Observer> word) {
        for (Observer observer : observers) {
            try {
                word.accept(observer);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("an observer failed: {}", observer.getClass().getName(), e);
            }
        }
    }
}
