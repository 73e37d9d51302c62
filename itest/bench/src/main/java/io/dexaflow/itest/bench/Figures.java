// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Some measurements of one thing. */
final class Figures {

    private final List<Double> all = new ArrayList<>();

    void add(double figure) {
        all.add(figure);
    }

    int count() {
        return all.size();
    }

    double median() {
        List<Double> sorted = all.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return Collections.min(all);
    }

    double most() {
        return Collections.max(all);
    }
}
