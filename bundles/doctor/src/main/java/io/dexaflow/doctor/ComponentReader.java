// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Turns what the component runtime says into {@link ComponentFacts}. */
final class ComponentReader {

    private final ServiceComponentRuntime runtime;

    ComponentReader(ServiceComponentRuntime runtime) {
        this.runtime = runtime;
    }

    /** Every component there is; factories are left out, since they are nothing until someone asks them for one. */
    List<ComponentFacts> components() {
        return runtime.getComponentDescriptionDTOs()
                .stream()
                .filter(description -> description.factory == null)
                .flatMap(this::components)
                .toList();
    }

    private Stream<ComponentFacts> components(ComponentDescriptionDTO description) {
        if (!runtime.isComponentEnabled(description)) {
            return Stream.of(facts(description, new ComponentFacts.Disabled(), description.properties));
        }
        List<ComponentConfigurationDTO> configurations =
                List.copyOf(runtime.getComponentConfigurationDTOs(description));
        if (configurations.isEmpty()) {
            return Stream.of(facts(description, unconfigured(description), description.properties));
        }
        return configurations.stream()
                .map(configuration -> facts(description, status(description, configuration),
                        configuration.properties));
    }

    private static ComponentFacts facts(ComponentDescriptionDTO description, ComponentFacts.Status status,
            Map<String, Object> properties) {
        Offer offer = new Offer(Set.of(description.serviceInterfaces), new HashMap<>(properties));
        List<Need> needs = Arrays.stream(description.references)
                .filter(reference -> reference.cardinality.startsWith("1"))
                .map(reference -> new Need(reference.interfaceName, target(reference, properties)))
                .toList();
        return new ComponentFacts(description.name, bundle(description), status, offer, needs);
    }

    private static BundleName bundle(ComponentDescriptionDTO description) {
        return new BundleName(description.bundle.symbolicName, description.bundle.id);
    }

    private static ComponentFacts.Status status(ComponentDescriptionDTO description,
            ComponentConfigurationDTO configuration) {
        return switch (configuration.state) {
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION -> unconfigured(description);
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
                    new ComponentFacts.Unsatisfied(Arrays.stream(configuration.unsatisfiedReferences)
                            .map(missing -> need(description, missing))
                            .toList());
            case ComponentConfigurationDTO.FAILED_ACTIVATION ->
                    new ComponentFacts.Failed(configuration.failure == null ? "" : configuration.failure);
            // A component with a service is created when it is first asked for; satisfied is all it can be until then.
            case ComponentConfigurationDTO.SATISFIED ->
                    description.immediate ? new ComponentFacts.Starting() : new ComponentFacts.Up();
            default -> new ComponentFacts.Up();
        };
    }

    private static ComponentFacts.Unconfigured unconfigured(ComponentDescriptionDTO description) {
        return new ComponentFacts.Unconfigured(List.of(description.configurationPid));
    }

    private static Need need(ComponentDescriptionDTO description, UnsatisfiedReferenceDTO missing) {
        String service = Arrays.stream(description.references)
                .filter(reference -> reference.name.equals(missing.name))
                .map(reference -> reference.interfaceName)
                .findFirst()
                .orElse(missing.name);
        return new Need(service, missing.target);
    }

    /** A reference's filter; a property of the component may have taken the declared one's place. */
    private static String target(ReferenceDTO reference, Map<String, Object> properties) {
        Object replaced = properties.get(reference.name + ".target");
        return replaced == null ? reference.target : replaced.toString();
    }
}
