// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.Maintenance.ReaperStatus;
import io.dexaflow.control.SchedulerHealth;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * Health in Airflow's form, for whoever asks: always 200, the body says what is unhealthy (R234). It answers within two
 * seconds, whatever the database does.
 */
@Component(name = "io.dexaflow.rest.health", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-health")
@HttpWhiteboardServletPattern("/api/v2/monitor/*")
public final class HealthServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final long LONGEST_PING_SECONDS = 2;

    @Activate
    public HealthServlet(@Reference(name = "host") RestHost host, @Reference(name = "readings") Readings readings,
            @Reference(name = "scheduler") SchedulerHealth scheduler,
            @Reference(name = "executors") ExecutorDirectory executors,
            @Reference(name = "maintenance") Maintenance maintenance) {
        super(host, List.of(Route.open("GET", "/api/v2/monitor/health",
                request -> Reply.ok(withParts(health(readings, scheduler), executors, maintenance)))));
    }

    private static ObjectNode health(Readings readings, SchedulerHealth scheduler) {
        boolean database = answers(readings);
        String tick = scheduler.latestTick().map(Object::toString).orElse(null);
        return HealthForm.of(database, database && scheduler.healthy(), tick);
    }

    /** Ours beside Airflow's: who takes attempts, and who turns what is stuck back into truth. */
    private static ObjectNode withParts(ObjectNode json, ExecutorDirectory executors, Maintenance maintenance) {
        List<String> names = executors.executors().stream().map(ExecutorDirectory.ExecutorInfo::name).toList();
        ObjectNode executor = json.putObject("executor").put("status", HealthForm.status(!names.isEmpty()));
        names.forEach(executor.putArray("executors")::add);
        List<ReaperStatus> reapers = maintenance.reapers();
        Instant oldest = reapers.stream()
                .map(ReaperStatus::lastPass)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
        ObjectNode reaping = json.putObject("reapers").put("status", HealthForm.status(!reapers.isEmpty()));
        reaping.put("oldest_latest_pass", oldest == null ? null : oldest.toString());
        ArrayNode here = reaping.putArray("reapers");
        reapers.forEach(reaper -> here.add(reaper.name()));
        return json;
    }

    private static boolean answers(Readings readings) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("health-ping").start(() -> {
            try {
                readings.ping();
                answer.complete(true);
            } catch (RuntimeException e) {
                answer.complete(false);
            }
        });
        try {
            return answer.get(LONGEST_PING_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
