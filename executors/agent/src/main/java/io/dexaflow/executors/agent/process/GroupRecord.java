// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;

/**
 * Names the process group of an attempt's task: the content of a {@code .pgid} file.
 *
 * @param agentPid the agent that started it
 * @param groupId the group, which is also its leader's process
 * @param leaderTicks the leader's start in clock ticks since boot, 0 if unknown: decides whether the group may be
 *            signalled
 * @param bootId the boot it lives in: another one means that it is gone
 * @param epoch the attempt's epoch
 */
public record GroupRecord(int agentPid, int groupId, long leaderTicks, String bootId, int epoch) {

    byte[] encode() {
        return ("agent_pid=" + agentPid + "\ngroup_id=" + groupId + "\nleader_ticks=" + leaderTicks + "\nboot_id="
                + bootId + "\nepoch=" + epoch + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static GroupRecord decode(String name, byte[] content) throws RecordException {
        RecordText text = RecordText.parse(name, content);
        return new GroupRecord(text.small("agent_pid", 1), text.small("group_id", 2), text.number("leader_ticks", 0),
                text.text("boot_id"), text.small("epoch", 0));
    }
}
