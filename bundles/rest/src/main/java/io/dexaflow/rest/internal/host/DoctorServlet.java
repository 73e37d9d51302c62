// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.util.List;
import java.util.Locale;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** What is not working, the first cause first. It needs the doctor and nothing that the doctor could find missing. */
@Component(name = "io.dexaflow.rest.doctor", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-doctor")
@HttpWhiteboardServletPattern("/dexaflow/v1/doctor")
public final class DoctorServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public DoctorServlet(@Reference(name = "host") RestHost host, @Reference(name = "doctor") Doctor doctor) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/doctor", request -> Reply.ok(report(doctor)))));
    }

    private static ObjectNode report(Doctor doctor) {
        Doctor.Report report = doctor.report();
        ObjectNode json = Json.object().put("ready", report.ready());
        ArrayNode findings = json.putArray("findings");
        report.entries()
                .forEach(entry -> findings.addObject()
                        .put("check", entry.check())
                        .put("level", entry.finding().level().name().toLowerCase(Locale.ROOT))
                        .put("what", entry.finding().what())
                        .put("evidence", entry.finding().evidence())
                        .put("advice", entry.finding().advice()));
        return json;
    }
}
