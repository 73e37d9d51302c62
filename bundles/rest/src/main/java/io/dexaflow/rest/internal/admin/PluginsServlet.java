// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import jakarta.servlet.Servlet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The bundles that are here and need ours or are ours: what Airflow calls plugins. */
@Component(name = "io.dexaflow.rest.plugins", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-plugins")
@HttpWhiteboardServletPattern("/api/v2/plugins/*")
public final class PluginsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final List<String> WHAT_WE_HAVE_NOT = List.of("macros", "flask_blueprints", "fastapi_apps",
            "fastapi_root_middlewares", "external_views", "react_apps", "appbuilder_views", "appbuilder_menu_items",
            "global_operator_extra_links", "operator_extra_links", "listeners", "timetables");

    @Activate
    public PluginsServlet(@Reference(name = "host") RestHost host, BundleContext context) {
        super(host, List.of(Route.of("GET", "/api/v2/plugins", request -> list(request, context)),
                Route.of("GET", "/api/v2/plugins/importErrors", request -> Lists.empty("import_errors"))));
    }

    private static Reply list(Request request, BundleContext context) {
        Paging paging = request.query().paging();
        List<Bundle> ours = Arrays.stream(context.getBundles())
                .filter(PluginsServlet::isPlugin)
                .sorted(Comparator.comparing(Bundle::getSymbolicName).thenComparing(Bundle::getBundleId))
                .toList();
        Page<Bundle> page = new Page<>(ours.stream().skip(paging.offset()).limit(paging.limit()).toList(), ours.size());
        return Lists.of("plugins", () -> page, PluginsServlet::view);
    }

    private static boolean isPlugin(Bundle bundle) {
        String imports = bundle.getHeaders().get("Import-Package");
        String name = bundle.getSymbolicName();
        return name != null && (name.startsWith("io.dexaflow.") || imports != null && imports.contains("io.dexaflow."));
    }

    private static ObjectNode view(Bundle bundle) {
        ObjectNode json = Json.object()
                .put("name", bundle.getSymbolicName())
                .put("source", bundle.getSymbolicName() + "/" + bundle.getVersion());
        WHAT_WE_HAVE_NOT.forEach(json::putArray);
        return json;
    }
}
