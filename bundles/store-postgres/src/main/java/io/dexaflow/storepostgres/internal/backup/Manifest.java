// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * A backup's first entry: what is in it.
 *
 * @param format of the file, {@value #FORMAT}
 * @param schema the newest change of the schema that it was made of
 * @param createdAt the database's time of the copy
 * @param tables column names by table, in the order in which they were copied
 */
record Manifest(@JsonProperty("format") int format, @JsonProperty("schema") int schema,
        @JsonProperty("created_at") String createdAt, @JsonProperty("tables") Map<String, List<String>> tables) {

    static final int FORMAT = 1;
    static final String NAME = "manifest.json";

    /** Where a table's rows are. */
    static String entryOf(String table) {
        return "tables/" + table + ".copy";
    }

    /**
     * A backup's last entry of the store's: it is there, so nothing before it is missing.
     *
     * @param rows how many rows each table has
     */
    record End(@JsonProperty("rows") Map<String, Long> rows) {

        static final String NAME = "end.json";
    }
}
