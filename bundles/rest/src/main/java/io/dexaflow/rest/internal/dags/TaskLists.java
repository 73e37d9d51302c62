// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.view.TaskInstanceView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.TaskRow;
import java.util.List;
import java.util.function.Supplier;

/** Lists of task instances in Airflow's form. */
final class TaskLists {

    private final Versions versions;

    TaskLists(Versions versions) {
        this.versions = versions;
    }

    /** All of these. */
    Reply reply(List<TaskRow> rows) {
        return page(() -> new Page<>(rows, rows.size()));
    }

    /** A piece of a list. */
    Reply page(Supplier<Page<TaskRow>> reading) {
        return Lists.of("task_instances", reading, this::view);
    }

    ObjectNode view(TaskRow row) {
        return TaskInstanceView.of(row, versions.of(row.dagId(), row.versionId(), row.versionNumber()));
    }
}
