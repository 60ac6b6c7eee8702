/* test_readers.c - files that others write, read by the tool: suppressions, specifications of libraries, studies, facts of suites, stores
 * of results, baselines, sets of visible memory, each with random changes. A reader takes such a file or dies with a sentence (status
 * 2); it never crashes, hangs, or reads beyond the file. (Traces, tokens, differences, .mazurka.ini, checkpoints, caches, lists of searches
 * and machine code have fuzzers in tests of their own.) */
/* sources: src/tool/cli/suppressions.c src/apps/clients/spec.c src/apps/clients/spec_text.c src/tool/cli/trust.c src/apps/suite/facts.c */
/* sources: src/apps/suite/facts_keys.c src/apps/lab/study.c src/apps/lab/tuples.c src/apps/suite/configurations.c src/tool/cli/ini.c */
/* sources: src/model/rb_tuple.c src/model/fault.c src/tool/cli/options.c src/tool/cli/util.c */
/* sources: src/tool/cli/subprocess.c src/tool/cli/printable.c src/apps/suite/results.c src/apps/store/result_store.c */
/* sources: src/tool/result/visible_set.c src/tool/cli/result_file.c src/tool/cli/json_file.c src/apps/diff/baseline_file.c */
/* libraries: -ljansson -lsqlite3 -lm */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/clients/spec.h"
#include "apps/diff/baseline_file.h"
#include "apps/lab/study.h"
#include "apps/store/result_store.h"
#include "apps/suite/facts.h"
#include "apps/suite/results.h"
#include "check.h"
#include "random.h"
#include "tool/binary/elf/fingerprint.h"
#include "tool/binary/symbols/variables.h"
#include "tool/cli/suppressions.h"
#include "tool/compile/compile.h"
#include "tool/result/visible_set.h"

/* Of compile.c. */
bool is_source(const char *word)
{
    return ends_with(word, ".c") || ends_with(word, ".cpp");
}

bool is_c_source(const char *word)
{
    return ends_with(word, ".c");
}

char *source_stem(const char *path)
{
    return format_text("%s", path);
}

enum { ROUNDS = 200, SECONDS = 10, MOST_TEXT = 1 << 16 };

/* Words of the formats come more often than chance would have it. */
static const char *const words[] = {"\"", "{", "}", "[", "]", "(", ")", ",", ";", ":", "=", "..", "*", "<", ">", "\n", "\\", "'", "null",
                                    "-1", "99999999999999999999", "1e999", "0", "\xff", "%s", "//", "/*", "#"};

static size_t insert(char *text, size_t length, size_t at, const char *bytes, size_t count)
{
    memmove(text + at + count, text + at, length - at);
    memcpy(text + at, bytes, count);
    return length + count;
}

/* Change, remove, double or insert. Returns the new length. */
static size_t mutate(char *text, size_t length)
{
    char copy[64];
    size_t at = length ? random_below(length) : 0, span = 1 + random_below(random_below(4) ? 8 : sizeof copy);
    const char *word = words[random_below(sizeof words / sizeof *words)];
    span = span > length - at ? length - at : span;
    switch (random_below(4)) {
    case 0:
        if (length)
            text[at] = (char)random_below(256);
        return length;
    case 1:
        memmove(text + at, text + at + span, length - at - span);
        return length - span;
    case 2:
        memcpy(copy, text + at, span);
        return insert(text, length, at, copy, span);
    default:
        return insert(text, length, at, word, strlen(word));
    }
}

static char directory[] = "/tmp/mazurka-readers-XXXXXX";

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *out = fopen(path, "w");
    CHECK(out && fwrite(text, 1, length, out) == length && fclose(out) == 0);
}

typedef void reader(const char *path, const char *text, size_t length);

/* A reader runs in a process of its own, for it may die. A file that was not changed is read. */
static bool ends_well(reader *read_it, const char *path, const char *text, size_t length, bool changed)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        if (!freopen("/dev/null", "w", stdout) || !freopen(format_text("%s/said", directory), "w", stderr))
            _exit(99);
        read_it(path, text, length);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || (changed && WEXITSTATUS(status) == 2));
}

static void show_failure(const char *text, size_t length)
{
    size_t said;
    char *what = read_whole_file(format_text("%s/said", directory), &said);
    printf("    the reader has failed at:\n%.*s\n    and has said:\n%.*s\n", (int)length, text, what ? (int)said : 0, what ? what : "");
}

static void try_bytes(reader *read_it, const char *name, const char *original, size_t original_length)
{
    char *path = format_text("%s/%s", directory, name);
    static char text[MOST_TEXT];
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t length = original_length;
        memcpy(text, original, length);
        for (size_t changes = round ? 1 + random_below(6) : 0; changes > 0; changes--)
            length = mutate(text, length);
        write_text(path, text, length);
        bool well = ends_well(read_it, path, text, length, round > 0);
        if (!well)
            show_failure(text, length);
        CHECK(well);
        if (!well)
            return;
    }
}

static void try_reader(reader *read_it, const char *name, const char *original)
{
    try_bytes(read_it, name, original, strlen(original));
}

static void read_suppressions(const char *path, const char *text, size_t length)
{
    struct suppressions s = {0};
    char *why, *own = malloc(length ? length : 1); /* no byte more, for the sanitizer to see */
    memcpy(own, text, length);
    if (suppressions_read(path, own, length, &s, &why))
        for (size_t i = 0; i < s.count; i++)
            suppression_matches(&s.at[i], "src/third_party/list.c");
}

static void suppressions(void)
{
    try_reader(read_suppressions, "suppressions", "# may be off by one\nrace:count_hits\nrace:third_party/list*\nrace_top:f*o*o\n"
                                                  "deadlock:shutdown_*\n\nassertion:*\n");
}

static void read_spec(const char *path, const char *text, size_t length)
{
    (void)text, (void)length;
    spec_read(path);
}

static void specifications(void)
{
    mkdir(format_text("%s/include", directory), 0700);
    write_text(format_text("%s/queue.c", directory), "", 0);
    write_text(format_text("%s/queue.h", directory), "", 0);
    try_reader(read_spec, "x.spec",
               "// A queue.\nheader \"queue.h\";\nsources queue.c;\nflags -DFIXED -Iinclude;\nobject struct queue *q;\n"
               "constructor q = queue_new(4);\ndestructor queue_free(q);\ninvariant queue_ok(q);\n"
               "bool queue_push(q, int value in 1..3 alike);\nbool queue_pop(q, out int *value) blocks;\nint queue_size(q) readonly;\n"
               "void queue_name(q, const char *s in {\"a\", \"b;\"});\n/* the end */\n");
}

static void read_study(const char *path, const char *text, size_t length)
{
    (void)text, (void)length;
    study_read(path);
}

static void studies(void)
{
    try_reader(read_study, "x.study",
               "[study]\ntitle = Something\nprograms = daisy elevator\n    cdx\nrank-programs = daisy\nerrors = races\nstates = 5k\n"
               "time = 10s\nrank = sweep\ncompare = comparison\n\n[clients few]\nspecification = rw_list_set\nclients = 6\n"
               "options = -DFIXED --threads=3 '--calls=5'\n\n[phase sweep]\n"
               "configurations = <200,pl,d,Lb,0.75,1.5> <I,cs,ncs,R,0.90^r,1>\nruns = 5\n\n"
               "[phase comparison]\nconfigurations = top-ten rivals census\nruns = 10\n"
               "\n[phase more]\nof = sweep\nruns = 100\n");
}

static void read_facts(const char *path, const char *text, size_t length)
{
    struct strings all = {0};
    (void)path, (void)text, (void)length;
    suite_read(format_text("%s/suite", directory), &all);
}

static void facts(void)
{
    mkdir(format_text("%s/suite", directory), 0700);
    mkdir(format_text("%s/suite/account", directory), 0700);
    write_text(format_text("%s/suite/account/account.c", directory), "BUG: money is lost\n", 19);
    try_reader(read_facts, "suite/account/facts.json",
               "{\"name\": \"account\", \"title\": \"A transfer\", \"models\": \"ConTest's Account\", \"left_out\": \"names\",\n"
               "  \"papers\": [\"002\"], \"sources\": [\"account.c\"], \"threads\": 3,\n"
               "  \"bug\": {\"kind\": \"assertion\", \"line\": {\"file\": \"account.c\", \"mark\": \"BUG: money is lost\"},\n"
               "    \"interleaving\": \"One after the other\", \"cvt\": [1, 1, 2], \"preemptions\": 1},\n"
               "  \"forms\": {\"buggy\": [], \"fixed\": [\"-DFIXED\"]}, \"parameters\": {\"ACCOUNTS\": \"accounts\"},\n"
               "  \"scales\": {\"small\": {\"ACCOUNTS\": 2}, \"paper\": {\"ACCOUNTS\": 2}, \"large\": {\"ACCOUNTS\": 12}},\n"
               "  \"figures\": [{\"paper\": \"002\", \"table\": \"1\", \"sloc\": 169, \"threads\": 3, \"c\": 1, \"v\": 1, \"t\": 2}]}\n");
}

static void read_store(const char *path, const char *text, size_t length)
{
    (void)text, (void)length;
    struct store *store = store_open(path, false);
    results_read(store);
    store_close(store);
}

/* A row in each of the tables that are read; without SQLite's other files, which come and go with who has the store open. */
static void fill_store(const char *path)
{
    struct store *store = store_open(path, true);
    store_script(store,
        "INSERT INTO program VALUES (1, 'account', 'buggy', 'small', 1, NULL, 3, '', 'x');"
        "INSERT INTO configuration VALUES (1, 'dfs', 'family', 'title', '--search=dfs', 0);"
        "INSERT INTO experiment VALUES (1, 1, 1, 'own', 0, 1000, '1');"
        "INSERT INTO run VALUES (1, 1, 1, 0, 5, 6, 7, NULL, NULL, 1, 100, 0.5, 'found', 0.4);"
        "INSERT INTO outcome VALUES (1, 1, 1, 'bug', NULL, 1, 1, NULL, '2026', 0.5, NULL);"
        "INSERT INTO census VALUES (1, 1, 2, 3, 1, 4, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1, 2, 3, 4, 5, 0.1);"
        "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
    store_close(store);
}

static void stores(void)
{
    size_t length = 0;
    char *path = format_text("%s/whole.db", directory);
    fill_store(path);
    char *bytes = read_whole_file(path, &length);
    CHECK(bytes && length < MOST_TEXT / 2);
    try_bytes(read_store, "x.db", bytes, length);
}

/* Tables that are not those of the version: each without what makes columns hold something. */
static void other_schemas(void)
{
    char *path = format_text("%s/other.db", directory);
    fill_store(path);
    struct store *store = store_open(path, true);
    store_script(store, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', ''); "
                        "PRAGMA writable_schema = RESET; UPDATE program SET name = NULL; UPDATE outcome SET verdict = NULL");
    store_close(store);
    CHECK(!ends_well(read_store, path, "", 0, false));
    CHECK(ends_well(read_store, path, "", 0, true));
    size_t said;
    char *what = read_whole_file(format_text("%s/said", directory), &said);
    CHECK(what && strstr(what, "its tables are not those of version"));
}

static void read_baseline(const char *path, const char *text, size_t length)
{
    (void)text, (void)length;
    uint64_t states = 0;
    struct baseline *b = baseline_open(path);
    if (baseline_find(b, "f.c:12-14 1,2 00ff", &states) == BASELINE_COVERED && states > INT64_MAX)
        abort();
    baseline_set(b, "f.c:20 1,1 01", BASELINE_COVERED, 9);
    baseline_close(b);
}

static const char baseline[] = "{\"schema\": \"mazurka-diff-baseline\", \"schema_version\": %d, \"covered\": {\n"
                               " \"f.c:12-14 1,2 00ff\": %s, \"f.c:12-14 1,1 00fe\": false}}\n";

static enum baseline_entry entry_of(int version, const char *value)
{
    char *path = format_text("%s/entry.baseline", directory), *text = format_text(baseline, version, value);
    uint64_t states = 0;
    write_text(path, text, strlen(text));
    struct baseline *b = baseline_open(path);
    enum baseline_entry entry = baseline_find(b, "f.c:12-14 1,2 00ff", &states);
    baseline_close(b);
    return entry;
}

/* Whatever is no number of states makes nothing known. */
static void baselines(void)
{
    try_reader(read_baseline, "x.baseline", format_text(baseline, 1, "38"));
    CHECK(entry_of(1, "38") == BASELINE_COVERED);
    CHECK(entry_of(1, "false") == BASELINE_ABSENT);
    CHECK(entry_of(2, "38") == BASELINE_NONE);
    CHECK(entry_of(1, "null") == BASELINE_NONE);
    CHECK(entry_of(1, "true") == BASELINE_NONE);
    CHECK(entry_of(1, "\"38\"") == BASELINE_NONE);
    CHECK(entry_of(1, "-1") == BASELINE_NONE);
}

/* Of fingerprint.c, symbols.c and variables.c. */
bool fingerprint_of(const char *path, struct fingerprint *f)
{
    (void)path;
    *f = (struct fingerprint){.build_id = "abc", .digest = 0x12, .size = 34};
    return true;
}

bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
    return a->digest == b->digest && a->size == b->size;
}

struct symbols *symbols_open(const struct wire *wire)
{
    (void)wire;
    return NULL;
}

char *variables_name(struct symbols *s, uint64_t address, uint32_t size, struct value_type *type)
{
    (void)s, (void)address, (void)size, (void)type;
    return NULL;
}

static void read_visible(const char *path, const char *text, size_t length)
{
    (void)text, (void)length;
    struct range_list set = visible_set_read(path, "program");
    for (size_t i = 0; i < set.count; i++)
        if (set.at[i].length == 0 || set.at[i].start + set.at[i].length < set.at[i].start)
            abort();
}

static void visible_sets(void)
{
    try_reader(read_visible, "x.visible", "mazurka-visible 1\n# 2 ranges\nprogram abc 12 34\narenas 1000 100 2000 100\nmodule 0 program\n"
                                          "module 1 libc.so.6\nshared 0 4010 4 counter\nshared arena 2010 8\n");
}

int main(void)
{
    if (!mkdtemp(directory))
        return 2;
    TEST(suppressions);
    TEST(specifications);
    TEST(studies);
    TEST(facts);
    TEST(stores);
    TEST(other_schemas);
    TEST(visible_sets);
    TEST(baselines);
    char *words_of_rm[] = {"rm", "-r", directory, NULL};
    run_process(words_of_rm);
    return check_status();
}
