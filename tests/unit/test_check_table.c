/* test_check_table.c - the options of `mazurka check`: no row says one thing in one place and something else in another. */
/* sources: src/tool/cli/check_table.c src/tool/cli/options.c src/tool/cli/printable.c src/tool/cli/util.c src/tool/cli/subprocess.c */
#include <stdlib.h>
#include <string.h>

#include "search/search.h"
#include "tool/cli/check_settings.h"

#include "check.h"

static bool is_choice(const struct option_row *row)
{
    return row->kind == OPTION_CHOICE || row->kind == OPTION_CHOICE_OR_FLAG;
}

/* Every word that help names has a number, and every number a word that help names. */
static void words_are_those_of_help(void)
{
    for (const struct option_row *row = check_options; row->help; row++) {
        unsigned named = 0, numbered = 0;
        if (!is_choice(row))
            continue;
        char *words = strdup(row->argument);
        for (char *word = strtok(words, "|"); word; word = strtok(NULL, "|"), named++)
            CHECK(option_word_number(row, word) >= 0);
        free(words);
        char *word;
        for (uint64_t i = 0; (word = option_word(row, i)); i++, free(word))
            numbered += word[0] != '\0';
        CHECK_EQ(named, numbered);
    }
}

static int number(const char *option, const char *word)
{
    return option_word_number(option_find(check_options, option), word);
}

/* What the runtime, and traces, take a word for. */
static void words_are_enums(void)
{
    CHECK_EQ(number("dead-values", "keep"), WIRE_DEAD_KEEP);
    CHECK_EQ(number("dead-values", "clear"), WIRE_DEAD_CLEAR);
    CHECK_EQ(number("dead-values", "poison"), WIRE_DEAD_POISON);
    CHECK_EQ(number("exit-status", "any"), WIRE_EXIT_ANY);
    CHECK_EQ(number("exit-status", "zero"), WIRE_EXIT_ZERO);
    CHECK_EQ(number("exit-status", "mixed"), WIRE_EXIT_MIXED);
    CHECK_EQ(number("race", "off"), WIRE_RACE_OFF);
    CHECK_EQ(number("race", "report"), WIRE_RACE_REPORT);
    CHECK_EQ(number("race", "error"), WIRE_RACE_ERROR);
    CHECK_EQ(number("race-rule", "hb"), WIRE_RACE_HB);
    CHECK_EQ(number("race-rule", "poised"), WIRE_RACE_POISED);
    CHECK_EQ(number("race-rule", "clocks"), WIRE_RACE_CLOCKS);
    CHECK_EQ(number("race-rule", "graph"), WIRE_RACE_GRAPH);
    CHECK_EQ(number("rb-complete", "order"), COMPLETE_IN_ORDER);
    CHECK_EQ(number("rb-complete", "random"), COMPLETE_RANDOM);
    CHECK_EQ(number("rb-complete", "again"), COMPLETE_AGAIN);
    CHECK_EQ(number("rb-complete", "choose"), COMPLETE_BY_CHOICE);
    CHECK_EQ(number("restarts", "fixed"), RESTARTS_FIXED);
    CHECK_EQ(number("restarts", "luby"), RESTARTS_LUBY);
    CHECK_EQ(number("restarts", "walsh"), RESTARTS_WALSH);
    CHECK_EQ(number("fresh", "garbage"), true);
    CHECK_EQ(number("memory-checks", "off"), true);
    CHECK_EQ(number("reuse", "choose"), true);
    CHECK_EQ(number("setup-writes", "real"), true);
}

static void names_are_given_once(void)
{
    for (const struct option_row *a = check_options; a->help; a++) {
        for (const struct option_row *b = a + 1; b->help; b++) {
            CHECK(!a->name || !b->name || strcmp(a->name, b->name) != 0);
            CHECK(!a->trace || !b->trace || strcmp(a->trace, b->trace) != 0);
            CHECK(!a->json || !b->json || strcmp(a->json, b->json) != 0);
        }
        CHECK(!a->trace || strcmp(a->trace, a->name) == 0);
    }
}

/* From the folder that the tests are run in. */
static void names_are_documented(void)
{
    char *json = read_whole_file("docs/use/json.md", NULL), *traces = read_whole_file("docs/design/trace-format.md", NULL);
    CHECK(json && traces);
    for (const struct option_row *row = check_options; row->help && json && traces; row++) {
        char *key = format_text("`%s`", row->json ? row->json : ""), *word = format_text("`%s`", row->trace ? row->trace : "");
        CHECK(!row->json || strstr(json, key));
        CHECK(!row->trace || strstr(traces, word));
        free(key);
        free(word);
    }
    free(json);
    free(traces);
}

static void sizes_are_those_of_kinds(void)
{
    for (const struct option_row *row = check_options; row->help; row++) {
        bool text = row->kind == OPTION_TEXT || row->kind == OPTION_TEXT_OR_FLAG || row->kind == OPTION_WORD;
        bool flag = row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR;
        if (row->kind == OPTION_HEADING)
            continue;
        CHECK(!text || row->size == sizeof(char *));
        CHECK(!flag || row->size == sizeof(bool));
        CHECK(text || flag || row->size == 1 || row->size == 4 || row->size == 8);
        CHECK((row->kind == OPTION_COUNT || row->kind == OPTION_SIZE || row->kind == OPTION_DURATION) <= (row->size >= 4));
    }
}

/* An option that is for some searches names those that there are, and is for no other. */
static void searches_are_known(void)
{
#define NAME(id, name, ...) name,
    static const char *const names[] = {SEARCH_TABLE(NAME)};
    for (const struct option_row *row = check_options; row->help; row++) {
        unsigned named = 0, known = 0;
        for (const char *name = row->searches; name; name = strstr(name, " and "), name = name ? name + 5 : NULL)
            named++;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            known += option_is_for(row, names[i]);
        CHECK(!row->searches || known == named);
    }
    const struct option_row *depth = option_find(check_options, "bug-depth"), *variables = option_find(check_options, "variables");
    CHECK(option_is_for(depth, "pct") && option_is_for(depth, "pctvb") && !option_is_for(depth, "pc") && !option_is_for(depth, "dfs"));
    CHECK(option_is_for(variables, "pctvb") && !option_is_for(variables, "pct"));
    CHECK(option_is_for(option_find(check_options, "seed"), "dfs"));
}

static void initial_values(void)
{
    struct check_settings s = {0};
    options_initial(check_options, &s);
    CHECK(s.config.foresight && s.config.guard_determinism && s.write_trace && !s.config.all_faults && !s.quiet);
    CHECK(s.config.race == WIRE_RACE_REPORT && s.config.exit_status == WIRE_EXIT_MIXED && s.config.dead_values == WIRE_DEAD_CLEAR);
    CHECK(s.hang_ms == 10000 && s.steps == 1000 && s.config.entropy == 1 && s.how.steering.mixed_depth == 10);
    CHECK(strcmp(s.visible, "auto") == 0 && strcmp(s.color, "auto") == 0 && !s.how.search && !s.trust);
}

int main(void)
{
    TEST(words_are_those_of_help);
    TEST(words_are_enums);
    TEST(names_are_given_once);
    TEST(names_are_documented);
    TEST(sizes_are_those_of_kinds);
    TEST(searches_are_known);
    TEST(initial_values);
    return check_status();
}
