// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

/**
 * Where a secret value is found at launch by whoever starts the process; the value itself is never stored (contract 3).
 * Exactly one of the three is given.
 *
 * @param env the name of an environment variable of the agent
 * @param file a file's path
 * @param kubernetes a key of a Kubernetes secret
 */
public record SecretRef(String env, String file, KubernetesSecretKey kubernetes) {

    /**
     * A key of a Kubernetes secret.
     *
     * @param secret the secret's name
     * @param key the key in it
     */
    public record KubernetesSecretKey(String secret, String key) {}
}
