// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /metrics}, for whoever asks: Prometheus text, or OpenMetrics text if {@code Accept} wants that. A scrape that fails
 * is answered 500, and the next one begins anew.
 */
@Component(name = "io.dexaflow.metrics.http", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-metrics")
@HttpWhiteboardServletPattern("/metrics")
public final class MetricsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient HostMetrics metrics;
    private final transient ExpositionFormats formats = ExpositionFormats.init();

    @Activate
    public MetricsServlet(@Reference(name = "metrics") HostMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String accept = request.getHeader("Accept");
        EscapingScheme escaping = EscapingScheme.fromAcceptHeader(accept);
        ExpositionFormatWriter writer = formats.findWriter(accept);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        writer.write(page, metrics.scrape(), escaping);
        response.setContentType(writer.getContentType() + escaping.toHeaderFormat());
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(page.size());
        page.writeTo(response.getOutputStream());
    }
}
