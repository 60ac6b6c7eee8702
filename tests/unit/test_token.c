/* test_token.c - tokens: what was put into one comes out of it, and whatever else is read gives a sentence and no crash. */
/* sources: src/tool/trace/token.c src/tool/trace/step_sums.c src/tool/trace/squeeze.c */
/* sources: src/tool/trace/trace_write.c src/tool/cli/result_file.c src/tool/trace/trace_read.c */
/* sources: src/tool/cli/check_table.c src/tool/cli/options.c src/tool/cli/printable.c src/tool/cli/util.c src/tool/cli/subprocess.c */
/* libraries: -lxxhash */
#include "tool/trace/token.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/trace/squeeze.h"

#define CHECK_LEAKS
#include "check.h"
#include "random.h"

static struct wire_range ranges[] = {{1, 4, 0x4010}, {1, 40, 0x4040}, {0, 8, 0x100000000010ULL}, {3, 1, 0}};
static struct wire_decision decisions[] = {{0, 0}, {2, 0}, {2, 0}, {2, 0}, {1, 0}, {0, 1}, {0, 1}, {63, 65535}, {0, 0}};

static struct trace example(void)
{
    struct trace t = {.tool = (char *)MZ_VERSION, .program = (char *)"queue", .directory = (char *)"/home/me",
        .build_id = (char *)"a17f1ced4ea2f7406561594fa2eb95f46045c44f", .digest = 7, .size = 8, .compiler = (char *)"",
        .visible = (char *)"auto", .options = {.config = {.seed = 1, .spurious = true}}, .fault = (char *)"assertion",
        .fault_text = (char *)"x == 2", .fault_file = (char *)"f.c", .fault_line = 12, .fault_thread = 3, .fault_code = 6, .setup = 9,
        .ranges = ranges, .range_count = 4, .decisions = decisions, .decision_count = 9};
    strings_add(&t.compile, "queue.c");
    return t;
}

static char *example_token(void)
{
    struct trace t = example();
    char *token = token_of(&t);
    free(t.compile.at);
    return token;
}

/* Says why not. */
static bool reads(const char *word)
{
    char *error;
    struct trace *t = token_read(word, &error);
    CHECK((t != NULL) == (error == NULL));
    if (t)
        trace_free(t);
    free(error);
    return t != NULL;
}

static void round_trip(void)
{
    char *token = example_token(), *error;
    struct trace *t = token_read(token, &error);
    CHECK(t != NULL);
    if (t) {
        CHECK(strcmp(t->program, "queue") == 0 && strcmp(t->build_id, "a17f1ced4ea2f7406561594fa2eb95f46045c44f") == 0);
        CHECK(t->compile.count == 1 && strcmp(t->compile.at[0], "queue.c") == 0 && t->options.config.spurious);
        CHECK(t->range_count == 4 && memcmp(t->ranges, ranges, sizeof ranges) == 0);
        CHECK(t->decision_count == 9 && memcmp(t->decisions, decisions, sizeof decisions) == 0);
        CHECK(strcmp(t->fault, "assertion") == 0 && strcmp(t->fault_text, "x == 2") == 0 && t->fault_line == 12);
        trace_free(t);
    }
    CHECK(token_is(token) && !token_is("mz1-queue.mzt") && !token_is("queue.mzt") && !token_is("mz1-/x"));
    CHECK(strlen(token) < 160);
    CHECK(token[strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0');
    free(token);
}

static void any_text_comes_back(void)
{
    for (int round = 0; round < 30; round++) {
        size_t length = random_below(400), packed;
        char *text = malloc(length + 1);
        struct model *primed = squeeze_model("schedule 1 2x3 1 end", round % 3);
        for (size_t i = 0; i < length; i++)
            text[i] = round % 3 ? (char)random_below(256) : "schedule 12x"[random_below(12)];
        unsigned char *bytes = squeeze(primed, text, length, &packed);
        char *after = unsqueeze(primed, bytes, packed, length);
        CHECK(memcmp(text, after, length) == 0);
        free(text);
        free(primed);
        free(bytes);
        free(after);
    }
}

static void every_changed_letter_is_noticed(void)
{
    char *token = example_token();
    for (size_t i = 0; i < strlen(token); i += 9) {
        char was = token[i];
        token[i] = was == 'A' ? 'B' : 'A';
        CHECK(!reads(token));
        token[i] = was;
    }
    char *longer = format_text("%sA", token);
    CHECK(!reads(longer));
    free(longer);
    for (size_t cut = 0; cut + 1 < strlen(token); cut += 9) {
        char *shorter = format_text("%.*s", (int)cut, token);
        CHECK(!reads(shorter));
        free(shorter);
    }
    free(token);
}

static void other_words(void)
{
    static const char *const words[] = {"", "mz1", "mz1-", "mz1-A", "mz1-____", "mz1-AAAA", "mz1-gggggggggggggggg", "mz1-a b",
                                        "mz1-\xc3\xa4", "mz2-AAAA", "-mz1-", "mz1-f___f___f___"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        CHECK(!reads(words[i]));
    for (int round = 0; round < 50; round++) {
        char word[80] = TOKEN_PREFIX;
        size_t length = 4 + random_below(70);
        for (size_t i = 4; i < length; i++)
            word[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[random_below(64)];
        word[5] = "_-9876"[random_below(6)]; /* so that the length is often a short one */
        CHECK(!reads(word));
    }
}

int main(void)
{
    free(example_token()); /* the first one makes what is kept for all others, which is no leak of a test */
    TEST(round_trip);
    TEST(any_text_comes_back);
    TEST(every_changed_letter_is_noticed);
    TEST(other_words);
    return check_status();
}
