// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.variable;

import io.dexaflow.store.VariableLedger.Variable;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of variables. */
public interface VariableMapper {

    List<Variable> list(@Param("patterns") String[] patterns, @Param("piece") Piece piece);

    long count(@Param("patterns") String[] patterns);

    Variable find(@Param("key") String key);

    int create(@Param("variable") Variable variable);

    int update(@Param("variable") Variable variable);

    int delete(@Param("key") String key);
}
