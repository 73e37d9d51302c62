// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dag.DagParser;
import io.dexaflow.dag.ParseResult;
import java.nio.file.Path;
import org.osgi.service.component.annotations.Component;

/** Reads DAG files for whoever has one in hand; what is wrong with a file is its answer, never an exception. */
@Component(name = "io.dexaflow.dag-files.parser", service = DagParser.class)
public final class FileDagParser implements DagParser {

    @Override
    public ParseResult parse(Path file) {
        return DagReader.read(file);
    }
}
