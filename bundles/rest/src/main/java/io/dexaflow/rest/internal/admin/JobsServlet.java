// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.SchedulerHealth;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.LeaderRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.TimeRange;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** What Airflow calls jobs: here one, the scheduler that leads, if any does. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.jobs", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-jobs")
@HttpWhiteboardServletPattern("/api/v2/jobs/*")
public final class JobsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String TYPE = "SchedulerJob";
    private static final String RUNNING = "running";
    private static final Set<String> ORDERS = Set.of("id", "dag_id", "state", "job_type", "start_date", "end_date",
            "latest_heartbeat", "executor_class", "hostname", "unixname");

    @Activate
    public JobsServlet(@Reference(name = "host") RestHost host, @Reference(name = "readings") Readings readings,
            @Reference(name = "scheduler") SchedulerHealth scheduler) {
        super(host, List.of(Route.of("GET", "/api/v2/jobs", request -> list(request.query(), readings, scheduler))));
    }

    private static Reply list(Query query, Readings readings, SchedulerHealth scheduler) {
        Paging paging = query.paging();
        checkOrder(paging.orderBy());
        boolean alive = !Boolean.FALSE.equals(query.flag("is_alive"));
        TimeRange started = query.range("start_date");
        boolean ended = !query.range("end_date").any();
        List<LeaderRow> jobs = readings.leader()
                .stream()
                .filter(leader -> alive && !ended && started.contains(leader.since()))
                .filter(leader -> is(query, "job_state", RUNNING) && is(query, "job_type", TYPE)
                        && is(query, "hostname", hostname(leader)) && is(query, "executor_class", null))
                .toList();
        Page<LeaderRow> page =
                new Page<>(jobs.stream().skip(paging.offset()).limit(paging.limit()).toList(), jobs.size());
        return Lists.of("jobs", () -> page, leader -> view(leader, scheduler));
    }

    private static void checkOrder(String order) {
        for (String name : order == null ? new String[0] : order.split(",")) {
            if (!ORDERS.contains(name.startsWith("-") ? name.substring(1) : name)) {
                throw Problem.of(400, "cannot order by " + name + "; there are "
                        + String.join(", ", ORDERS.stream().sorted().toList()));
            }
        }
    }

    private static boolean is(Query query, String filter, String value) {
        String wanted = query.text(filter);
        return wanted == null || wanted.equals(value);
    }

    private static ObjectNode view(LeaderRow leader, SchedulerHealth scheduler) {
        // Only the leader ticks; another host knows that it holds the lock at this moment and no more.
        Instant tick = scheduler.latestTick().filter(latest -> !latest.isBefore(leader.since())).orElse(null);
        return Json.object()
                .put("id", leader.term())
                .putNull("dag_id")
                .putNull("dag_display_name")
                .put("state", RUNNING)
                .put("job_type", TYPE)
                .put("start_date", leader.since() == null ? null : leader.since().toString())
                .putNull("end_date")
                .put("latest_heartbeat", tick == null ? null : tick.toString())
                .putNull("executor_class")
                .put("hostname", hostname(leader))
                .putNull("unixname");
    }

    /** The holder is a host name and a process id. */
    private static String hostname(LeaderRow leader) {
        return leader.holder() == null ? null : leader.holder().replaceAll(":\\d+$", "");
    }
}
