// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The keys that the bundles declare in their metatype, by PID. */
final class KnownKeys {

    private static final String METATYPE = "OSGI-INF/metatype/";

    private final Map<String, Map<String, Attribute>> byPid = new TreeMap<>();
    private final Set<String> libraries = new TreeSet<>();

    private KnownKeys() {}

    /** Reads the metatype of these bundles; one that cannot be read declares nothing, and the boot says why. */
    static KnownKeys of(Collection<Path> bundles) {
        KnownKeys keys = new KnownKeys();
        bundles.forEach(keys::readBundle);
        return keys;
    }

    /** The PIDs that have keys. */
    Set<String> pids() {
        return byPid.keySet();
    }

    /** The keys of a PID, or of the factory PID before its {@code ~}; empty when no bundle declares any. */
    Map<String, Attribute> keysOf(String pid) {
        int tilde = pid.indexOf('~');
        return byPid.getOrDefault(tilde < 0 ? pid : pid.substring(0, tilde), Map.of());
    }

    /**
     * Whether a library may read this PID, although it declares no key: one that is named like it or like a part of it,
     * as {@code org.apache.felix.http} is of {@code org.apache.felix.http.jetty}.
     */
    boolean mayRead(String pid) {
        return libraries.stream().anyMatch(name -> (name + ".").startsWith(pid + ".") || pid.startsWith(name + "."));
    }

    private void readBundle(Path bundle) {
        try (JarFile jar = new JarFile(bundle.toFile())) {
            addLibrary(jar);
            for (JarEntry entry : jar.stream().filter(KnownKeys::isMetatype).toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    readMetatype(in);
                }
            }
        } catch (IOException | XMLStreamException e) {
            System.getLogger(KnownKeys.class.getName())
                    .log(System.Logger.Level.DEBUG, () -> "no metatype in " + bundle,
                            e);
        }
    }

    private void addLibrary(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        String name = manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-SymbolicName");
        if (name != null && !name.startsWith("io.dexaflow.")) {
            libraries.add(name.split(";")[0].strip());
        }
    }

    private static boolean isMetatype(JarEntry entry) {
        return entry.getName().startsWith(METATYPE) && entry.getName().endsWith(".xml");
    }

    /** Collects {@code OCD id -> keys}, then hands them to the PIDs of the {@code Designate}s. */
    private void readMetatype(InputStream in) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        Map<String, Map<String, Attribute>> byOcd = new LinkedHashMap<>();
        String ocd = "";
        String pid = "";
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "OCD" -> ocd = xml.getAttributeValue(null, "id");
                case "AD" -> {
                    Attribute attribute = attributeOf(xml);
                    byOcd.computeIfAbsent(ocd, id -> new LinkedHashMap<>()).put(attribute.key(), attribute);
                }
                case "Option" -> addOption(byOcd.get(ocd), xml.getAttributeValue(null, "value"));
                case "Designate" -> pid = pidOf(xml);
                case "Object" -> byPid.computeIfAbsent(pid, id -> new LinkedHashMap<>())
                        .putAll(byOcd.getOrDefault(xml.getAttributeValue(null, "ocdref"), Map.of()));
                default -> {
                    // Icons and the like.
                }
            }
        }
    }

    private static String pidOf(XMLStreamReader xml) {
        String factoryPid = xml.getAttributeValue(null, "factoryPid");
        return factoryPid == null ? xml.getAttributeValue(null, "pid") : factoryPid;
    }

    private static Attribute attributeOf(XMLStreamReader xml) {
        String cardinality = xml.getAttributeValue(null, "cardinality");
        return new Attribute(xml.getAttributeValue(null, "id"), xml.getAttributeValue(null, "type"),
                cardinality != null && Integer.parseInt(cardinality) != 0,
                numberOf(xml.getAttributeValue(null, "min")), numberOf(xml.getAttributeValue(null, "max")), Set.of());
    }

    private static Double numberOf(String limit) {
        return limit == null || limit.isBlank() ? null : Double.valueOf(limit);
    }

    /** Options follow the attribute they belong to. */
    private static void addOption(Map<String, Attribute> keys, String value) {
        String last = keys.keySet().stream().reduce((first, second) -> second).orElseThrow();
        Attribute without = keys.get(last);
        Set<String> options = new LinkedHashSet<>(without.options());
        options.add(value);
        keys.put(last, new Attribute(last, without.type(), without.isList(), without.min(), without.max(), options));
    }
}
