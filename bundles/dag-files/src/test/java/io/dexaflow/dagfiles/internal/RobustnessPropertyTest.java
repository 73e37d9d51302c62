// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.dagfiles.internal.folder.DagNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a file holds, the parser answers: with a DAG, or with errors that have words and a place. */
class RobustnessPropertyTest {

    private static final int ROUNDS = 1500;

    private static final String[] SNIPPETS = {"{{", "}}", "{{ params.x }}", "\t", "*", "&a", "*a", "@daily", "\"", "'",
            ": ", "- ", "[", "]", "{", "}", "|", ">", "!!int", "!x", "#", "\n", "\r\n", "---", "...", "%", "~", "null",
            "true",
            "0x", "1e999", ".nan", "<<", "\\u0000", "\\ud800", "\u0000", "\u2028", "\ud83d\ude00", "dag_id", "tasks",
            "? ", ",", "``"};

    @ParameterizedTest
    @ValueSource(strings = {"a.yaml", "a.json"})
    void randomBytesAreAnswered(String name) {
        Random random = new Random(7);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] content = new byte[random.nextInt(200)];
            random.nextBytes(content);
            answers(name, content, i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.yaml", "a.json"})
    void randomSnippetsAreAnswered(String name) {
        Random random = new Random(11);
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(30); n >= 0; n--) {
                text.append(SNIPPETS[random.nextInt(SNIPPETS.length)]);
            }
            answers(name, text.toString().getBytes(StandardCharsets.UTF_8), i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.yaml", "a.json"})
    void mutatedFilesAreAnswered(String name) throws IOException {
        List<byte[]> seeds = seeds();
        Random random = new Random(13);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] content = seeds.get(random.nextInt(seeds.size()));
            for (int n = random.nextInt(3); n >= 0; n--) {
                content = mutated(content, random);
            }
            answers(name, content, i);
        }
    }

    private static List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Stream.concat(Files.walk(Path.of("src/test/resources")),
                Files.list(Path.of("../../examples")))) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(yaml|json)")).sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        return seeds;
    }

    private static byte[] mutated(byte[] content, Random random) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + random.nextInt(20));
        String snippet = new String(SNIPPETS[random.nextInt(SNIPPETS.length)].getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1);
        String mutated = switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at) + snippet + text.substring(at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, at) + text.substring(at, to) + text.substring(at);
            default -> text.substring(0, at);
        };
        return mutated.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void answers(String name, byte[] content, int round) {
        Path file = Path.of("/nowhere", name);
        ParseResult result;
        try {
            result = DagReader.read(file, content);
            DagNames.readIfDag(file, content, false);
        } catch (RuntimeException | java.lang.Error e) {
            throw new AssertionError("round " + round + ": " + new String(content, StandardCharsets.UTF_8), e);
        }
        if (result instanceof ParseResult.Invalid invalid) {
            assertThat(invalid.errors()).isNotEmpty();
            for (ParseError error : invalid.errors()) {
                assertThat(error.message()).isNotBlank();
                assertThat(error.line()).isGreaterThanOrEqualTo(0);
                assertThat(error.column()).isGreaterThanOrEqualTo(0);
                assertThat(error.toText("f")).doesNotContain("\n");
            }
        }
    }
}
