// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.clock;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.store.StoreException;
import io.dexaflow.storepostgres.internal.sql.Database;
import java.util.List;

/**
 * Says when somebody has moved {@code dexaflow.clock} (contract 5). A database that does not answer is another check's
 * finding, not this one's.
 */
public final class ClockCheck implements DoctorCheck {

    private final Database database;

    public ClockCheck(Database database) {
        this.database = database;
    }

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public List<Finding> check() {
        try {
            String shift = database.one(ClockMapper.class, "read the shift of the clock", ClockMapper::shift);
            return shift == null ? List.of() : List.of(finding(shift));
        } catch (StoreException away) {
            return List.of();
        }
    }

    private static Finding finding(String shift) {
        return new Finding(Finding.Level.WARNING,
                "The host's clock was moved: all times that are stored or compared are off.",
                "dexaflow.clock, shift = " + shift,
                "Unless a test is doing this: update dexaflow.clock set shift = '0'");
    }
}
