// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schema;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

/**
 * A connection that leaves the transaction to its owner. MyBatis Migrations commits a script and its changelog row one
 * after the other; through this they, and all scripts of a boot, become one transaction under one lock.
 */
final class Uncommitted {

    private static final Set<String> LEFT_OUT = Set.of("commit", "rollback", "close", "setAutoCommit");

    private Uncommitted() {}

    static Connection of(Connection connection) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (LEFT_OUT.contains(method.getName())) {
                return null;
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        };
        return (Connection) Proxy.newProxyInstance(Uncommitted.class.getClassLoader(), new Class<?>[]{Connection.class},
                handler);
    }
}
