// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Media;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.http.Secrets;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The configuration as it holds: a section per bundle. What looks like a secret is masked. */
@Component(name = "io.dexaflow.rest.config", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-config")
@HttpWhiteboardServletPattern("/api/v2/config/*")
public final class ConfigServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String OURS = "(service.pid=io.dexaflow*)";
    private static final String CONFIG = "/api/v2/config";
    private static final Set<String> NOT_OPTIONS =
            Set.of("service.pid", "service.factoryPid", "service.bundleLocation");

    @Activate
    public ConfigServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "configurations") ConfigurationAdmin configurations) {
        super(host, List.of(Route.of("GET", CONFIG, request -> whole(request, configurations)), Route.of("GET",
                CONFIG + "/section/{section}/option/{option}", request -> option(request, configurations))));
    }

    private static Reply whole(Request request, ConfigurationAdmin configurations) {
        boolean asText = Media.wantsText(request);
        SortedMap<String, SortedMap<String, String>> sections = read(configurations);
        String wanted = request.query().text("section");
        if (wanted == null) {
            return answer(sections, asText);
        }
        if (!sections.containsKey(wanted)) {
            throw Problem.notFound("Section " + wanted + " not found.");
        }
        return answer(Map.of(wanted, sections.get(wanted)), asText);
    }

    private static Reply option(Request request, ConfigurationAdmin configurations) {
        boolean asText = Media.wantsText(request);
        String section = request.value("section");
        String option = request.value("option");
        String value = read(configurations).getOrDefault(section, new TreeMap<>()).get(option);
        if (value == null) {
            throw Problem.notFound("Option [" + section + "/" + option + "] not found.");
        }
        return answer(Map.of(section, Map.of(option, value)), asText);
    }

    private static Reply answer(Map<String, ? extends Map<String, String>> sections, boolean asText) {
        return asText ? Media.text(text(sections)) : Reply.ok(json(sections));
    }

    private static ObjectNode json(Map<String, ? extends Map<String, String>> sections) {
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("sections");
        sections.forEach((section, options) -> {
            ArrayNode named = rows.addObject().put("name", section).putArray("options");
            options.forEach((key, value) -> named.addObject().put("key", key).put("value", value));
        });
        return json;
    }

    private static String text(Map<String, ? extends Map<String, String>> sections) {
        StringBuilder text = new StringBuilder();
        sections.forEach((section, options) -> {
            text.append('[').append(section).append("]\n");
            options.forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
            text.append('\n');
        });
        return text.toString();
    }

    private static SortedMap<String, SortedMap<String, String>> read(ConfigurationAdmin configurations) {
        SortedMap<String, SortedMap<String, String>> sections = new TreeMap<>();
        try {
            Configuration[] found = configurations.listConfigurations(OURS);
            for (Configuration configuration : found == null ? new Configuration[0] : found) {
                sections.put(configuration.getPid(), options(configuration.getProperties()));
            }
            return sections;
        } catch (IOException e) {
            throw new UncheckedIOException("the configuration cannot be read", e);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("the filter of our own configurations is wrong", e);
        }
    }

    private static SortedMap<String, String> options(Dictionary<String, Object> properties) {
        SortedMap<String, String> options = new TreeMap<>();
        for (String key : properties == null ? List.<String>of() : Collections.list(properties.keys())) {
            if (!NOT_OPTIONS.contains(key)) {
                Object value = properties.get(key);
                String text = value instanceof Object[] many ? String.join(",", Arrays.stream(many)
                        .map(String::valueOf)
                        .toList()) : String.valueOf(value);
                options.put(key, Secrets.masked(key, text));
            }
        }
        return options;
    }
}
