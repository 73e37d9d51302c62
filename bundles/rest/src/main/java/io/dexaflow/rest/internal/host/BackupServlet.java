// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import io.dexaflow.control.Backup;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** A copy of the database, for {@code dexaflow backup}. A copy whose last entry is not {@code end.json} broke off. */
@Component(name = "io.dexaflow.rest.backup", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-backup")
@HttpWhiteboardServletPattern("/dexaflow/v1/backup")
public final class BackupServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public BackupServlet(@Reference(name = "host") RestHost host, @Reference(name = "backup") Backup backup) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/backup",
                request -> new Reply.Stream("application/zip", Map.of("Cache-Control", "no-store"), backup::write))));
    }
}
