// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The validator of DAG files, which lives in a bundle: here it runs as a plain program over the bundles' jars, without a
 * framework.
 */
final class CheckProgram {

    private static final String PROGRAM = "io.dexaflow.dagfiles.Check";

    private CheckProgram() {}

    /** Runs it; gives its exit code. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        // It has a log of its own, which nobody reads: the host's must not be opened before there is a host.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        ClassLoader caller = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader bundles = new URLClassLoader("bundles", jars(),
                ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(bundles);
            return (int) bundles.loadClass(PROGRAM)
                    .getMethod("run", String[].class, PrintStream.class,
                            PrintStream.class)
                    .invoke(null, arguments.toArray(String[]::new), out, err);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the validator failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new CommandException(ExitCode.REFUSED, "this distribution has no validator for DAG files (" + PROGRAM
                    + "): is io.dexaflow.dag-files among its bundles?");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Thread.currentThread().setContextClassLoader(caller);
        }
    }

    private static URL[] jars() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        Distribution distribution = Distribution.current();
        for (Path jar : Distribution.jarsOf(distribution.bundles())) {
            urls.add(jar.toUri().toURL());
        }
        for (Path jar : Distribution.jarsOf(distribution.libraries())) {
            if (jar.getFileName().toString().startsWith("slf4j-api-")) {
                urls.add(jar.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
