// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

class BundleConverterTest {

    @TempDir private Path storage;

    private Framework framework;

    @BeforeEach
    void start() throws BundleException {
        framework = ServiceLoader.load(FrameworkFactory.class)
                .iterator()
                .next()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(10_000);
    }

    @Test
    void findsABundleByItsIdOrItsName() {
        assertThat(convert("0")).isEqualTo(framework);
        assertThat(convert("org.apache.felix.framework")).isEqualTo(framework);
        assertThat(convert("77")).isNull();
    }

    @Test
    void leavesEverythingElseToOthers() {
        assertThat(new BundleConverter(framework.getBundleContext()).convert(String.class, "0")).isNull();
    }

    private Object convert(String text) {
        return new BundleConverter(framework.getBundleContext()).convert(Bundle.class, text);
    }
}
