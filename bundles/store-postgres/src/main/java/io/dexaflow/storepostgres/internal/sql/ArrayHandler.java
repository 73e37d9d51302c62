// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;

/**
 * Sends a Java array as an array of the server's: that is how one statement serves a whole batch.
 *
 * @param <E> the elements
 */
final class ArrayHandler<E> extends BaseTypeHandler<E[]> {

    private final String elementType;

    /** @param elementType the server's name of the element type */
    ArrayHandler(String elementType) {
        this.elementType = elementType;
    }

    @Override
    public void setNonNullParameter(PreparedStatement statement, int index, E[] value, JdbcType type)
            throws SQLException {
        Object[] elements = value instanceof Instant[] instants ? texts(instants) : value;
        statement.setArray(index, statement.getConnection().createArrayOf(elementType, elements));
    }

    private static String[] texts(Instant[] instants) {
        String[] texts = new String[instants.length];
        for (int i = 0; i < instants.length; i++) {
            texts[i] = instants[i] == null ? null : instants[i].toString();
        }
        return texts;
    }

    @Override
    public E[] getNullableResult(ResultSet row, String column) {
        throw unread();
    }

    @Override
    public E[] getNullableResult(ResultSet row, int column) {
        throw unread();
    }

    @Override
    public E[] getNullableResult(CallableStatement call, int column) {
        throw unread();
    }

    private static UnsupportedOperationException unread() {
        return new UnsupportedOperationException("no statement of ours answers with an array");
    }
}
