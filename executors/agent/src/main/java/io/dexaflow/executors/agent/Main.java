// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.executors.agent.support.AgentLog;
import io.dexaflow.executors.agent.support.Timing;
import java.io.IOException;
import java.util.List;

/**
 * The program. Whoever starts it gives it a session of its own and files as standard streams, so that it outlives the
 * host. Exit codes: 0 done, 1 the one attempt's report was not accepted or the agent could not start, 2 bad usage.
 */
public final class Main {

    private Main() {}

    /** Runs the agent; {@link AgentOptions#USAGE} is what it takes. */
    public static void main(String[] arguments) {
        AgentLog log = new AgentLog(System.out);
        int code;
        try {
            Agent agent = start(AgentOptions.parse(List.of(arguments)), log);
            code = agent.run();
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + "\n" + AgentOptions.USAGE);
            code = 2;
        } catch (IOException failed) {
            log.warn("agent cannot start: " + failed);
            code = 1;
        } catch (InterruptedException stopped) {
            code = 1;
        }
        System.exit(code);
    }

    private static Agent start(AgentOptions options, AgentLog log) throws IOException {
        Processes.keepEndedChildren();
        if (!Processes.adoptOrphans()) {
            log.warn("processes that leave their task's group cannot be found on this system");
        }
        Agent agent = new Agent(options, Timing.specified(), RecordDirectory.ofThisUser(), Spawner.best(), log);
        Runtime.getRuntime().addShutdownHook(new Thread(agent::shutdown, "shutdown"));
        return agent;
    }
}
