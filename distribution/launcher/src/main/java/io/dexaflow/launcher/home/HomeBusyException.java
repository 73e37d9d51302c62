// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;

/** Another host works on this home. */
public final class HomeBusyException extends CommandException {

    private static final long serialVersionUID = 1L;

    HomeBusyException(String message) {
        super(ExitCode.REFUSED, message);
    }
}
