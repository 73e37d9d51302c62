// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Comment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** The mapper files as they are written: which statements there are, and which indexes the comment above each names. */
final class MapperFiles {

    private static final List<String> FILES =
            List.of("attempt/AttemptMapper", "backfill/BackfillMapper", "catalog/CatalogMapper",
                    "callback/CallbackMapper", "clear/ClearMapper",
                    "clock/ClockMapper",
                    "dag/DagMapper",
                    "event/EventMapper", "figures/FiguresMapper", "leader/LeadershipMapper", "pool/PoolMapper",
                    "reading/ReadingMapper", "reap/ReapMapper", "retention/RetentionMapper",
                    "run/RunMapper", "schedule/ScheduleMapper",
                    "task/OfferMapper", "task/TaskMapper", "trail/DecisionMapper",
                    "variable/VariableMapper");
    private static final Pattern INDEX = Pattern.compile("Index: ([^.;]+)[.;]");

    private MapperFiles() {}

    /** The named indexes by {@code Mapper.statement}; empty where the comment says "none"; null where it is silent. */
    static Map<String, List<String>> indexes() {
        Map<String, List<String>> indexes = new TreeMap<>();
        FILES.forEach(file -> read(file, indexes));
        return indexes;
    }

    private static void read(String file, Map<String, List<String>> indexes) {
        try (InputStream xml = MapperFiles.class.getResourceAsStream(file + ".xml")) {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setEntityResolver((publicId, systemId) -> new InputSource(InputStream.nullInputStream()));
            String comment = "";
            for (Node node : children(builder.parse(xml).getDocumentElement())) {
                if (node instanceof Comment text) {
                    comment = text.getData();
                } else if (node instanceof Element statement) {
                    if (!statement.getTagName().equals("sql")) {
                        indexes.put(file.replaceAll(".*/", "") + "." + statement.getAttribute("id"), named(comment));
                    }
                    comment = "";
                }
            }
        } catch (Exception e) {
            throw new AssertionError(file, e);
        }
    }

    private static List<String> named(String comment) {
        Matcher matcher = INDEX.matcher(comment.replaceAll("\\s+", " "));
        if (!matcher.find()) {
            return null;
        }
        String names = matcher.group(1);
        return names.startsWith("none") ? List.of()
                : Stream.of(names.split(",")).map(String::strip).toList();
    }

    private static List<Node> children(Element parent) {
        List<Node> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            children.add(node);
        }
        return children;
    }
}
