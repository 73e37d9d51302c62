// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.store.EventLedger;
import io.dexaflow.store.EventLedger.Event;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.StoreException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what operators did, after it was done. What was done is not undone when it cannot be written down: the log
 * says so then.
 */
@Component(name = "io.dexaflow.rest.audit", service = Audit.class)
public final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final EventLedger events;

    @Activate
    public Audit(@Reference(name = "events") EventLedger events) {
        this.events = events;
    }

    /**
     * Writes down something that a request did.
     *
     * @param event its name in Airflow, which is that of the operation: {@code patch_dag}
     * @param subject what it was done to
     * @param before what was; null for nothing
     * @param after what is; null for nothing
     */
    public void record(Request request, String event, EventSubject subject, ObjectNode before, ObjectNode after) {
        String extra = null;
        if (before != null || after != null) {
            ObjectNode change = Json.object();
            change.set("before", before);
            change.set("after", after);
            extra = Json.write(change);
        }
        String owner = request.by() == null ? "anonymous" : request.by();
        try {
            events.record(new Event(event, owner, subject, extra));
        } catch (StoreException e) {
            LOG.warn("an event could not be written down event={} owner={} dag={} run={} task={} cause={}", event,
                    owner,
                    subject.dagId(), subject.runId(), subject.taskId(), e.getMessage());
        }
    }
}
