// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerConsumer;
import org.osgi.service.log.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The framework's log service, forwarding to the host's log, so that what declarative services, the configuration admin
 * and other bundles report is never lost. The two interfaces have fifty methods that differ in level and arguments only,
 * hence proxies.
 */
final class LogBridge {

    /** Levels of the old {@code log} methods, 1 to 4. */
    private static final Level[] OLD_LEVELS = {Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG};

    private final Consumer<LoggedError> errors;

    /**
     * @param errors told of every error, for the boot's report
     */
    LogBridge(Consumer<LoggedError> errors) {
        this.errors = errors;
    }

    /**
     * An error that a bundle logged.
     *
     * @param bundle its symbolic name; empty when it is not known
     * @param message what it said
     * @param cause what was thrown; null for nothing
     */
    record LoggedError(String bundle, String message, Throwable cause) {}

    /** Registers the service; it lives as long as the framework. */
    void register(BundleContext context) {
        Object service = Proxy.newProxyInstance(LogService.class.getClassLoader(), new Class<?>[]{LogService.class},
                this::callService);
        context.registerService(new String[]{LogService.class.getName(), LoggerFactory.class.getName()}, service,
                FrameworkUtil.asDictionary(Map.of("service.description", "Forwards to the host's log")));
    }

    private Object callService(Object proxy, Method method, Object[] args) {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, args);
        }
        if (method.getName().equals("getLogger")) {
            return loggerFor(args);
        }
        oldLog(args);
        return null;
    }

    /** Arguments: an optional bundle, a name or class, an optional kind of logger. */
    private Logger loggerFor(Object[] args) {
        String bundle = "";
        String name = null;
        Class<?> kind = Logger.class;
        for (Object arg : args) {
            if (arg instanceof Bundle owner) {
                bundle = String.valueOf(owner.getSymbolicName());
            } else if (arg instanceof Class<?> type && name != null) {
                kind = type;
            } else {
                name = arg instanceof Class<?> type ? type.getName() : String.valueOf(arg);
            }
        }
        boolean printf = kind == FormatterLogger.class;
        // Declarative services log for themselves under the name of all loggers.
        boolean isNamed = name != null && !name.equals(Logger.ROOT_LOGGER_NAME);
        Target target = new Target(isNamed ? name : bundle, bundle, printf);
        return (Logger) Proxy.newProxyInstance(Logger.class.getClassLoader(), new Class<?>[]{kind}, target);
    }

    /** Arguments of the four old methods: an optional service, a level, a message, an optional exception. */
    private void oldLog(Object[] args) {
        Level level = Level.DEBUG;
        String message = "";
        String bundle = "";
        Throwable thrown = null;
        for (Object arg : args) {
            switch (arg) {
                case ServiceReference<?> service -> bundle = service.getBundle() == null ? ""
                        : service.getBundle().getSymbolicName();
                case Integer number -> level = OLD_LEVELS[Math.clamp(number, 1, OLD_LEVELS.length) - 1];
                case Throwable cause -> thrown = cause;
                case null -> {
                    // No service, or no exception.
                }
                default -> message = arg.toString();
            }
        }
        new Target("osgi.log", bundle, false).write(level, message, new Object[]{thrown});
    }

    private static Object ofObject(Object proxy, Method method, Object[] args) {
        return switch (method.getName()) {
            case "equals" -> proxy == args[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "the host's log";
        };
    }

    /** One logger. */
    private final class Target implements InvocationHandler {

        private final org.slf4j.Logger log;
        private final String name;
        private final String bundle;
        private final boolean printf;

        Target(String name, String bundle, boolean printf) {
            this.log = org.slf4j.LoggerFactory.getLogger(name);
            this.name = name;
            this.bundle = bundle;
            this.printf = printf;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, method, args);
            }
            String called = method.getName();
            if (called.equals("getName")) {
                return name;
            }
            if (called.startsWith("is")) {
                return log.isEnabledForLevel(Level.valueOf(called.substring(2, called.length() - 7)
                        .toUpperCase(
                                Locale.ROOT)));
            }
            Level level =
                    called.equals("audit") ? Level.INFO : Level.valueOf(called.toUpperCase(Locale.ROOT));
            if (args[0] instanceof LoggerConsumer<?> consumer) {
                @SuppressWarnings("unchecked") LoggerConsumer<Exception> writer = (LoggerConsumer<Exception>) consumer;
                if (log.isEnabledForLevel(level)) {
                    writer.accept((Logger) proxy);
                }
                return null;
            }
            write(level, String.valueOf(args[0]), argumentsOf(args));
            return null;
        }

        private static Object[] argumentsOf(Object[] args) {
            if (args.length == 2 && args[1] instanceof Object[] many) {
                return many;
            }
            return Arrays.copyOfRange(args, 1, args.length);
        }

        void write(Level level, String format, Object[] arguments) {
            Throwable thrown = thrownIn(arguments);
            String message = printf ? String.format(format, arguments) : format;
            log.atLevel(level).log(message, printf ? new Object[]{thrown} : arguments);
            if (level == Level.ERROR) {
                errors.accept(new LoggedError(bundle, message, thrown));
            }
        }

        private static Throwable thrownIn(Object[] arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Throwable thrown) {
                    return thrown;
                }
            }
            return null;
        }
    }
}
