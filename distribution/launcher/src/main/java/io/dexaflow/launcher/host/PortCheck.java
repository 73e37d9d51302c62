// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Sees whether the API's port can be had, before anything is started. */
final class PortCheck {

    private PortCheck() {}

    /** Refuses a port that is taken or not for this user; any free one (0) is always there. */
    static void refuseTaken(int port) {
        if (port == 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(FrameworkSettings.HOST), port));
        } catch (BindException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()).contains("Permission")
                    ? "port " + port + " is not for this user; choose one above 1023 with --port"
                    : "port " + port + " on " + FrameworkSettings.HOST + " is taken by another program; choose another"
                            + " with --port, or any free one with --port 0");
        } catch (IOException e) {
            throw CommandException.refused("port " + port + " cannot be used: " + e.getMessage());
        }
    }
}
