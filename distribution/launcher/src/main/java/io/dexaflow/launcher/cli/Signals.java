// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Tells one signal from another, which a shutdown hook cannot. One that the process was started with ignored, as
 * {@code nohup} does, stays ignored.
 */
final class Signals {

    private Signals() {}

    /**
     * Calls this, on a thread of its own, each time the signal comes; the JVM then does nothing about it any more.
     *
     * @param signal its name, as {@code INT}
     */
    static void on(String signal, Runnable heard) {
        try {
            // By reflection, since javac warns of the module jdk.unsupported, and there is nothing else that can do it.
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[]{handlerType},
                    calling(heard));
            type.getMethod("handle", type, handlerType)
                    .invoke(null, type.getConstructor(String.class).newInstance(signal), handler);
        } catch (InvocationTargetException e) {
            throw refused(signal, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw refused(signal, e);
        }
    }

    private static InvocationHandler calling(Runnable heard) {
        return (self, method, args) -> switch (method.getName()) {
            case "handle" -> {
                heard.run();
                yield null;
            }
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == args[0];
            default -> "handler";
        };
    }

    private static CommandException refused(String signal, Throwable why) {
        return CommandException.refused("this Java runtime does not let a program handle SIG" + signal + " (" + why
                + "); it needs the module jdk.unsupported, and no -Xrs in DEXAFLOW_JAVA_OPTS");
    }
}
