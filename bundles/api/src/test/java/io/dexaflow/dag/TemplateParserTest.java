// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateParserTest {

    @Test
    void aTextWithoutBracesIsOneLiteral() {
        assertThat(TemplateParser.parse("echo {hello} }} ${X}").parts())
                .containsExactly(new Template.Literal("echo {hello} }} ${X}"));
        assertThat(TemplateParser.parse("").parts()).isEmpty();
        assertThat(TemplateParser.parse("plain").isLiteral()).isTrue();
    }

    @Test
    void literalsAndVariablesKeepTheirOrderAndPlace() {
        assertThat(TemplateParser.parse("a{{ds}}b{{ run_id }}").parts()).containsExactly(new Template.Literal("a"),
                new Template.Variable("ds", List.of(), 1), new Template.Literal("b"),
                new Template.Variable("run_id", List.of(), 8));
    }

    @Test
    void everyNameIsKnown() {
        for (String name : TemplateParser.NAMES) {
            String inner = name.equals("params") ? "params.x" : name;
            Template.Variable variable = (Template.Variable) TemplateParser.parse("{{ " + inner + " }}")
                    .parts()
                    .getFirst();
            assertThat(variable.name()).isEqualTo(name);
            assertThat(variable.toText()).isEqualTo(inner);
        }
    }

    @Test
    void paramsMayReachIntoObjects() {
        assertThat(TemplateParser.parse("{{ params.source.table-name }}").parts())
                .containsExactly(new Template.Variable("params", List.of("source", "table-name"), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{ xcom('a', 'k') }}", "{{xcom('a','k')}}", "{{ xcom( \"a\" , 'k' ) }}"})
    void xcomTakesATaskAndAKey(String text) {
        assertThat(TemplateParser.parse(text).parts()).containsExactly(new Template.XCom("a", "k", 0));
    }

    @Test
    void quotedTextStandsForItself() {
        assertThat(TemplateParser.parse("docker ps --format \"{{ '{{' }}.Names{{ '}}' }}\"").parts())
                .containsExactly(new Template.Literal("docker ps --format \"{{.Names}}\""));
    }

    @Test
    void onlyWhatACallerChoosesIsControlledByTheCaller() {
        assertThat(TemplateParser.parse("{{ params.x }}{{ run_id }}{{ xcom('a','b') }}").parts())
                .allMatch(Template.Part::isControlledByCaller);
        assertThat(TemplateParser.parse("x{{ ds }}{{ task_id }}{{ logical_date }}{{ try_number }}").parts())
                .noneMatch(Template.Part::isControlledByCaller);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', value = {
            "{{ date }}~there is no date~date",
            "ab{{ execution_date.x }}~there is no execution_date~execution_date",
            "{{ params }}~needs the param's name~",
            "{{ ds.x }}~has no parts~",
            "{{ }}~names nothing~",
            "{{}}~names nothing~",
            "{{ ds | upper }}~is not understood~",
            "{{ params['x'] }}~is not understood~",
            "{{ 1 + 1 }}~is not understood~", "{{ ti.xcom_pull('a') }}~is not understood~ti",
            "{{.Names}}~is not understood~",
            "{{ xcom('a') }}~xcom takes a task and a key~",
            "{{ xcom(a, b) }}~xcom takes a task and a key~",
            "{{ xcom }}~xcom takes a task and a key~",
            "{{ ds~is never closed~",
            "{{ ds }~is never closed~",
            "{{ 'x }}~is never closed~"})
    void whatIsNotUnderstoodIsRefusedWithWords(String text, String words, String name) {
        TemplateException refusal = catchThrowableOfType(TemplateException.class, () -> TemplateParser.parse(text));
        assertThat(refusal).hasMessageContaining(words);
        assertThat(refusal.offset()).isEqualTo(text.indexOf("{{"));
        assertThat(refusal.unknownName()).isEqualTo(name);
    }

    @Test
    void renderingPutsValuesInAndEvaluatesNothingInThem() {
        Template template = TemplateParser.parse("{{ params.x }} on {{ ds }}, {{ xcom('a', 'k') }}");
        String text = template.render(part -> switch (part) {
            case Template.Variable variable -> variable.name().equals("params") ? "{{ run_id }}" : "2026-01-01";
            case Template.XCom xcom -> xcom.taskId() + "/" + xcom.key();
            case Template.Literal literal -> throw new AssertionError(literal);
        });
        assertThat(text).isEqualTo("{{ run_id }} on 2026-01-01, a/k");
    }
}
