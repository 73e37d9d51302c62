// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/** Turns what the framework says of its bundles into facts. It changes nothing, not even by resolving. */
final class BundleReader {

    private static final String SERVICE_NAMESPACE = "osgi.service";
    private static final String SERVICE_COMPONENT = "Service-Component";

    private final BundleContext context;

    BundleReader(BundleContext context) {
        this.context = context;
    }

    /** Every bundle. */
    List<BundleFacts> bundles() {
        return Arrays.stream(context.getBundles())
                .map(bundle -> new BundleFacts(name(bundle), status(bundle)))
                .toList();
    }

    /** What every bundle offers, or would offer if it were active. */
    List<BundleOffers> offers() {
        return Arrays.stream(context.getBundles())
                .map(bundle -> new BundleOffers(name(bundle), status(bundle) instanceof BundleFacts.Up, offers(bundle)))
                .toList();
    }

    private static BundleName name(Bundle bundle) {
        String name = bundle.getSymbolicName() == null ? bundle.getLocation() : bundle.getSymbolicName();
        return new BundleName(name, bundle.getBundleId());
    }

    private BundleFacts.Status status(Bundle bundle) {
        return switch (bundle.getState()) {
            case Bundle.INSTALLED -> unresolved(bundle);
            case Bundle.RESOLVED -> resolved(bundle);
            case Bundle.STARTING -> isLazy(bundle) ? new BundleFacts.Up() : new BundleFacts.Starting();
            case Bundle.ACTIVE -> new BundleFacts.Up();
            default -> new BundleFacts.Stopped();
        };
    }

    private static BundleFacts.Status resolved(Bundle bundle) {
        if (isFragment(bundle) || !hasSomethingToStart(bundle)) {
            return new BundleFacts.Up();
        }
        boolean wasTold = bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
        return wasTold ? new BundleFacts.NotStarted() : new BundleFacts.Stopped();
    }

    private static boolean isFragment(Bundle bundle) {
        return (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    private static boolean isLazy(Bundle bundle) {
        String policy = bundle.getHeaders("").get(Constants.BUNDLE_ACTIVATIONPOLICY);
        return policy != null && policy.startsWith(Constants.ACTIVATION_LAZY);
    }

    private static boolean hasSomethingToStart(Bundle bundle) {
        return bundle.getHeaders("").get(Constants.BUNDLE_ACTIVATOR) != null
                || bundle.getHeaders("").get(SERVICE_COMPONENT) != null;
    }

    private BundleFacts.Status unresolved(Bundle bundle) {
        List<BundleRequirement> unmet = requirements(bundle).stream()
                .filter(BundleReader::isMandatory)
                .filter(requirement -> candidates(requirement).noneMatch(this::isResolved))
                .toList();
        List<String> lacks = unmet.stream()
                .filter(requirement -> candidates(requirement).findAny().isEmpty())
                .map(this::lack)
                .toList();
        Set<String> waitsFor = new TreeSet<>();
        unmet.forEach(requirement -> candidates(requirement)
                .map(capability -> capability.getRevision().getSymbolicName())
                .findFirst()
                .ifPresent(waitsFor::add));
        waitsFor.remove(bundle.getSymbolicName());
        return new BundleFacts.Unresolved(lacks, List.copyOf(waitsFor));
    }

    private String lack(BundleRequirement requirement) {
        String name = RequirementWords.packageName(requirement);
        List<String> others = name == null ? List.of()
                : allCapabilities(PackageNamespace.PACKAGE_NAMESPACE)
                        .filter(capability -> name
                                .equals(capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)))
                        .map(capability -> capability.getAttributes().get(Constants.VERSION_ATTRIBUTE) + " in "
                                + provider(capability))
                        .distinct()
                        .toList();
        return RequirementWords.of(requirement)
                + (others.isEmpty() ? "" : " (there is " + String.join(", ", others) + ")");
    }

    private static String provider(BundleCapability capability) {
        Bundle bundle = capability.getRevision().getBundle();
        return bundle.getBundleId() == Constants.SYSTEM_BUNDLE_ID ? "the host itself" : name(bundle).name();
    }

    private Stream<BundleCapability> candidates(BundleRequirement requirement) {
        return allCapabilities(requirement.getNamespace()).filter(requirement::matches);
    }

    private Stream<BundleCapability> allCapabilities(String namespace) {
        return Arrays.stream(context.getBundles())
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(Objects::nonNull)
                .flatMap(revision -> revision.getDeclaredCapabilities(namespace).stream());
    }

    private boolean isResolved(BundleCapability capability) {
        return capability.getRevision().getWiring() != null;
    }

    private static List<BundleRequirement> requirements(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision == null ? List.of() : revision.getDeclaredRequirements(null);
    }

    private static boolean isMandatory(BundleRequirement requirement) {
        Map<String, String> directives = requirement.getDirectives();
        return Namespace.EFFECTIVE_RESOLVE.equals(directives.getOrDefault(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE,
                Namespace.EFFECTIVE_RESOLVE))
                && Namespace.RESOLUTION_MANDATORY.equals(directives.getOrDefault(
                        Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE, Namespace.RESOLUTION_MANDATORY));
    }

    private static List<Offer> offers(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision == null ? List.of()
                : revision.getDeclaredCapabilities(SERVICE_NAMESPACE)
                        .stream()
                        .map(capability -> new Offer(interfaces(capability), capability.getAttributes()))
                        .toList();
    }

    private static Set<String> interfaces(BundleCapability capability) {
        return switch (capability.getAttributes().get(Constants.OBJECTCLASS)) {
            case Collection<?> names -> Set.copyOf(names.stream().map(Object::toString).toList());
            case String name -> Set.of(name);
            case null, default -> Set.of();
        };
    }
}
