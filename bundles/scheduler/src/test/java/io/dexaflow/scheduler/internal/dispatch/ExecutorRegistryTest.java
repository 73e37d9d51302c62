// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.scheduler.internal.Fakes;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

class ExecutorRegistryTest {

    private final ExecutorRegistry registry = new ExecutorRegistry(Fakes.config(8));
    private final TaskExecutor first = Fakes.executor(attempt -> LaunchOutcome.ACCEPTED);
    private final TaskExecutor second = Fakes.executor(attempt -> LaunchOutcome.ACCEPTED);
    private final ServiceReference<TaskExecutor> low = Fakes.reference("subprocess", 0);
    private final ServiceReference<TaskExecutor> high = Fakes.reference("subprocess", 10);

    @Test
    void ofTwoExecutorsOfOneNameTheHighestRankingServesWhicheverCameFirst() {
        registry.bind(high, first);
        registry.bind(low, second);
        assertThat(registry.find(null)).containsSame(first);
    }

    @Test
    void theOneThatStaysServesOnceTheOtherIsGone() {
        registry.bind(low, second);
        registry.bind(high, first);
        registry.unbind(high, first);
        assertThat(registry.find("subprocess")).containsSame(second);
        registry.unbind(low, second);
        assertThat(registry.find("subprocess")).isEmpty();
    }

    @Test
    void whatAnotherOutranksIsStillToldToStop() {
        registry.bind(low, second);
        registry.bind(high, first);
        assertThat(registry.all()).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void aNameIsListedOnceWithWhatIsBeingHandedOverToIt() {
        registry.bind(low, second);
        registry.bind(high, first);
        registry.bind(Fakes.reference("another"), first);
        UUID task = UUID.randomUUID();
        registry.handing(task, null);
        assertThat(registry.executors()).extracting(ExecutorInfo::name, ExecutorInfo::inFlight)
                .containsExactly(tuple("another", 0),
                        tuple("subprocess", 1));
        registry.handed(task);
        assertThat(registry.executors()).extracting(ExecutorInfo::inFlight).containsOnly(0);
    }
}
