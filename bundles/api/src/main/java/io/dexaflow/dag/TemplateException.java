// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

/** A text whose {@code {{ … }}} cannot be understood. */
public final class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int offset;
    private final String unknownName;

    /**
     * @param message what is wrong and what to write instead
     * @param offset where it begins in the text, in characters from 0
     * @param unknownName the name that is not known; null when something else is wrong
     */
    public TemplateException(String message, int offset, String unknownName) {
        super(message);
        this.offset = offset;
        this.unknownName = unknownName;
    }

    /** Where it begins in the text, in characters from 0. */
    public int offset() {
        return offset;
    }

    /** The name that is not known, so that a nearer one can be proposed; null when something else is wrong. */
    public String unknownName() {
        return unknownName;
    }
}
