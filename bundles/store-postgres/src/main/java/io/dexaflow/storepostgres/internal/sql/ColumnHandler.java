// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;

/**
 * Carries a value type of ours over the driver's own class for its column.
 *
 * @param <V> our type
 * @param <C> the driver's
 */
final class ColumnHandler<V, C> extends BaseTypeHandler<V> {

    private final Class<C> columnClass;
    private final Function<V, C> toColumn;
    private final Function<C, V> fromColumn;

    ColumnHandler(Class<C> columnClass, Function<V, C> toColumn, Function<C, V> fromColumn) {
        this.columnClass = columnClass;
        this.toColumn = toColumn;
        this.fromColumn = fromColumn;
    }

    @Override
    public void setNonNullParameter(PreparedStatement statement, int index, V value, JdbcType type)
            throws SQLException {
        statement.setObject(index, toColumn.apply(value));
    }

    @Override
    public V getNullableResult(ResultSet row, String column) throws SQLException {
        return value(row.getObject(column, columnClass));
    }

    @Override
    public V getNullableResult(ResultSet row, int column) throws SQLException {
        return value(row.getObject(column, columnClass));
    }

    @Override
    public V getNullableResult(CallableStatement call, int column) throws SQLException {
        return value(call.getObject(column, columnClass));
    }

    private V value(C column) {
        return column == null ? null : fromColumn.apply(column);
    }
}
