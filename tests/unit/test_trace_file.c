/* test_trace_file.c - .mzt files: what is written is read again, and whatever else is read gives a sentence and no crash. */
/* sources: src/tool/trace/trace_write.c src/tool/trace/trace_read.c */
/* sources: src/tool/cli/check_table.c src/tool/cli/options.c src/tool/cli/result_file.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -lxxhash */
#include "tool/trace/trace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#define CHECK_LEAKS
#include "check.h"
#include "random.h"

static struct wire_range some_ranges[] = {{1, 4, 0x4010}, {1, 40, 0x4040}, {0, 8, 0x100000000010ULL}, {3, 1, 0}};
static struct wire_decision some_decisions[] = {{0, 0}, {2, 0}, {2, 0}, {2, 0}, {1, 0}, {0, 1}, {0, 1}, {63, 65535}, {0, 0}};

/* Points into static data: never freed. */
static struct trace example(void)
{
    struct trace t = {.tool = (char *)"0.1.0", .program = (char *)"/home/me/a \"quoted\" name\n\\", .directory = (char *)"/home/me",
        .build_id = (char *)"00ff", .digest = 0xfedcba9876543210ULL, .size = 17384, .compiler = (char *)"",
        .visible = (char *)"auto",
        .options = {.config = {.seed = UINT64_MAX, .spurious = true, .stack_bytes = 8 << 20}},
        .fault = (char *)"assertion",
        .fault_text = (char *)"x == 2 \x01\x7f\xc3\xa4", .fault_file = (char *)"f.c", .fault_line = 12, .fault_thread = 3,
        .fault_code = 6, .ranges = some_ranges, .range_count = 4, .decisions = some_decisions, .decision_count = 9};
    strings_add(&t.arguments, "");
    strings_add(&t.arguments, "two words");
    strings_add(&t.compile, "-DN=2");
    strings_add(&t.compile, "f.c");
    return t;
}

static char *example_text(size_t *length)
{
    struct trace t = example();
    char *text = trace_format(&t, length);
    free(t.arguments.at);
    free(t.compile.at);
    return text;
}

static bool same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static bool same_list(const struct strings *a, const struct strings *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->at[i], b->at[i]) == 0;
    return same;
}

static void check_same(const struct trace *a, const struct trace *b)
{
    CHECK(same_text(a->tool, b->tool) && same_text(a->program, b->program) && same_text(a->directory, b->directory));
    CHECK(same_text(a->build_id, b->build_id) && a->digest == b->digest && a->size == b->size);
    CHECK(same_list(&a->arguments, &b->arguments) && same_list(&a->compile, &b->compile));
    CHECK(same_text(a->compiler, b->compiler) && same_text(a->visible, b->visible));
    for (const struct option_row *row = check_options; row->help; row++) {
        if (row->trace && row->kind == OPTION_TEXT)
            CHECK(same_text(option_text(row, &a->options), option_text(row, &b->options)));
        else if (row->trace)
            CHECK_EQ(option_number(row, &a->options), option_number(row, &b->options));
    }
    CHECK(same_text(a->fault, b->fault) && same_text(a->fault_text, b->fault_text));
    CHECK(same_text(a->fault_file, b->fault_file) && same_text(a->fault_function, b->fault_function));
    CHECK(a->fault_line == b->fault_line && a->fault_thread == b->fault_thread && a->fault_code == b->fault_code);
    CHECK_EQ(a->range_count, b->range_count);
    for (size_t i = 0; i < a->range_count && i < b->range_count; i++)
        CHECK(memcmp(&a->ranges[i], &b->ranges[i], sizeof a->ranges[i]) == 0);
    CHECK_EQ(a->decision_count, b->decision_count);
    for (size_t i = 0; i < a->decision_count && i < b->decision_count; i++)
        CHECK(memcmp(&a->decisions[i], &b->decisions[i], sizeof a->decisions[i]) == 0);
}

/* Parses, and says why not. Returns whether it did; what is said is in `sentence`. */
static char sentence[300];

static bool parses(const char *text, size_t length)
{
    char *error = NULL, *copy = malloc(length ? length : 1); /* exactly as long: reading past its end is noticed */
    memcpy(copy, text, length);
    struct trace *t = trace_parse(copy, length, &error);
    snprintf(sentence, sizeof sentence, "%s", error ? error : "");
    CHECK((t != NULL) == (error == NULL));
    if (t)
        trace_free(t);
    free(error);
    free(copy);
    return t != NULL;
}

static bool refuses(const char *text, size_t length, const char *because)
{
    bool parsed = parses(text, length);
    if (!parsed && !strstr(sentence, because))
        printf("    said: %s\n", sentence);
    return !parsed && strstr(sentence, because);
}

/* The text with a last line that fits it. */
static char *sealed(const char *body, unsigned long long decisions)
{
    return format_text("%send %llu %016llx\n", body, decisions, (unsigned long long)XXH3_64bits(body, strlen(body)));
}

/* --- tests ------------------------------------------------------------------------------------------------------------- */

static void round_trip(void)
{
    struct trace before = example();
    size_t length;
    char *text = trace_format(&before, &length), *error;
    struct trace *after = trace_parse(text, length, &error);
    CHECK(after != NULL);
    if (after) {
        check_same(&before, after);
        trace_free(after);
    }
    CHECK(strstr(text, "schedule 0 2x3 1 0.1x2 63.65535 0\n") != NULL);
    free(text);
    free(before.arguments.at);
    free(before.compile.at);
}

static void empty_schedule(void)
{
    struct trace t = example();
    t.decision_count = t.range_count = 0;
    size_t length;
    char *text = trace_format(&t, &length);
    CHECK(parses(text, length));
    free(text);
    free(t.arguments.at);
    free(t.compile.at);
}

static void long_random_schedules(void)
{
    for (int round = 0; round < 50; round++) {
        struct trace t = example();
        size_t length;
        t.decision_count = random_below(5000);
        t.decisions = calloc(t.decision_count + 1, sizeof *t.decisions);
        for (size_t i = 0; i < t.decision_count; i++)
            t.decisions[i] = i > 0 && random_below(3) ? t.decisions[i - 1]
                : (struct wire_decision){(uint16_t)random_below(4), (uint16_t)(random_below(4) ? 0 : random_below(3))};
        char *text = trace_format(&t, &length), *error;
        struct trace *after = trace_parse(text, length, &error);
        CHECK(after != NULL);
        if (after) {
            check_same(&t, after);
            trace_free(after);
        }
        free(t.decisions);
        free(text);
        free(t.arguments.at);
        free(t.compile.at);
    }
}

static void truncation_at_each_byte(void)
{
    size_t length;
    char *text = example_text(&length);
    for (size_t cut = 0; cut < length; cut++)
        CHECK(refuses(text, cut, "truncated") || strstr(sentence, "damaged"));
    CHECK(parses(text, length));
    free(text);
}

static void every_changed_byte_is_noticed(void)
{
    size_t length;
    char *text = example_text(&length);
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        CHECK(!parses(text, length));
        text[i] ^= 1;
    }
    free(text);
}

static void other_files(void)
{
    CHECK(refuses("", 0, "truncated"));
    CHECK(refuses("hello\n", 6, "not a trace of mazurka"));
    CHECK(refuses("\x7f" "ELF", 4, "not a trace of mazurka"));
    CHECK(refuses("mazurka-trace 8\nend 0 0\n", 24, "version 8"));
    CHECK(refuses("mazurka-trace 8 \nend 0 0\n", 25, "version 8 "));
    CHECK(refuses("mazurka-trace 999999999999999999999999999999999\n", 48, "version 9999"));
    CHECK(refuses("mazurka-trace 7\n", 16, "truncated"));
}

static void missing_file(void)
{
    char *error;
    CHECK(trace_read("no-such-file.mzt", &error) == NULL);
    CHECK(strstr(error, "No such file") != NULL);
    free(error);
    CHECK(trace_read("/", &error) == NULL);
    free(error);
}

/* Wrong lines behind a right checksum. */
static void wrong_lines(void)
{
    static const char *const facts = "tool \"x\"\nprogram \"p\"\ndirectory \"d\"\nvisible \"auto\"\nfault \"none\"\n";
    static const struct {
        const char *line, *because;
    } wrong[] = {
        {"unknown 1\n", "unknown word"}, {"\n", "unknown word"}, {"size\n", "unknown word"}, {"size \n", "number is missing"},
        {"size 1 \n", "unexpected text"}, {"size 99999999999999999999\n", "too large"}, {"size 0x10\n", "unexpected text"},
        {"size -1\n", "number is missing"}, {"program \"again\"\n", "a second time"}, {"build-id 00\n", "in quotes"},
        {"build-id \"\n", "closing quote"}, {"build-id \"\\\n", "wrong escape"}, {"build-id \"\\q\"\n", "wrong escape"},
        {"build-id \"\\x0\"\n", "wrong escape"}, {"build-id \"\\x00\"\n", "wrong escape"}, {"build-id \"a\"b\n", "unexpected text"},
        {"range 1\n", "wrong range"}, {"range 1 10\n", "wrong range"}, {"range 1000 10 4\n", "wrong range"},
        {"range 1 10 99999999999\n", "wrong range"},
        {"range 1 10 4294967295\n", "too long"}, {"range 1 0 200000000\nrange 1 0 200000000\n", "too long"},
        {"schedule \n", "number is missing"}, {"schedule 1 \n", "number is missing"},
        {"schedule 70000\n", "too large"}, {"schedule 1.70000\n", "too large"}, {"schedule 1x0\n", "too long"},
        {"schedule 1x999999999999\n", "too large"}, {"schedule 1x2x3\n", "unexpected text"}, {"schedule 1.2.3\n", "unexpected text"},
        {"schedule 1x50000000 1x50000000\n", "too long"}, {"schedule 1x250000000\n", "too long"},
        {"schedule 1\n", "says 0 decisions but has 1"},
        {"fresh \"sometimes\"\n", "unknown word"}, {"fresh 1\n", "in quotes"}, {"dead-values \"\"\n", "unknown word"},
        {"fresh \"zero\"\nfresh \"zero\"\n", "said before"}, {"stack 1\nstack 2\n", "said before"}, {"leaks yes\n", "number is missing"},
        {"trust \"f\"\ntrust \"g\"\n", "said before"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *body = format_text("mazurka-trace 7\n%s%s", facts, wrong[i].line), *text = sealed(body, 0);
        CHECK(refuses(text, strlen(text), wrong[i].because));
        free(body);
        free(text);
    }
    char *body = format_text("mazurka-trace 7\n%s", facts), *text = sealed(body, 0);
    CHECK(parses(text, strlen(text)));
    free(body);
    free(text);
    text = sealed("mazurka-trace 7\n", 0);
    CHECK(refuses(text, strlen(text), "is missing"));
    free(text);
}

/* What mazurka wrote when every option had its line by hand: the words and their order are those of that time. */
static void traces_of_before(void)
{
    char *text = sealed("mazurka-trace 7\ntool \"0.1.0\"\nprogram \"p\"\ndirectory \"d\"\ndigest 00\nsize 1\nvisible \"list\"\n"
        "dead-values \"poison\"\nfresh \"garbage\"\ntrust \"f,g\"\nmemory-checks \"off\"\nreuse \"choose\"\n"
        "leaks 1\nheld-at-exit 1\nseed 7\n"
        "setup-writes \"real\"\nentropy 9\nspurious 1\nexit-status 2\nlivelock 1\nevery-step 1\nstack 4096\nheap 8192\nrunaway 100\n"
        "fault \"exit\"\nfault-line 0\nfault-thread 0\nfault-code 3\nsetup 00\nschedule 1\n", 1), *error = NULL;
    struct trace *t = trace_parse(text, strlen(text), &error);
    CHECK(t != NULL);
    const struct wire_config *c = t ? &t->options.config : NULL;
    if (c) {
        CHECK(c->dead_values == WIRE_DEAD_POISON && c->fresh && c->unchecked_memory && c->reuse && c->leaks && c->held_at_exit);
        CHECK(c->seed == 7 && c->writes_real && c->entropy == 9 && c->spurious && c->exit_status == WIRE_EXIT_MIXED && c->livelock);
        CHECK(c->every_step && c->stack_bytes == 4096 && c->heap_bytes == 8192 && c->runaway_hooks == 100);
        CHECK(same_text(t->options.trust, "f,g"));
        trace_free(t);
    }
    free(error);
    free(text);
}

/* Change, remove, double or insert bytes. Returns the new length. */
static size_t mutate(char *text, size_t length)
{
    size_t at = random_below(length);
    size_t span = 1 + random_below(8);
    span = span > length - at ? length - at : span;
    switch (random_below(4)) {
    case 0:
        text[at] = (char)random_below(256);
        return length;
    case 1:
        memmove(text + at, text + at + span, length - at - span);
        return length - span;
    case 2:
        memmove(text + at + span, text + at, length - at);
        return length + span;
    default:
        memmove(text + at + 1, text + at, length - at);
        text[at] = "0123456789xx. \"\\\n"[random_below(17)];
        return length + 1;
    }
}

/* With its checksum made right again, so that the parser behind it is what is tried. */
static void mutations_never_crash(void)
{
    size_t length;
    char *original = example_text(&length);
    size_t body = (size_t)(strstr(original, "\nend ") + 1 - original);
    for (int round = 0; round < 10000; round++) {
        char *text = malloc(length + 100);
        memcpy(text, original, body);
        size_t now = body;
        for (uint64_t changes = 1 + random_below(3); changes > 0; changes--)
            now = mutate(text, now);
        bool keep_checksum = random_below(4) == 0;
        uint64_t checksum = XXH3_64bits(keep_checksum ? original : text, keep_checksum ? body : now);
        now += (size_t)sprintf(text + now, "end 9 %016llx\n", (unsigned long long)checksum);
        parses(text, now);
        free(text);
    }
    free(original);
}

static void writing_fails_cleanly(void)
{
    struct trace t = example();
    CHECK(trace_write("/no-such-directory/x.mzt", &t) == -1);
    CHECK(errno == ENOENT);
    if (access("/dev/full", W_OK) == 0) {
        CHECK(trace_write("/dev/full", &t) == -1);
        CHECK(errno == ENOSPC);
        CHECK(access("/dev/full", F_OK) == 0);
    }
    free(t.arguments.at);
    free(t.compile.at);
}

static void file_round_trip(void)
{
    char path[] = P_tmpdir "/test_trace_file.XXXXXX", *error;
    int fd = mkstemp(path);
    struct trace t = example();
    CHECK(fd >= 0);
    CHECK(trace_write(path, &t) == 0);
    struct trace *after = trace_read(path, &error);
    CHECK(after != NULL);
    if (after) {
        check_same(&t, after);
        trace_free(after);
    }
    close(fd);
    unlink(path);
    free(t.arguments.at);
    free(t.compile.at);
}

int main(void)
{
    TEST(round_trip);
    TEST(empty_schedule);
    TEST(long_random_schedules);
    TEST(truncation_at_each_byte);
    TEST(every_changed_byte_is_noticed);
    TEST(other_files);
    TEST(missing_file);
    TEST(wrong_lines);
    TEST(traces_of_before);
    TEST(mutations_never_crash);
    TEST(writing_fails_cleanly);
    TEST(file_round_trip);
    return check_status();
}
