// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A data source that notes every prepared statement that is executed, with its parameters, and every commit. */
final class Watched {

    private final List<Executed> executed = new CopyOnWriteArrayList<>();
    private final AtomicInteger commits = new AtomicInteger();

    DataSource watch(DataSource source) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object answer = call(source, method, arguments);
            return answer instanceof Connection connection ? watch(connection) : answer;
        });
    }

    /** A data source all of whose connections are one session of the server: a proxy that pools by transaction. */
    DataSource sharing(Connection connection) {
        Connection shared = proxy(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "close", "setAutoCommit", "commit", "rollback" -> null;
            default -> call(connection, method, arguments);
        });
        return proxy(DataSource.class, (method, arguments) -> shared);
    }

    private Connection watch(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            if (method.getName().equals("commit")) {
                commits.incrementAndGet();
            }
            Object answer = call(connection, method, arguments);
            return answer instanceof PreparedStatement statement ? watch(statement, (String) arguments[0]) : answer;
        });
    }

    private PreparedStatement watch(PreparedStatement statement, String sql) {
        Map<Integer, Object> parameters = new TreeMap<>();
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().equals("setNull")) {
                parameters.put((Integer) arguments[0], "null");
            } else if (method.getName().startsWith("set") && arguments.length == 2) {
                parameters.put((Integer) arguments[0], "'" + String.valueOf(arguments[1]).replace("'", "''") + "'");
            } else if (method.getName().equals("execute")) {
                executed.add(new Executed(sql, new ArrayList<>(parameters.values())));
            }
            return call(statement, method, arguments);
        });
    }

    void forget() {
        executed.clear();
        commits.set(0);
    }

    List<Executed> executed() {
        return List.copyOf(executed);
    }

    int commits() {
        return commits.get();
    }

    private interface Call {
        Object run(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        InvocationHandler handler = (proxy, method, arguments) -> call.run(method, arguments);
        return type.cast(Proxy.newProxyInstance(Watched.class.getClassLoader(), new Class<?>[]{type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    /**
     * An executed statement.
     *
     * @param sql with question marks
     * @param literals its parameters, as literals
     */
    record Executed(String sql, List<Object> literals) {

        /** The statement as SQL that prepares it under a name. */
        String prepare(String name) {
            StringBuilder text = new StringBuilder("prepare " + name + " as ");
            int number = 0;
            for (char c : sql.toCharArray()) {
                text.append(c == '?' ? "$" + ++number : String.valueOf(c));
            }
            return text.toString();
        }

        /** The SQL that explains the prepared statement. */
        String explain(String name) {
            String arguments = literals.isEmpty() ? ""
                    : "(" + String.join(", ", literals.stream()
                            .map(String::valueOf)
                            .toList()) + ")";
            return "explain (costs off) execute " + name + arguments;
        }
    }
}
