// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls URLs. All addresses of a host must be allowed, and the first is called.
 *
 * @param policy where it may go
 * @param post how it goes there
 */
record UrlCalls(AddressPolicy policy, HttpPost post) {

    private static final int OK = 200;
    private static final int MOVED = 300;
    private static final int CLIENT_ERROR = 400;

    Answer call(String url, String json) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return Answer.refused("its URL cannot be read");
        }
        String scheme = uri.getScheme();
        if (uri.getHost() == null || !"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
            return Answer.refused("its URL is not an http or https URL");
        }
        String origin = scheme + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        try {
            InetAddress[] addresses = InetAddress.getAllByName(uri.getHost());
            for (InetAddress address : addresses) {
                String objection = policy.objection(uri.getHost().replaceAll("[\\[\\]]", ""), address);
                if (objection != null) {
                    return Answer.refused(origin + ": " + address.getHostAddress() + " " + objection);
                }
            }
            return answered(origin, post.send(uri, addresses[0], json));
        } catch (UnknownHostException e) {
            return Answer.failed(origin + ": there is no such host", Map.of("url", origin));
        } catch (IOException e) {
            String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return Answer.failed(origin + ": " + cause, Map.of("url", origin));
        }
    }

    private static Answer answered(String origin, int status) {
        Map<String, String> evidence = new TreeMap<>(Map.of("url", origin, "status", Integer.toString(status)));
        if (status >= OK && status < MOVED) {
            return Answer.delivered(origin + " answered " + status, evidence);
        }
        String more = status >= MOVED && status < CLIENT_ERROR ? ", a redirect, and none is followed" : "";
        return Answer.failed(origin + " answered " + status + more, evidence);
    }
}
