/* test_options.c - options from a table: every kind of value, both ways to write it, every mistake with its sentence. */
/* sources: src/tool/cli/options.c src/tool/cli/printable.c src/tool/cli/util.c src/tool/cli/subprocess.c */
#include "tool/cli/options.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_LEAKS
#include "check.h"

struct settings {
    bool        loud, guard;
    const char *file, *name, *color;
    uint64_t    count, size, time;
    uint8_t     mode;
    uint32_t    when, few;
};

#define ROW(...) OPTION_ROW(struct settings, __VA_ARGS__)
static const struct option_row table[] = {
    OPTION_HEADING_ROW("First"),
    ROW("loud", OPTION_FLAG, loud, NULL, "make noise"),
    ROW("no-guard", OPTION_CLEAR, guard, NULL, "no guard"),
    ROW("name", OPTION_TEXT, name, "NAME", "a name"),
    ROW("file", OPTION_TEXT_OR_FLAG, file, "FILE", "a file, perhaps"),
    ROW("color", OPTION_WORD, color, "auto|always|never", "colours", .initial = "never"),
    ROW("count", OPTION_COUNT, count, "N", "how many"),
    ROW("size", OPTION_SIZE, size, "SIZE", "how large", .initial = "2K"),
    ROW("time", OPTION_DURATION, time, "DURATION", "how long, with a text that goes on and on and on and on and on and on and on "
        "until it has to be broken"),
    ROW("mode", OPTION_CHOICE, mode, "fast|slow", "how"),
    ROW("when", OPTION_CHOICE_OR_FLAG, when, "now|later|never", "when", .words = "never|now|later", .initial = "later"),
    ROW("few", OPTION_COUNT, few, "N", "not many"),
    OPTION_END,
};

static struct settings s;
static char *said;

/* The words end with NULL; returns what options_parse does with the first one. */
static int parse(char *first, char *second)
{
    char *argv[] = {first, second, NULL};
    int at = 0;
    said = NULL;
    int result = options_parse(table, &s, argv, &at, &said);
    CHECK((result == OPTION_WRONG) == (said != NULL));
    return result == OPTION_TAKEN ? 1 + at : result;
}

static bool refuses(const char *word, const char *because)
{
    char *copy = strdup(word);
    bool refused = parse(copy, NULL) == OPTION_WRONG && strstr(said, because);
    if (!refused)
        printf("    %s: said %s\n", word, said ? said : "nothing");
    free(copy);
    free(said);
    return refused;
}

#define P(word) parse((char *)(word), NULL)
#define P2(word, next) parse((char *)(word), (char *)(next))

static void flags(void)
{
    s = (struct settings){.guard = true};
    CHECK(P("--loud") == 1 && s.loud);
    CHECK(P("--no-guard") == 1 && !s.guard);
    CHECK(refuses("--loud=1", "takes no argument"));
}

static void texts(void)
{
    CHECK(P("--name=x") == 1 && strcmp(s.name, "x") == 0);
    CHECK(P2("--file", "x") == 1 && strcmp(s.file, "") == 0);
    CHECK(P("--file=x") == 1 && strcmp(s.file, "x") == 0);
    CHECK(refuses("--file=", "needs an argument"));
    CHECK(P2("--name", "y") == 2 && strcmp(s.name, "y") == 0);
    CHECK(P("--name=a=b") == 1 && strcmp(s.name, "a=b") == 0);
    CHECK(refuses("--name", "needs an argument: --name=NAME"));
    CHECK(refuses("--name=", "needs an argument"));
    CHECK(P2("--name", "--") == OPTION_WRONG);
    free(said);
}

static void words(void)
{
    CHECK(P("--color=always") == 1 && strcmp(s.color, "always") == 0);
    CHECK(refuses("--color=blue", "must be one of auto|always|never"));
    CHECK(refuses("--color=auto|always", "must be one of"));
    CHECK(refuses("--color=", "must be one of"));
}

static void counts(void)
{
    CHECK(P("--count=0") == 1 && s.count == 0);
    CHECK(P("--count=18446744073709551615") == 1 && s.count == UINT64_MAX);
    CHECK(P("--count=10k") == 1 && s.count == 10000);
    CHECK(P("--count=1.5M") == 1 && s.count == 1500000);
    CHECK(refuses("--count=18446744073709551616", "not a number"));
    CHECK(refuses("--count=-1", "not a number"));
    CHECK(refuses("--count=", "not a number"));
    CHECK(refuses("--count=1x", "not a number such as 1000"));
    CHECK(refuses("--count=1.", "not a number"));
    CHECK(refuses("--count= 1", "not a number"));
    CHECK(refuses("--count=99999999999999G", "not a number"));
}

static void sizes(void)
{
    CHECK(P("--size=4096") == 1 && s.size == 4096);
    CHECK(P("--size=64K") == 1 && s.size == 65536);
    CHECK(P("--size=512MiB") == 1 && s.size == 512 << 20);
    CHECK(P("--size=1.5G") == 1 && s.size == 3ULL << 29);
    CHECK(refuses("--size=big", "not a size such as 64M"));
    CHECK(refuses("--size=1Q", "not a size"));
}

static void durations(void)
{
    CHECK(P("--time=10") == 1 && s.time == 10000);
    CHECK(P("--time=10s") == 1 && s.time == 10000);
    CHECK(P("--time=500ms") == 1 && s.time == 500);
    CHECK(P("--time=1.5s") == 1 && s.time == 1500);
    CHECK(P("--time=5m") == 1 && s.time == 300000);
    CHECK(P("--time=2h") == 1 && s.time == 7200000);
    CHECK(refuses("--time=5 minutes", "not a duration"));
    CHECK(refuses("--time=s", "not a duration"));
}

static void choices(void)
{
    CHECK(P("--mode=slow") == 1 && s.mode == 1);
    CHECK(P2("--mode", "fast") == 2 && s.mode == 0);
    CHECK(refuses("--mode=medium", "must be one of fast|slow"));
    CHECK(refuses("--mode=", "must be one of"));
    CHECK(P("--when=later") == 1 && s.when == 2);
    CHECK(P("--when=never") == 1 && s.when == 0);
    CHECK(P("--when") == 1 && s.when == 1);
    const struct option_row *when = option_find(table, "when");
    char *word = option_word(when, 2);
    CHECK(strcmp(word, "later") == 0);
    free(word);
    CHECK(option_word(when, 3) == NULL);
    CHECK_EQ(option_word_number(when, "now"), 1);
    CHECK_EQ(option_word_number(when, "nowhere"), -1);
    CHECK_EQ(option_word_number(when, ""), -1);
}

static void numbers_of_any_size(void)
{
    CHECK(P("--few=7") == 1 && s.few == 7);
    CHECK(P("--few=4294967297") == 1 && s.few == UINT32_MAX);
    CHECK_EQ(option_number(option_find(table, "few"), &s), UINT32_MAX);
    option_set_number(option_find(table, "mode"), &s, 1000);
    CHECK_EQ(s.mode, 255);
}

static void initial_values(void)
{
    struct settings fresh = {0};
    options_initial(table, &fresh);
    CHECK(!fresh.loud && fresh.guard && !fresh.name && strcmp(fresh.color, "never") == 0);
    CHECK(fresh.size == 2048 && fresh.count == 0 && fresh.mode == 0 && fresh.when == 2);
}

static void not_ours(void)
{
    CHECK(P("--") == OPTION_NOT_OURS);
    CHECK(P("-") == OPTION_NOT_OURS);
    CHECK(P("-O2") == OPTION_NOT_OURS);
    CHECK(P("file.c") == OPTION_NOT_OURS);
    CHECK(P("") == OPTION_NOT_OURS);
}

static void unknown_options(void)
{
    CHECK(refuses("--lod", "did you mean --loud?"));
    CHECK(refuses("--tmie=3s", "did you mean --time?"));
    CHECK(refuses("--zzzzzzzz", "unknown option --zzzzzzzz"));
    CHECK(refuses("--=3", "unknown option"));
}

static void help(void)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    options_print(table, NULL, out);
    fclose(out);
    for (const struct option_row *row = table; row->help; row++)
        CHECK(!row->name || strstr(text, row->name));
    CHECK(strstr(text, "\nFirst:\n") != NULL);
    CHECK(strstr(text, " \n") == NULL);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        CHECK(strlen(line) <= 100);
    free(text);
}

static bool shows(char *text, const char *expected)
{
    bool same = strcmp(text, expected) == 0;
    if (!same)
        printf("    shown as %s, not %s\n", text, expected);
    free(text);
    return same;
}

static void shown_values(void)
{
    CHECK(shows(show_count(0), "0"));
    CHECK(shows(show_count(999), "999"));
    CHECK(shows(show_count(1061), "1,061"));
    CHECK(shows(show_count(UINT64_MAX), "18,446,744,073,709,551,615"));
    CHECK(shows(show_size(100), "100 bytes"));
    CHECK(shows(show_size(1 << 20), "1.0 MiB"));
    CHECK(shows(show_duration(999), "999 ms"));
    CHECK(shows(show_duration(1500), "1.5 s"));
    CHECK(shows(show_duration(65000), "1m 05s"));
    CHECK(shows(show_duration(3720000), "1h 02m"));
}

int main(void)
{
    TEST(flags);
    TEST(texts);
    TEST(words);
    TEST(counts);
    TEST(sizes);
    TEST(durations);
    TEST(choices);
    TEST(numbers_of_any_size);
    TEST(initial_values);
    TEST(not_ours);
    TEST(unknown_options);
    TEST(help);
    TEST(shown_values);
    return check_status();
}
