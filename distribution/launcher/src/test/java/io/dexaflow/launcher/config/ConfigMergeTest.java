// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigMergeTest {

    private static final String PID = "io.example.gateway";
    private static final String METATYPE =
            """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.3.0">
                      <OCD id="gateway" name="Gateway">
                        <AD id="logs.max_mb" type="Integer" default="100" min="1" max="1000" name="m" required="false"/>
                        <AD id="logs.dir" type="String" default="" name="d" required="false"/>
                        <AD id="hosts" type="String" cardinality="2147483647" name="h" required="false"/>
                        <AD id="mode" type="String" name="i"><Option label="a" value="host"/><Option label="b" value="pod"/></AD>
                        <AD id="strict" type="Boolean" name="s"/>
                      </OCD>
                      <Designate pid="io.example.gateway"><Object ocdref="gateway"/></Designate>
                    </metatype:MetaData>
                    """;

    @TempDir private Path folder;
    private Path distribution;
    private Path home;
    private Path bundle;

    @BeforeEach
    void setUp() throws IOException {
        distribution = Files.createDirectory(folder.resolve("distribution"));
        home = Files.createDirectory(folder.resolve("home"));
        bundle = folder.resolve("bundle.jar");
        try (OutputStream out = Files.newOutputStream(bundle); JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new ZipEntry("OSGI-INF/metatype/gateway.xml"));
            jar.write(METATYPE.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void write(Path conf, String... lines) throws IOException {
        Files.write(conf.resolve(PID + ".cfg"), List.of(lines));
    }

    private MergedConfig merge(Map<String, String> environment, Map<String, String> options) {
        return ConfigMerge.merge(distribution, home, environment, options, List.of(bundle));
    }

    private Object valueOf(String key, Map<String, String> environment, Map<String, String> options) {
        return merge(environment, options).byPid().getOrDefault(PID, Map.of()).get(key);
    }

    private static Map<String, String> variable(String value) {
        return Map.of("DEXAFLOW_CFG_IO_EXAMPLE_GATEWAY__LOGS_MAX_MB", value);
    }

    private static Map<String, String> option(String value) {
        return Map.of(PID + ":logs.max_mb", value);
    }

    @Test
    void eachLayerBeatsTheOneBelow() throws IOException {
        assertThat(valueOf("logs.max_mb", Map.of(), Map.of())).isNull();
        write(distribution, "logs.max_mb=1", "logs.dir=/there");
        assertThat(valueOf("logs.max_mb", Map.of(), Map.of())).isEqualTo("1");
        write(home, "logs.max_mb=2");
        assertThat(valueOf("logs.max_mb", Map.of(), Map.of())).isEqualTo("2");
        assertThat(valueOf("logs.max_mb", variable("3"), Map.of())).isEqualTo("3");
        assertThat(valueOf("logs.max_mb", variable("3"), option("4"))).isEqualTo("4");
        assertThat(valueOf("logs.dir", variable("3"), option("4"))).isEqualTo("/there");
    }

    @Test
    void aVariableCanNameAFileThatHoldsTheValue() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "7\n");

        assertThat(valueOf("logs.max_mb", Map.of("DEXAFLOW_CFG_IO_EXAMPLE_GATEWAY__LOGS_MAX_MB_FILE",
                secret.toString()), Map.of())).isEqualTo("7");
        assertThatThrownBy(() -> merge(Map.of("DEXAFLOW_CFG_IO_EXAMPLE_GATEWAY__LOGS_MAX_MB_FILE", "/nowhere"),
                Map.of())).hasMessageContaining("/nowhere").hasMessageContaining("LOGS_MAX_MB_FILE");
    }

    @Test
    void aVariableThatSetsNothingIsAWarningWithTheNearestName() {
        assertThat(merge(Map.of("DEXAFLOW_CFG_IO_EXAMPLE_GATEWAY__LOG_MAX_MB", "3"), Map.of()).warnings())
                .singleElement()
                .asString()
                .contains("did you mean DEXAFLOW_CFG_IO_EXAMPLE_GATEWAY__LOGS_MAX_MB?");
    }

    @Test
    void anUnknownKeyIsAWarningWithTheNearestOne() throws IOException {
        write(home, "logs.max_mib=2");

        assertThat(merge(Map.of(), Map.of()).warnings()).singleElement()
                .asString()
                .contains("did you mean logs.max_mb?")
                .contains(PID + ".cfg:1");
    }

    @Test
    void aPidThatNobodyReadsIsAWarningWithTheNearestOne() throws IOException {
        Files.writeString(home.resolve("io.example.gatway.cfg"), "logs.max_mb=1\n");

        assertThat(merge(Map.of(), Map.of("io.exampel.gateway:logs.max_mb", "1")).warnings())
                .anySatisfy(line -> assertThat(line).contains("io.example.gatway.cfg:1",
                        "did you mean io.example.gateway?"))
                .anySatisfy(line -> assertThat(line).startsWith("--set: ").contains("did you mean io.example.gateway?"))
                .hasSize(2);
    }

    @Test
    void aPidOfALibraryMayHaveKeysThatItDoesNotDeclare() throws IOException {
        Path library = folder.resolve("library.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", "org.example.http.jetty;singleton:=true");
        new JarOutputStream(Files.newOutputStream(library), manifest).close();
        Map<String, String> options = Map.of("org.example.http:port", "1", "org.example.http.jetty.ssl:port", "1",
                "org.example.htt:port", "1");

        assertThat(ConfigMerge.merge(distribution, home, Map.of(), options, List.of(bundle, library)).warnings())
                .singleElement()
                .asString()
                .contains("org.example.htt");
    }

    @Test
    void aLineThatCannotBeReadRefusesTheBootAndNamesFileAndLine() throws IOException {
        for (String bad : List.of("logs.max_mb 10", "logs.max_mb", "logs.dir=\\u12", "=10")) {
            write(home, "# a comment \\", "", "logs.dir = a\\", "  b", bad);

            assertThatThrownBy(() -> merge(Map.of(), Map.of())).as(bad)
                    .isInstanceOfSatisfying(CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(78))
                    .hasMessageContaining(PID + ".cfg:5: ");
        }
    }

    @Test
    void aKeyThatIsGivenTwiceRefusesTheBoot() throws IOException {
        write(home, "logs.max_mb=1", "logs.max_mb=2");

        assertThatThrownBy(() -> merge(Map.of(), Map.of())).hasMessageContaining(PID + ".cfg:2: ")
                .hasMessageContaining(PID + ".cfg:1 already");
    }

    @Test
    void whatPropertiesCanDoIsKept() throws IOException {
        write(home, "  ! a comment", "logs.dir : a\\", "   b\\\\", "hosts=x=y", "mo\\u0064e=pod", "odd\\ key=\u00e9");

        assertThat(valueOf("logs.dir", Map.of(), Map.of())).isEqualTo("ab\\");
        assertThat(valueOf("hosts", Map.of(), Map.of())).isEqualTo(new String[]{"x=y"});
        assertThat(valueOf("mode", Map.of(), Map.of())).isEqualTo("pod");
        assertThat(valueOf("odd key", Map.of(), Map.of())).isEqualTo("\u00e9");
    }

    @Test
    void aValueThatABundleCouldNotTakeRefusesTheBootAndNamesFileAndKey() throws IOException {
        write(home, "logs.max_mb=many");

        assertThatThrownBy(() -> merge(Map.of(), Map.of())).isInstanceOfSatisfying(CommandException.class,
                e -> assertThat(e.exitCode()).isEqualTo(78))
                .hasMessageContaining(PID + ".cfg:1: ")
                .hasMessageContaining("logs.max_mb=many");
    }

    @Test
    void rangesChoicesAndTruthValuesAreChecked() {
        for (String bad : new String[]{"logs.max_mb=0", "logs.max_mb=1001", "mode=both", "strict=yes"}) {
            String[] parts = bad.split("=");
            assertThatThrownBy(() -> merge(Map.of(), Map.of(PID + ":" + parts[0], parts[1]))).as(bad)
                    .hasMessageContaining("must");
        }
        assertThat(valueOf("mode", Map.of(), Map.of(PID + ":mode", "pod"))).isEqualTo("pod");
    }

    @Test
    void aPlaceholderIsLeftToTheConfigurationAdmin() {
        assertThat(valueOf("logs.max_mb", Map.of(), option("$[env:MB]"))).isEqualTo("$[env:MB]");
    }

    @Test
    void aKeyThatTakesSeveralValuesIsSplitAtCommas() {
        assertThat(valueOf("hosts", Map.of(), Map.of(PID + ":hosts", "a, b,,c"))).isEqualTo(
                new String[]{"a", "b", "c"});
        assertThat(valueOf("hosts", Map.of(), Map.of(PID + ":hosts", ""))).isEqualTo(new String[0]);
    }

    @Test
    void anOptionWithoutAPidIsWrongUsage() {
        assertThatThrownBy(() -> merge(Map.of(), Map.of("logs.max_mb", "1"))).isInstanceOfSatisfying(
                CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(2));
    }
}
