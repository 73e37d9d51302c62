// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Makes bundles for tests. */
final class TestBundle {

    private final Manifest manifest = new Manifest();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private TestBundle() {}

    static TestBundle named(String name, String version) {
        TestBundle bundle = new TestBundle();
        bundle.manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        return bundle.header("Bundle-ManifestVersion", "2")
                .header("Bundle-SymbolicName", name)
                .header("Bundle-Version", version);
    }

    TestBundle header(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    /** A component that declarative services start at once. */
    TestBundle component(String name, Class<?> implementation) throws IOException {
        String xml = "<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.3.0\" name=\"" + name
                + "\" immediate=\"true\" activate=\"activate\"><implementation class=\"" + implementation.getName()
                + "\"/></scr:component>";
        entries.put("OSGI-INF/component.xml", xml.getBytes(StandardCharsets.UTF_8));
        return header("Service-Component", "OSGI-INF/component.xml")
                .header("Import-Package", "org.osgi.framework")
                .withClass(implementation);
    }

    TestBundle withClass(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            entries.put(file, in.readAllBytes());
        }
        return this;
    }

    Path write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return file;
    }
}
