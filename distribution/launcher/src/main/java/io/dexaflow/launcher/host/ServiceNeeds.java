// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/**
 * Finds services that bundles say they need and that nobody has registered. Works from manifests alone, for a boot that
 * did not get as far as a doctor.
 */
final class ServiceNeeds {

    private static final Pattern NEEDED = Pattern
            .compile("osgi\\.service;filter:=\"\\(objectClass=([^)\"]+)\\)\"([^,]*)");
    private static final Pattern OFFERED = Pattern
            .compile("osgi\\.service;objectClass:List<String>=\"([^\"]+)\"");

    private final BundleContext context;

    ServiceNeeds(BundleContext context) {
        this.context = context;
    }

    /** The services that are missing, first causes first: those whose own bundle lacks nothing. */
    List<BootProblem> missing() {
        List<BootProblem> first = new ArrayList<>();
        List<BootProblem> later = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getState() != Bundle.ACTIVE) {
                continue;
            }
            for (String service : lackedBy(bundle)) {
                Bundle provider = providerOf(service);
                boolean isFirst = provider == null || lackedBy(provider).isEmpty();
                (isFirst ? first : later).add(new BootProblem(bundle.getSymbolicName(), "waits for the service "
                        + service + (provider == null ? ", which no bundle offers"
                                : " of " + provider.getSymbolicName())));
            }
        }
        first.addAll(later);
        return first;
    }

    private Set<String> lackedBy(Bundle bundle) {
        Set<String> lacked = new LinkedHashSet<>();
        String needs = bundle.getHeaders().get(Constants.REQUIRE_CAPABILITY);
        Matcher needed = NEEDED.matcher(needs == null ? "" : needs);
        while (needed.find()) {
            if (!needed.group(2).contains("optional") && !isRegistered(needed.group(1))) {
                lacked.add(needed.group(1));
            }
        }
        return lacked;
    }

    private boolean isRegistered(String service) {
        return !Services.find(context, "(" + Constants.OBJECTCLASS + "=" + service + ")").isEmpty();
    }

    private Bundle providerOf(String service) {
        for (Bundle bundle : context.getBundles()) {
            String offers = bundle.getHeaders().get(Constants.PROVIDE_CAPABILITY);
            Matcher offered = OFFERED.matcher(offers == null ? "" : offers);
            while (offered.find()) {
                if (List.of(offered.group(1).split(",")).contains(service)) {
                    return bundle;
                }
            }
        }
        return null;
    }
}
