// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * Stands in for the agents' HTTP end while that lacks something it needs: agents take 503 as "ask again", where a 404
 * might make them give up.
 */
@Component(name = "io.dexaflow.gateway.not-ready", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-agents-not-ready")
@HttpWhiteboardServletPattern("/agent/*")
public final class NotReadyServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader("Retry-After", "1");
        response.setContentType("application/json");
        response.getOutputStream().print("{\"detail\":\"the host is starting, or a part of it is being replaced\"}");
    }
}
