// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every reader of DAG files must keep. Extend it in the tests of an implementation. */
public abstract class DagParserContract {

    @TempDir Path folder;

    /** The parser under test. */
    protected abstract DagParser parser();

    /**
     * A valid file of its format with the DAG {@code contract} and the tasks {@code first} and {@code second}, of which the
     * second depends on the first.
     */
    protected abstract String valid();

    /** A file's name in its format. */
    protected abstract String fileName();

    @Test
    public void aValidFileGivesItsDagAndItsText() throws IOException {
        ParseResult result = parse(valid());
        assertThat(result).isInstanceOf(ParseResult.Parsed.class);
        ParseResult.Parsed parsed = (ParseResult.Parsed) result;
        assertThat(parsed.dag().dagId()).isEqualTo("contract");
        assertThat(parsed.dag().tasks()).extracting(Task::taskId).containsExactly("first", "second");
        assertThat(parsed.source()).isEqualTo(valid());
    }

    @Test
    public void theSameTextGivesTheSameDag() throws IOException {
        assertThat(parse(valid())).isEqualTo(parse(valid()));
    }

    @Test
    public void whatIsNoDagIsSaidAndNotThrown() throws IOException {
        for (String text : new String[]{"", "\0", "{", "]", "dag_id", "\ufffe"}) {
            assertThat(parse(text)).as(text)
                    .isInstanceOfSatisfying(ParseResult.Invalid.class,
                            invalid -> assertThat(invalid.errors()).isNotEmpty()
                                    .allSatisfy(
                                            error -> assertThat(error.message()).isNotBlank()));
        }
    }

    @Test
    public void aFileThatIsNotThereIsSaidAndNotThrown() {
        assertThat(parser().parse(folder.resolve("none-" + fileName()))).isInstanceOf(ParseResult.Invalid.class);
    }

    private ParseResult parse(String text) throws IOException {
        return parser().parse(Files.writeString(folder.resolve(fileName()), text));
    }
}
