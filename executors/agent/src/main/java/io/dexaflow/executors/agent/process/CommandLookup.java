// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Finds a command as a shell would, in the child's PATH and folder, and finds words for one that does not start. */
final class CommandLookup {

    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final int FIRST_LINE = 256;

    private CommandLookup() {}

    /**
     * The file to execute. A command with a slash is taken as it is.
     *
     * @throws SpawnFailure if no folder of the PATH has it
     */
    static String find(Command command) throws SpawnFailure {
        String program = command.program();
        if (program.indexOf('/') >= 0) {
            return program;
        }
        String path = command.searchPath() == null ? USUAL_PATH : command.searchPath();
        String refused = null;
        for (String folder : program.isEmpty() ? new String[0] : path.split(":", -1)) {
            String file = (folder.isEmpty() ? "." : folder) + "/" + program;
            String seen = seenFrom(command.directory(), file);
            int access = NativeFiles.executable(seen);
            if (access == 0 && regular(seen)) {
                return file;
            }
            if (access == -Errno.EACCES && regular(seen)) {
                refused = file;
            }
        }
        checkDirectory(command);
        if (refused != null) {
            throw notExecutable(program, refused);
        }
        throw new SpawnFailure(SpawnFailure.NOT_FOUND, "command not found: " + program + " (looked in PATH " + path
                + "); install it where the agent runs, write its full path, or set PATH in the task's env");
    }

    /** Why a command did not start. */
    static SpawnFailure explain(Command command, String file, int errno) {
        try {
            checkDirectory(command);
        } catch (SpawnFailure badDirectory) {
            return badDirectory;
        }
        String program = command.program();
        String seen = seenFrom(command.directory(), file);
        return switch (errno) {
            case Errno.ENOENT, Errno.ENOTDIR -> exists(seen) ? noInterpreter(program, seen)
                    : new SpawnFailure(
                            SpawnFailure.NOT_FOUND, "command not found: " + program + "; there is no such file"
                                    + (file.startsWith("/") ? "" : " seen from " + command.directory()));
            case Errno.EACCES -> notExecutable(program, seen);
            case Errno.ENOEXEC -> cannot(program, "is neither a program for this machine nor a script that begins with"
                    + " #!; give it a first line such as #!/bin/sh");
            case Errno.E2BIG -> cannot(program, "got arguments and environment that are too large for this system;"
                    + " pass large values in files");
            case Errno.EAGAIN, Errno.ENOMEM, Errno.EMFILE -> cannot(program, "found no room: " + Errno.words(errno)
                    + "; look at ulimit -u, ulimit -n and free memory where the agent runs");
            default -> cannot(program, "could not be started: " + Errno.words(errno));
        };
    }

    private static void checkDirectory(Command command) throws SpawnFailure {
        String directory = command.directory();
        if (directory == null) {
            return;
        }
        try {
            if (!NativeFiles.status(directory).directory()) {
                throw badDirectory(command, "is not a directory; set working_dir of the task to one");
            }
        } catch (ErrnoException missing) {
            throw badDirectory(command, missing.errno() == Errno.ENOENT
                    ? "does not exist where the agent runs; make it, or change working_dir of the task"
                    : "cannot be looked at: " + Errno.words(missing.errno()));
        }
        if (NativeFiles.executable(directory) != 0) {
            throw badDirectory(command, "may not be entered by the user the agent runs as; change its permissions");
        }
    }

    private static SpawnFailure badDirectory(Command command, String why) {
        return new SpawnFailure(SpawnFailure.NOT_STARTED, "working directory " + command.directory() + " " + why
                + " (command: " + command.program() + ")");
    }

    private static SpawnFailure notExecutable(String program, String file) {
        if (!regular(file)) {
            return cannot(program, "is no program: " + file + " is a directory or something else");
        }
        return cannot(program, "may not be executed: " + file + "; run chmod +x on it");
    }

    private static SpawnFailure noInterpreter(String program, String file) {
        String line = firstLine(file);
        if (!line.startsWith("#!")) {
            return cannot(program, "needs a program loader that is not there (built for another system?)");
        }
        String interpreter = line.substring(2).strip();
        String hint = line.endsWith("\r")
                ? "; the script has Windows line ends, convert it with dos2unix"
                : "; install it, or correct the script's first line";
        return new SpawnFailure(SpawnFailure.NOT_FOUND,
                "command " + program + ": its interpreter " + interpreter + " was not found" + hint);
    }

    private static SpawnFailure cannot(String program, String why) {
        return new SpawnFailure(SpawnFailure.NOT_STARTED, "command " + program + " " + why);
    }

    private static String firstLine(String file) {
        int descriptor = NativeFiles.open(file, NativeFiles.READ | NativeFiles.NONBLOCK, 0);
        if (descriptor < 0) {
            return "";
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(FIRST_LINE);
            long length = NativeFiles.read(descriptor, buffer, FIRST_LINE);
            byte[] begin = new byte[(int) Math.max(0, length)];
            MemorySegment.copy(buffer, JAVA_BYTE, 0, begin, 0,
                    begin.length);
            return new String(begin, StandardCharsets.ISO_8859_1).split("\n", 2)[0];
        } finally {
            NativeFiles.close(descriptor);
        }
    }

    private static boolean exists(String file) {
        try {
            NativeFiles.status(file);
            return true;
        } catch (IOException missing) {
            return false;
        }
    }

    private static boolean regular(String file) {
        try {
            return NativeFiles.status(file).regular();
        } catch (IOException missing) {
            return false;
        }
    }

    private static String seenFrom(String directory, String file) {
        return file.startsWith("/") || directory == null ? file : directory + "/" + file;
    }
}
