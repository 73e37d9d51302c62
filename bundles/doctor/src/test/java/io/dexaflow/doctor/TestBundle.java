// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;

/** A bundle made by a test: headers, and components of the classes in {@link Parts}. */
final class TestBundle {

    private static final String COMPONENTS = "OSGI-INF/parts.xml";

    private final String name;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final StringBuilder components = new StringBuilder();

    private TestBundle(String name) {
        this.name = name;
    }

    static TestBundle named(String name) {
        return new TestBundle(name);
    }

    String name() {
        return name;
    }

    TestBundle header(String key, String value) {
        headers.put(key, value);
        return this;
    }

    /**
     * Adds a component.
     *
     * @param part its class
     * @param attributes further attributes of the component element
     * @param body the elements within it
     */
    TestBundle component(String componentName, Class<?> part, String attributes, String... body) {
        components.append("<scr:component name='%s' init='%d' %s><implementation class='%s'/>%s</scr:component>\n"
                .formatted(componentName, part == Parts.User.class ? 1 : 0, attributes, part.getName(),
                        String.join("", body)));
        return this;
    }

    static String offers(Class<?> service) {
        return "<service><provide interface='%s'/></service>".formatted(service.getName());
    }

    static String needs(String reference, Class<?> service) {
        return "<reference name='%s' interface='%s'/>".formatted(reference, service.getName());
    }

    /** A reference that is handed to the constructor as its only parameter. */
    static String isMadeWith(String reference, Class<?> service) {
        return "<reference name='%s' interface='%s' parameter='0'/>".formatted(reference, service.getName());
    }

    static String needs(String reference, String service, String target) {
        return "<reference name='%s' interface='%s' target='%s'/>".formatted(reference, service, target);
    }

    InputStream content() {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        if (!components.isEmpty()) {
            main.putValue("Service-Component", COMPONENTS);
        }
        headers.forEach(main::putValue);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            write(jar, COMPONENTS, "<parts xmlns:scr='http://www.osgi.org/xmlns/scr/v1.4.0'>%s</parts>"
                    .formatted(components)
                    .getBytes(StandardCharsets.UTF_8));
            for (Class<?> part : Parts.ALL) {
                String path = part.getName().replace('.', '/') + ".class";
                try (InputStream in = part.getClassLoader().getResourceAsStream(path)) {
                    write(jar, path, in.readAllBytes());
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static void write(JarOutputStream jar, String path, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(path));
        jar.write(content);
        jar.closeEntry();
    }
}
