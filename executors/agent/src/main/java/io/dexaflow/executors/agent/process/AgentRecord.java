// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;

/**
 * Names the agent that hosts an attempt: the content of a {@code .pid} file.
 *
 * @param agentPid the agent's process
 * @param startTicks its start in clock ticks since boot, 0 if unknown: evidence for people, no proof of death
 * @param bootId the boot it lives in: another one means that it is dead
 * @param epoch the attempt's epoch
 */
public record AgentRecord(int agentPid, long startTicks, String bootId, int epoch) {

    byte[] encode() {
        return ("agent_pid=" + agentPid + "\nstart_ticks=" + startTicks + "\nboot_id=" + bootId + "\nepoch=" + epoch
                + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static AgentRecord decode(String name, byte[] content) throws RecordException {
        RecordText text = RecordText.parse(name, content);
        return new AgentRecord(text.small("agent_pid", 1), text.number("start_ticks", 0), text.text("boot_id"),
                text.small("epoch", 0));
    }
}
