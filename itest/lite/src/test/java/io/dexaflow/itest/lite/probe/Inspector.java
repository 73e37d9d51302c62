// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite.probe;

import io.dexaflow.control.ExecutorDirectory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** Tells about components and executors. */
@Component(name = "io.dexaflow.itest.probe.inspector", service = Function.class, property = "probe=inspector")
public final class Inspector implements Function<String, List<Map<String, Object>>> {

    private final ServiceComponentRuntime runtime;
    private final ExecutorDirectory directory;

    @Activate
    public Inspector(@Reference(name = "component-runtime") ServiceComponentRuntime runtime,
            @Reference(name = "executor-directory") ExecutorDirectory directory) {
        this.runtime = runtime;
        this.directory = directory;
    }

    @Override
    public List<Map<String, Object>> apply(String question) {
        return switch (question) {
            case "components" -> runtime.getComponentDescriptionDTOs().stream().map(this::component).toList();
            case "executors" -> directory.executors()
                    .stream()
                    .<Map<String, Object>>map(executor -> Map.of("name",
                            executor.name(), "bundle", executor.bundle(), "default", executor.isDefault()))
                    .toList();
            default -> throw new IllegalArgumentException(question);
        };
    }

    private Map<String, Object> component(ComponentDescriptionDTO component) {
        List<String> problems = new ArrayList<>();
        var configurations = runtime.getComponentConfigurationDTOs(component);
        configurations.forEach(configuration -> {
            if (configuration.state != ComponentConfigurationDTO.ACTIVE
                    && configuration.state != ComponentConfigurationDTO.SATISFIED) {
                problems.add("state " + configuration.state + " unsatisfied "
                        + Arrays.stream(configuration.unsatisfiedReferences)
                                .map(reference -> reference.name + " "
                                        + reference.target)
                                .toList()
                        + " " + configuration.failure);
            }
        });
        if (configurations.isEmpty() && !component.configurationPolicy.equals("require")) {
            problems.add("no configuration");
        }
        return Map.of("name", component.name, "bundle", component.bundle.symbolicName, "class",
                component.implementationClass, "references", Arrays.stream(component.references)
                        .map(reference -> reference.name)
                        .toList(),
                "problems", problems);
    }
}
