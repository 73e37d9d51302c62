// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.rest.internal.http.Json;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * The probes, for whoever asks under whatever name: {@code /health/live} as long as the host answers at all,
 * {@code /health/ready} once the doctor finds nothing in the way. Neither says anything that must not be heard by others
 * but the first cause of not being ready.
 */
@Component(name = "io.dexaflow.rest.probes", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-probes")
@HttpWhiteboardServletPattern("/health/*")
public final class ProbeServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String DETAIL = "detail";

    private final transient Doctor doctor;

    /**
     * @param doctor null while there is none
     */
    @Activate
    public ProbeServlet(@Reference(name = "doctor", cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) Doctor doctor) {
        this.doctor = doctor;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!"GET".equals(request.getMethod()) && !"HEAD".equals(request.getMethod())) {
            write(response, 405, Json.object().put(DETAIL, "Method Not Allowed"));
            return;
        }
        switch (String.valueOf(request.getPathInfo())) {
            case "/live" -> write(response, 200, Json.object().put("status", "alive"));
            case "/ready" -> ready(response);
            default -> write(response, 404, Json.object().put(DETAIL, "Not Found"));
        }
    }

    private void ready(HttpServletResponse response) throws IOException {
        String cause = cause();
        if (cause == null) {
            write(response, 200, Json.object().put("status", "ready"));
        } else {
            write(response, 503, Json.object().put("status", "not ready").put(DETAIL, cause));
        }
    }

    /** What is in the way; null when nothing is. */
    private String cause() {
        if (doctor == null) {
            return "the host is starting: there is no doctor yet to ask";
        }
        try {
            Doctor.Report report = doctor.report();
            return report.ready() ? null
                    : report.entries()
                            .stream()
                            .map(Doctor.Entry::finding)
                            .filter(finding -> finding.level() == Finding.Level.BLOCKING)
                            .findFirst()
                            .map(Finding::what)
                            .orElse("the host is starting");
        } catch (RuntimeException e) {
            return "the doctor could not look: " + e.getMessage();
        }
    }

    private static void write(HttpServletResponse response, int status, ObjectNode body) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        if (status == 503) {
            response.setHeader("Retry-After", "1");
        }
        response.getOutputStream().write(Json.write(body).getBytes(StandardCharsets.UTF_8));
    }
}
