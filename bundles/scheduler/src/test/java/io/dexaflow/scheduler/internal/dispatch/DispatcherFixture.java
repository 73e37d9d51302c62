// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.control.Leadership;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.TestLadder;
import java.util.Map;

/** A running dispatcher over stand-ins. */
public record DispatcherFixture(Dispatcher dispatcher, DispatchSettler settler, ExecutorRegistry registry) {

    public static DispatcherFixture open(Ledgers ledgers, Leadership leadership,
            Map<String, TaskExecutor> executors) {
        return open(ledgers, leadership, 512, executors);
    }

    static DispatcherFixture open(Ledgers ledgers, Leadership leadership, int buffer,
            Map<String, TaskExecutor> executors) {
        DispatchSettler settler = new DispatchSettler(ledgers, new TestLadder(), leadership,
                new ScheduleDelays(ledgers, Fakes.NOBODY_LEADS));
        ExecutorRegistry registry = Fakes.registry(executors);
        Dispatcher dispatcher = new Dispatcher(ledgers, registry, new FakeTokens(), settler,
                Fakes.config(buffer));
        settler.start();
        dispatcher.start();
        return new DispatcherFixture(dispatcher, settler, registry);
    }

    public void stop() throws InterruptedException {
        dispatcher.stop();
        settler.stop();
    }
}
