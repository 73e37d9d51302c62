// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schema;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.migration.Change;
import org.apache.ibatis.migration.MigrationLoader;

/** The scripts in this bundle, which lie beside this class. A script that was released never changes. */
final class Scripts implements MigrationLoader {

    /** In order. Named here, because a bundle is no folder one could list. */
    static final List<String> NAMES = List.of("00101_first_tables.sql",
            "00102_reaping.sql",
            "00103_schedules.sql",
            "00104_event_log.sql",
            "00105_callbacks.sql",
            "00106_backfills.sql");

    /** What this program is made for. */
    static SchemaVersion newest() {
        return SchemaVersion.ofScript(NAMES.getLast());
    }

    @Override
    public List<Change> getMigrations() {
        List<Change> changes = new ArrayList<>();
        for (String name : NAMES) {
            Change change = new Change(SchemaVersion.ofScript(name).id());
            change.setDescription(name);
            change.setFilename(name);
            changes.add(change);
        }
        return changes;
    }

    @Override
    public Reader getScriptReader(Change change, boolean undo) {
        if (undo) {
            throw new UnsupportedOperationException("changes are not undone; restore a backup");
        }
        InputStream script = Scripts.class.getResourceAsStream(change.getFilename());
        if (script == null) {
            throw new IllegalStateException("the script " + change.getFilename() + " is missing in this bundle");
        }
        return new InputStreamReader(script, StandardCharsets.UTF_8);
    }

    @Override
    public Reader getBootstrapReader() {
        return null;
    }

    @Override
    public Reader getOnAbortReader() {
        return null;
    }
}
