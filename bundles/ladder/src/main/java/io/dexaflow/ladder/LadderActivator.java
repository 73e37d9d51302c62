// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import io.dexaflow.timing.Ladder;
import java.io.IOException;
import java.util.Dictionary;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.annotation.bundle.Capability;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.condition.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate of the boot: checks the ladder and publishes it, so that whatever needs a duration can start.
 * A ladder that does not hold is not published; instead the condition {@code dexaflow.refused} tells the launcher what
 * to print and to exit with 78. The activator does not throw for it: that would not stop a framework.
 */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"io.dexaflow.timing.Ladder\"")
@Capability(namespace = "osgi.service", attribute = {
        "objectClass:List<String>=\"org.osgi.service.condition.Condition\"",
        Condition.CONDITION_ID + "=" + LadderActivator.LADDER_CONDITION})
public final class LadderActivator implements BundleActivator {

    static final String LADDER_CONDITION = "dexaflow.ladder";
    static final String REFUSED_CONDITION = "dexaflow.refused";
    static final int REFUSED_EXIT_CODE = 78;

    private static final String KUBERNETES_EXECUTOR = "io.dexaflow.executors.kubernetes";
    private static final Logger LOG = LoggerFactory.getLogger(LadderActivator.class);

    private final LadderConstants constants;

    /** With the constants of the documents. */
    public LadderActivator() {
        this(LadderConstants.standard());
    }

    LadderActivator(LadderConstants constants) {
        this.constants = constants;
    }

    @Override
    public void start(BundleContext context) throws IOException {
        switch (Verdict.on(constants, configured(context), hasKubernetes(context))) {
            case Verdict.Holds(var ladder, var unlimited) -> {
                unlimited.ifPresent(LadderActivator::warn);
                context.registerService(Ladder.class, ladder, null);
                condition(context, Map.of(Condition.CONDITION_ID, LADDER_CONDITION));
            }
            case Verdict.Refused(var message) -> condition(context, Map.of(Condition.CONDITION_ID, REFUSED_CONDITION,
                    "exit.code", REFUSED_EXIT_CODE, "message", message));
        }
    }

    @Override
    public void stop(BundleContext context) {
        // The framework takes the services back.
    }

    /** The value of the key, or null; the launcher wrote the configuration before any other bundle started. */
    private static Object configured(BundleContext context) throws IOException {
        ServiceReference<ConfigurationAdmin> reference = context.getServiceReference(ConfigurationAdmin.class);
        if (reference == null) {
            LOG.info("no configuration service, so the default holds config_key={} value={}", CredentialCeiling.KEY,
                    CredentialCeiling.STANDARD);
            return null;
        }
        try {
            Configuration[] found = context.getService(reference)
                    .listConfigurations("(" + Constants.SERVICE_PID + "=" + CredentialCeiling.PID + ")");
            if (found == null) {
                return null;
            }
            // Processed: an operator may have written $[env:X].
            Dictionary<String, Object> properties = found[0].getProcessedProperties(reference);
            return properties == null ? null : properties.get(CredentialCeiling.KEY);
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException("the filter for " + CredentialCeiling.PID + " is wrong", impossible);
        } finally {
            context.ungetService(reference);
        }
    }

    private static boolean hasKubernetes(BundleContext context) {
        return Stream.of(context.getBundles()).anyMatch(b -> KUBERNETES_EXECUTOR.equals(b.getSymbolicName()));
    }

    private static void warn(String value) {
        LOG.warn("attempt tokens may be renewed without end: the renewal ceiling, the deadline floor of task pods and"
                + " the watchdog of warm attempts are all off config_key={} value={}", CredentialCeiling.KEY, value);
    }

    private static void condition(BundleContext context, Map<String, Object> properties) {
        Dictionary<String, Object> dictionary = FrameworkUtil.asDictionary(properties);
        context.registerService(Condition.class, Condition.INSTANCE, dictionary);
    }
}
