// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The servlet on a real server. */
final class Page {

    private final Server server = new Server();
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;

    Page(HostMetrics metrics) throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new MetricsServlet(metrics)), "/metrics");
        server.setHandler(context);
        server.start();
        address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/metrics");
    }

    Scrape scrape() throws Exception {
        return Scrape.of(get("text/plain").body());
    }

    HttpResponse<String> get(String accept) throws Exception {
        return client.send(HttpRequest.newBuilder(address).header("Accept", accept).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    void close() throws Exception {
        client.close();
        server.stop();
    }
}
