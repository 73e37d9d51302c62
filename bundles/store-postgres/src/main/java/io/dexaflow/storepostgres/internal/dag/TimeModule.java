// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.dexaflow.model.TriggerRule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Function;

/** How a DAG's durations (seconds), instants, zones and trigger rules (text) stand in JSON. */
final class TimeModule extends SimpleModule {

    private static final long serialVersionUID = 1L;
    private static final int NANO_DIGITS = 9;

    TimeModule() {
        super("dexaflow-dag");
        addSerializer(Duration.class, new Writer<>(Duration.class, TimeModule::writeSeconds));
        addDeserializer(Duration.class, new Reader<>(Duration.class, in -> duration(in.getDecimalValue())));
        text(Instant.class, Instant::toString, Instant::parse);
        text(ZoneId.class, ZoneId::getId, ZoneId::of);
        text(TriggerRule.class, TriggerRule::wireName, TriggerRule::ofWire);
    }

    private <T> void text(Class<T> type, Function<T, String> toText, Function<String, T> fromText) {
        addSerializer(type, new Writer<>(type, (value, out) -> out.writeString(toText.apply(value))));
        addDeserializer(type, new Reader<>(type, in -> fromText.apply(in.getText())));
    }

    private static void writeSeconds(Duration duration, JsonGenerator out) throws IOException {
        if (duration.getNano() == 0) {
            out.writeNumber(duration.getSeconds());
        } else {
            out.writeNumber(BigDecimal.valueOf(duration.getSeconds())
                    .add(BigDecimal.valueOf(duration.getNano(), NANO_DIGITS))
                    .stripTrailingZeros());
        }
    }

    private static Duration duration(BigDecimal seconds) {
        BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
        return Duration.ofSeconds(whole.longValueExact(),
                seconds.subtract(whole).movePointRight(NANO_DIGITS).longValue());
    }

    private interface Write<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    private interface Read<T> {
        T read(JsonParser in) throws IOException;
    }

    private static final class Writer<T> extends StdSerializer<T> {

        private static final long serialVersionUID = 1L;
        private final transient Write<T> write;

        Writer(Class<T> type, Write<T> write) {
            super(type);
            this.write = write;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            write.write(value, out);
        }
    }

    private static final class Reader<T> extends StdDeserializer<T> {

        private static final long serialVersionUID = 1L;
        private final transient Read<T> read;

        Reader(Class<T> type, Read<T> read) {
            super(type);
            this.read = read;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return read.read(in);
        }
    }
}
