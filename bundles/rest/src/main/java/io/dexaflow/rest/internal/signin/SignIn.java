// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import io.dexaflow.rest.internal.http.BearerTokens;
import io.dexaflow.rest.internal.http.Caller;
import io.dexaflow.rest.internal.http.HomeFolder;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.RestConfig;
import io.dexaflow.store.DatabaseClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Lets people in with a name and a password, and knows them again by their token. All times are database times. A key
 * file that cannot be read or made leaves it inactive: then only the home's token is accepted.
 */
@Component(name = "io.dexaflow.rest.sign-in", service = {SignIn.class, BearerTokens.class},
        configurationPid = "io.dexaflow.rest")
public final class SignIn implements BearerTokens {

    private final UsersFile users;
    private final UserTokens tokens;
    private final Guard guard;
    private final KnownPasswords known = new KnownPasswords();
    private final DatabaseClock clock;
    private final Duration lifetime;

    @Activate
    public SignIn(BundleContext context, RestConfig config, @Reference(name = "clock") DatabaseClock clock) {
        this(HomeFolder.of(context), Duration.ofMinutes(config.auth_user__token__minutes()), clock);
    }

    /**
     * With facts of one's own.
     *
     * @param home the folder of {@code users.json} and {@code users.key}
     * @param lifetime of a token
     */
    public SignIn(Path home, Duration lifetime, DatabaseClock clock) {
        this.users = new UsersFile(home.resolve("users.json"));
        this.tokens = new UserTokens(UserKeys.at(home.resolve("users.key")));
        this.lifetime = lifetime;
        this.guard = new Guard(clock);
        this.clock = clock;
    }

    /**
     * A token for who knows the password; {@link Problem} 401 for who does not, 429 for who tried too often.
     *
     * @param address where the request came from
     */
    String signIn(String name, String password, String address) {
        Optional<User> user = users.find(name);
        if (!guard.admits(new PasswordAttempt(name, address, user, password))) {
            throw Problem.of(401, "Invalid credentials");
        }
        Instant now = clock.now();
        return tokens.encode(user.orElseThrow(), now, now.plus(lifetime));
    }

    /** How long a token lives. */
    Duration lifetime() {
        return lifetime;
    }

    @Override
    public Optional<Caller> caller(String token) {
        return tokens.decode(token, clock.now())
                .flatMap(bearer -> users.find(bearer.name()).filter(user -> user.stamp().equals(bearer.stamp())))
                .map(user -> new Caller(user.name(), user.role()));
    }

    /**
     * Somebody with a password.
     *
     * @param account empty when nobody has the name
     */
    private final class PasswordAttempt implements Guard.Attempt {

        private final String name;
        private final String from;
        private final Optional<User> account;
        private final String password;

        PasswordAttempt(String name, String from, Optional<User> account, String password) {
            this.name = name;
            this.from = from;
            this.account = account;
            this.password = password;
        }

        @Override
        public String user() {
            return name;
        }

        @Override
        public String address() {
            return from;
        }

        @Override
        public boolean isKnown() {
            return account.filter(user -> known.contains(user, password)).isPresent();
        }

        @Override
        public boolean isRight() {
            boolean matches = account.map(User::password).orElse(PasswordHash.NOBODYS).matches(password);
            account.filter(user -> matches).ifPresent(user -> known.add(user, password));
            return matches && account.isPresent();
        }
    }
}
