// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.AttemptKey;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.ProcStat;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.subprocess.internal.liveness.Finding.State;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out what is left of attempts, touching nothing: the table of R206. Its agent's record first, then its group's, both
 * before the process table is read, so that whatever a record names is older than the table it is looked for in.
 *
 * @param records the records of this machine's attempts
 * @param probes asks the operating system
 * @param memory asks this host
 */
record Examiner(RecordDirectory records, Probes probes, Memory memory) {

    /** Where the system tells no boot id, records have none either that could differ. */
    private static final String NO_BOOT_ID = "unknown";

    /** What could be found without the process table: either all there is to say, or a group to look for. */
    private record Trace(Finding finding, Optional<AgentRecord> agent, GroupRecord group, int epoch) {}

    /** A finding for each, in their order. */
    List<Finding> examine(List<AttemptId> attempts) {
        List<Trace> traces = attempts.stream().map(this::trace).toList();
        Probe.Moment moment = new Probe.Moment();
        List<Finding> findings = new ArrayList<>();
        for (Trace trace : traces) {
            findings.add(trace.finding() != null ? trace.finding() : group(trace, moment));
        }
        return findings;
    }

    private Trace trace(AttemptId attempt) {
        try {
            Finding held = held(attempt);
            if (held != null) {
                return settled(held);
            }
            AttemptKey key = new AttemptKey(attempt.runId().toString(), attempt.taskId(), attempt.tryNumber());
            Optional<AgentRecord> agent = records.agent(key);
            if (agent.isPresent() && thisBoot(agent.get().bootId())) {
                Presence presence = probes.process(agent.get().agentPid());
                if (presence.present()) {
                    return settled(agentLives(agent.get(), presence, attempt.epoch()));
                }
            }
            Optional<GroupRecord> group = records.group(key);
            if (group.isEmpty()) {
                return settled(new Finding(State.GONE, agentIsGone(agent) + ", and no process group",
                        evidence(agent, null), null));
            }
            return new Trace(null, agent, group.get(), attempt.epoch());
        } catch (IOException failed) {
            return settled(unknown(failed));
        }
    }

    private static Trace settled(Finding finding) {
        return new Trace(finding, Optional.empty(), null, 0);
    }

    private Finding held(AttemptId attempt) throws IOException {
        return switch (memory.holder(attempt).orElse(null)) {
            case null -> null;
            case Memory.Holder.ThisHost host -> new Finding(State.AGENT, "this host is handing it to an agent",
                    Map.of("held_by", "host"), null);
            case Memory.Holder.Agent agent -> probes.process(agent.pid()).present()
                    ? new Finding(State.AGENT, "agent " + agent.pid() + " is alive and says that it has it",
                            Map.of("held_by", agent.worker(), "agent_pid", Integer.toString(agent.pid())), null)
                    : null;
        };
    }

    private Finding agentLives(AgentRecord agent, Presence presence, int epoch) {
        StringBuilder words = new StringBuilder("agent " + agent.agentPid() + " is alive (boot " + boot(agent.bootId())
                + ", ticks " + agent.startTicks() + ")");
        if (agent.epoch() != epoch) {
            words.append(", with epoch ").append(agent.epoch()).append(" of this try");
        }
        Map<String, String> evidence = evidence(Optional.of(agent), null);
        long ticks = probes.stat(agent.agentPid()).map(ProcStat::startTicks).orElse(0L);
        evidence.put("agent_ticks_now", Long.toString(ticks));
        if (ticks != 0 && agent.startTicks() != 0 && ticks != agent.startTicks()) {
            words.append(", or its number has another process now (ticks ").append(ticks).append(")");
        }
        if (presence == Presence.FOREIGN) {
            words.append(", and belongs to another user");
        }
        return new Finding(State.AGENT, words.toString(), evidence, null);
    }

    private Finding group(Trace trace, Probe.Moment moment) {
        GroupRecord group = trace.group();
        Map<String, String> evidence = evidence(trace.agent(), group);
        String name = "process group " + group.groupId();
        try {
            if (!thisBoot(group.bootId())) {
                return gone(trace, name + " was of another boot (" + boot(group.bootId()) + ")", evidence);
            }
            if (!probes.group(group.groupId(), moment).present()) {
                return gone(trace, name + " is gone", evidence);
            }
            Optional<ProcStat> leader = probes.stat(group.groupId());
            long ticks = leader.map(ProcStat::startTicks).orElse(0L);
            evidence.put("leader_ticks_now", Long.toString(ticks));
            if (ticks != 0 && group.leaderTicks() != 0 && ticks != group.leaderTicks()) {
                return gone(trace, name + " is another one by now (ticks " + ticks + ", not " + group.leaderTicks()
                        + ")", evidence);
            }
            String doubt = doubt(trace, leader);
            return new Finding(doubt == null ? State.ORPHAN : State.GROUP, agentIsGone(trace.agent()) + ", but "
                    + name + " is alive" + (doubt == null ? "" : "; " + doubt), evidence, group);
        } catch (IOException failed) {
            return unknown(failed);
        }
    }

    /** Why the group must not be signalled (R208); null if it may be. Its leader's start is known not to differ. */
    private String doubt(Trace trace, Optional<ProcStat> leader) throws IOException {
        GroupRecord group = trace.group();
        if (probes.process(group.agentPid()).present()) {
            return "agent " + group.agentPid() + " that started it is alive";
        }
        if (leader.isEmpty() || leader.get().ended()) {
            return "its leader has exited, so nothing proves any more whose it is, and it is waited for";
        }
        if (group.leaderTicks() == 0 || leader.get().startTicks() == 0) {
            return "its leader's start is not known, so nothing proves whose it is, and it is waited for";
        }
        return group.epoch() > trace.epoch() ? "it is of the newer epoch " + group.epoch() : null;
    }

    private static Finding gone(Trace trace, String words, Map<String, String> evidence) {
        return new Finding(State.GONE, agentIsGone(trace.agent()) + ", and " + words, evidence, null);
    }

    private Finding unknown(IOException failed) {
        return new Finding(State.UNKNOWN, "cannot say whether it lives: " + failed.getMessage(),
                Map.of("error", String.valueOf(failed.getMessage()), "records", records.path()), null);
    }

    private static String agentIsGone(Optional<AgentRecord> agent) {
        return agent.map(a -> "agent " + a.agentPid() + " is gone (boot " + boot(a.bootId()) + ", ticks "
                + a.startTicks() + ")").orElse("no record of it");
    }

    private boolean thisBoot(String recorded) {
        return recorded.equals(probes.bootId()) || recorded.equals(NO_BOOT_ID) || probes.bootId().equals(NO_BOOT_ID);
    }

    private static String boot(String id) {
        return id.length() <= 4 || id.equals(NO_BOOT_ID) ? id : id.substring(0, 4) + "…";
    }

    private Map<String, String> evidence(Optional<AgentRecord> agent, GroupRecord group) {
        Map<String, String> evidence = new LinkedHashMap<>();
        evidence.put("records", records.path());
        evidence.put("boot_id", probes.bootId());
        agent.ifPresent(a -> {
            evidence.put("agent_pid", Integer.toString(a.agentPid()));
            evidence.put("agent_ticks", Long.toString(a.startTicks()));
            evidence.put("agent_boot_id", a.bootId());
            evidence.put("agent_epoch", Integer.toString(a.epoch()));
        });
        if (group != null) {
            evidence.put("group_id", Integer.toString(group.groupId()));
            evidence.put("group_agent_pid", Integer.toString(group.agentPid()));
            evidence.put("leader_ticks", Long.toString(group.leaderTicks()));
            evidence.put("group_boot_id", group.bootId());
            evidence.put("group_epoch", Integer.toString(group.epoch()));
        }
        return evidence;
    }
}
