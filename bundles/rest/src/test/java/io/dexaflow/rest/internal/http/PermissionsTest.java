// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermissionsTest {

    @ParameterizedTest
    @CsvSource({"GET,api/v2/nowhere,VIEWER", "POST,api/v2/nowhere,ADMIN", "PUT,api/v2/dags/a,ADMIN",
            "DELETE,api/v2/dags/a,ADMIN", "PATCH,api/v2/dags/a,OPERATOR", "POST,dexaflow/v1/runs,ADMIN",
            "GET,dexaflow/v1/backup,ADMIN",
            "DELETE,api/v2/dags/a/dagRuns/b,OPERATOR", "POST,api/v2/dags/~/dagRuns/list,VIEWER",
            "POST,api/v2/pools,ADMIN", "GET,api/v2/pools,VIEWER", "GET,api/v2/variables/k,OPERATOR",
            "POST,api/v2/variables,ADMIN", "TRACE,api/v2/dags,ADMIN"})
    void whatNobodyThoughtOfIsReadByViewersAndChangedByAdmins(String method, String path, Role role) {
        assertThat(Permissions.needed(method, List.of(path.split("/")))).isEqualTo(role);
    }
}
