// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** From bytes to a tree in which every value knows its line and column. */
package io.dexaflow.dagfiles.internal.tree;
