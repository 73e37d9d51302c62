// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.util.Arrays;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Lets the stock commands find a bundle by its id or its symbolic name, as in {@code felix:stop 12}. What it does not
 * know it leaves to others.
 */
@Component(name = "io.dexaflow.shell.bundle-converter", service = Converter.class,
        property = Converter.CONVERTER_CLASSES + "=org.osgi.framework.Bundle")
public final class BundleConverter implements Converter {

    private final BundleContext context;

    /** @param context knows the bundles */
    @Activate
    public BundleConverter(BundleContext context) {
        this.context = context;
    }

    @Override
    public Object convert(Class<?> wanted, Object given) {
        if (wanted != Bundle.class) {
            return null;
        }
        String text = given.toString();
        return Arrays.stream(context.getBundles())
                .filter(bundle -> text.equals(Long.toString(bundle.getBundleId()))
                        || text.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public CharSequence format(Object given, int level, Converter converter) {
        return null;
    }
}
