// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.Readings;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the resources below {@code /api/v2/dags} read, and where they write down what they did; there with the store. */
@Component(name = "io.dexaflow.rest.stored-dags", service = StoredDags.class)
public final class StoredDags {

    private final Readings readings;
    private final DagLedger dags;
    private final DagCatalog catalog;
    private final Audit audit;
    private final Versions versions;

    @Activate
    public StoredDags(@Reference(name = "readings") Readings readings, @Reference(name = "dags") DagLedger dags,
            @Reference(name = "catalog") DagCatalog catalog, @Reference(name = "audit") Audit audit) {
        this.readings = readings;
        this.dags = dags;
        this.catalog = catalog;
        this.audit = audit;
        this.versions = new Versions(readings);
    }

    Readings readings() {
        return readings;
    }

    DagLedger dags() {
        return dags;
    }

    DagCatalog catalog() {
        return catalog;
    }

    Audit audit() {
        return audit;
    }

    Versions versions() {
        return versions;
    }
}
