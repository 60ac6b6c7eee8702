/* test_diff.c - what `mazurka diff` reads: differences as git prints them, C text without comments, configurations; and locked blocks. */
/* sources: src/apps/diff/code/hunks.c src/apps/diff/code/code_text.c src/apps/diff/code/lock_blocks.c src/apps/diff/targets.c */
/* sources: src/tool/cli/ini.c */
/* sources: src/tool/cli/options.c src/tool/cli/util.c src/tool/cli/subprocess.c src/tool/cli/printable.c */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "apps/diff/code/code_text.h"
#include "apps/diff/code/hunks.h"
#include "apps/diff/code/lock_blocks.h"
#include "apps/diff/targets.h"
#include "tool/cli/ini.h"

#include "check.h"
#include "random.h"

static bool same(const char *a, const char *b)
{
    if (a && b && strcmp(a, b) == 0)
        return true;
    printf("    '%s' is not '%s'\n", a ? a : "(null)", b ? b : "(null)");
    return false;
}

/* --- differences ------------------------------------------------------------------------------------------------------------ */

static const char two_files[] =
    "diff --git a/src/a b.c b/src/a b.c\n"
    "index 1..2 100644\n"
    "--- a/src/a b.c\t\n"
    "+++ b/src/a b.c\t\n"
    "@@ -3 +3,2 @@ int f(void)\n"
    "-    old();\n"
    "+    new();\n"
    "+--- a/not a name\n"
    "@@ -9,2 +10,0 @@ int g(void)\n"
    "-    x++;\n"
    "--- y;\n"
    "diff --git a/old.c b/new.c\n"
    "similarity index 90%\n"
    "rename from old.c\n"
    "rename to new.c\n"
    "--- \"a/\\303\\244 \\\"q\\\".c\"\n"
    "+++ b/new.c\n"
    "@@ -0,0 +1 @@\n"
    "+x\n"
    "\\ No newline at end of file\n"
    "diff --git a/gone.c b/gone.c\n"
    "deleted file mode 100644\n"
    "--- a/gone.c\n"
    "+++ /dev/null\n"
    "@@ -1 +0,0 @@\n"
    "-x\n"
    "diff --git a/picture.png b/picture.png\n"
    "Binary files a/picture.png and b/picture.png differ\n"
    "diff --git a/moved.c b/there.c\n"
    "similarity index 100%\n"
    "rename from moved.c\n"
    "rename to there.c\n";

static void reads_differences(void)
{
    struct changes c = {0};
    char *why = NULL;
    CHECK(changes_read(two_files, strlen(two_files), &c, &why));
    CHECK_EQ(c.count, 3);
    if (c.count != 3)
        return;
    CHECK(same(c.files[0].old_path, "src/a b.c"));
    CHECK(same(c.files[0].new_path, "src/a b.c"));
    CHECK_EQ(c.files[0].count, 2);
    CHECK_EQ(c.files[0].hunks[0].old_from, 3);
    CHECK_EQ(c.files[0].hunks[0].old_count, 1);
    CHECK_EQ(c.files[0].hunks[0].new_count, 2);
    CHECK_EQ(c.files[0].hunks[1].old_count, 2);
    CHECK_EQ(c.files[0].hunks[1].new_from, 10);
    CHECK_EQ(c.files[0].hunks[1].new_count, 0);
    CHECK(same(c.files[1].old_path, "\303\244 \"q\".c"));
    CHECK(same(c.files[1].new_path, "new.c"));
    CHECK(same(c.files[2].old_path, "gone.c"));
    CHECK(c.files[2].new_path == NULL);
    changes_free(&c);
}

static void refuses_what_is_no_difference(void)
{
    static const char *const wrong[] = {
        "@@ -1 +1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n",
        "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -1 1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -99999999999999999999 +1 @@\n-a\n+b\n",
        "--- \"a/x\n+++ b/x\n",
        "--- \"a/\\9\"\n",
        "--- x\n",
        "diff --cc x\n",
        "--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct changes c = {0};
        char *why = NULL;
        CHECK(!changes_read(wrong[i], strlen(wrong[i]), &c, &why));
        CHECK(why && starts_with(why, "line "));
        changes_free(&c);
    }
}

static void survives_damaged_differences(void)
{
    enum { ROUNDS = 10000 };
    char text[sizeof two_files];
    for (int round = 0; round < ROUNDS; round++) {
        struct changes c = {0};
        char *why = NULL;
        memcpy(text, two_files, sizeof text);
        for (size_t n = 1 + random_below(4); n > 0; n--)
            text[random_below(sizeof text - 1)] = "\n@-+ \\\"\t0,9/ab\0\377"[random_below(17)];
        size_t length = random_below(8) ? sizeof text - 1 : random_below(sizeof text);
        if (!changes_read(text, length, &c, &why))
            CHECK(why != NULL);
        changes_free(&c);
    }
}

/* --- C text ------------------------------------------------------------------------------------------------------------------ */

static struct code_text text(const char *file)
{
    return code_text_of(file, strlen(file));
}

static void drops_comments(void)
{
    struct code_text t = text("int a; /* b\n * c */ int d; // e \\\nf\n\"/* g */\" '\"' /* h */ x\nchar *s = R\"(// i\n/* j)\"; k\n"
                              "int n = 1'000; // l");
    CHECK_EQ(t.count, 7);
    CHECK(same(code_text_tokens(&t, 1, 1), "int a;"));
    CHECK(same(code_text_tokens(&t, 2, 2), "int d;"));
    CHECK(!code_text_has_code(&t, 3));
    CHECK(same(code_text_tokens(&t, 4, 4), "\"/* g */\"'\"'x"));
    CHECK(starts_with(code_text_tokens(&t, 6, 6), "/*j)\";")); /* a literal over several lines: its blanks do not count */
    CHECK(same(code_text_tokens(&t, 7, 7), "int n=1'000;"));
    CHECK(same(code_text_tokens(&t, 8, 20), ""));
    code_text_free(&t);
}

static void compares_by_tokens(void)
{
    struct code_text a = text("if (x) {\n  y ();  }\n"), b = text("if(x){/* why */\n\n\ty();}"), c = text("int x;"), d = text("in tx;");
    CHECK(same(code_text_tokens(&a, 1, 2), code_text_tokens(&b, 1, 3)));
    CHECK(strcmp(code_text_tokens(&c, 1, 1), code_text_tokens(&d, 1, 1)) != 0);
    code_text_free(&a);
    code_text_free(&b);
    code_text_free(&c);
    code_text_free(&d);
}

static void finds_statements(void)
{
    struct code_text t = text("#include <x>\nint f(void)\n{\n    g(1,\n\n      2,\n      3);\n    h();\n}\n");
    size_t from = 6, to = 6;
    code_text_statement(&t, &from, &to);
    CHECK_EQ(from, 4);
    CHECK_EQ(to, 7);
    from = to = 8;
    code_text_statement(&t, &from, &to);
    CHECK_EQ(from, 8);
    CHECK_EQ(to, 8);
    code_text_free(&t);
}

static void finds_macros(void)
{
    struct code_text t = text("#define LOCK(m) \\\n    pthread_mutex_lock(m)\n # undef  X\n#ifdef Y\nLOCK(&m); UNLOCK(&m); LOCKS\n");
    CHECK(same(code_text_macro(&t, 1), "LOCK"));
    CHECK(same(code_text_macro(&t, 2), "LOCK"));
    CHECK(same(code_text_macro(&t, 3), "X"));
    CHECK(code_text_macro(&t, 4) == NULL);
    CHECK(code_text_macro(&t, 5) == NULL);
    CHECK(code_text_mentions(&t, 5, "LOCK"));
    CHECK(!code_text_mentions(&t, 5, "LOC"));
    CHECK(!code_text_mentions(&t, 9, "LOCK"));
    code_text_free(&t);
}

static void survives_any_text(void)
{
    enum { ROUNDS = 10000, LONGEST = 60 };
    char file[LONGEST];
    for (int round = 0; round < ROUNDS; round++) {
        size_t length = random_below(LONGEST);
        for (size_t i = 0; i < length; i++)
            file[i] = "/*\\\n\"'R(){};#ax 1\t\0define"[random_below(24)];
        char *exact = malloc(length + 1); /* so that a look behind its end is seen */
        memcpy(exact, file, length);
        struct code_text t = code_text_of(exact, length);
        size_t from = random_below(6), to = from + random_below(6);
        free(code_text_tokens(&t, from, to));
        free(code_text_macro(&t, from));
        code_text_mentions(&t, to, "a");
        if (from)
            code_text_statement(&t, &from, &to);
        CHECK(from <= to || to == 0);
        code_text_free(&t);
        free(exact);
    }
}

/* --- configurations ----------------------------------------------------------------------------------------------------------- */

static const char configuration[] =
    "\xef\xbb\xbf# what to check\n"
    "[diff]\n"
    "base = origin/main\n"
    "pair-time=30s\n"
    "budget = 1m\n"
    "jobs = 4\n"
    "pair-rule = figure2\n"
    "\n"
    "[target \"queue\"]\n"
    "build = make CC='mazurka cc' \\\n"
    "program = build/test queue\n"
    "arguments = 2 'three four' \"five \\\"six\\\"\"\n"
    "    seven\n"
    "; the other one\n"
    "[target list]\n"
    "sources = -Iinclude -DSIZE=2 list.c 'a test.c'\n"
    "check = --race=off\n"
    "pair-time = 500ms";

static void reads_configurations(void)
{
    struct targets t = {0};
    char *why = NULL;
    CHECK(targets_read("f.ini", configuration, strlen(configuration), &t, &why));
    CHECK_EQ(t.count, 2);
    if (t.count != 2)
        return;
    CHECK(same(t.base, "origin/main"));
    CHECK_EQ(t.pair_ms, 30000);
    CHECK_EQ(t.budget_ms, 60000);
    CHECK_EQ(t.jobs, 4);
    CHECK(same(t.rule, "figure2"));
    CHECK(same(t.at[0].name, "queue"));
    CHECK(same(t.at[0].program, "build/test queue"));
    CHECK_EQ(t.at[0].arguments.count, 4);
    CHECK(same(t.at[0].arguments.at[1], "three four"));
    CHECK(same(t.at[0].arguments.at[2], "five \"six\""));
    CHECK(same(t.at[0].arguments.at[3], "seven"));
    CHECK_EQ(t.at[1].sources.count, 4);
    CHECK(same(t.at[1].sources.at[3], "a test.c"));
    CHECK(same(t.at[1].check.at[0], "--race=off"));
    CHECK_EQ(t.at[1].pair_ms, 500);
}

static void names_the_line_of_mistakes(void)
{
    static const struct { const char *text, *why; } wrong[] = {
        {"program = x\n", "f.ini:1: a key before the first [section]"},
        {"[target a]\nprogram = x\n[target a]\n", "f.ini:3: there is a target 'a' in line 1 already"},
        {"[target a]\nprogram = x\n\nprogram = y\n", "f.ini:4: 'program' is in line 2 already: which of them is meant?"},
        {"[diff]\njobs = 1\n[target a]\nprogram = x\n[diff]\njobs = 2\n", "f.ini:6: 'jobs' is in line 2 already: which of them is meant?"},
        {"[target a]\nprogramm = x\n", "f.ini:2: [target] has no key 'programm'. Did you mean 'program'?"},
        {"[target a]\nprogram\n", "f.ini:2: this is neither [section] nor key = value"},
        {"[target a\n", "f.ini:1: a section ends with ]"},
        {"[]\n", "f.ini:1: a section without a name"},
        {"[target]\n", "f.ini:1: a target needs a name: [target NAME]"},
        {"[targets a]\n", "f.ini:1: there is no section [targets]: there are [diff] and [target NAME]"},
        {"[target a]\n  x\n", "f.ini:2: a line that begins with a blank goes on with the value before it, and there is none"},
        {"[target a]\nprogram = x\narguments = 'b\n", "f.ini:3: arguments: a quote has no end"},
        {"[target a]\nprogram = x\nsources = y.c\n", "f.ini:1: the target 'a' has both a program and sources: one of them is enough"},
        {"\n[target a]\n", "f.ini:2: the target 'a' has neither `program` nor `sources`"},
        {"[diff]\npair-time = soon\n", "f.ini:2: pair-time: a time such as 10s or 1m, not 'soon'"},
        {"[diff]\nbudget = 0\n", "f.ini:2: budget: a time such as 10s or 1m, not '0'"},
        {"[diff]\npair-rule = mine\n", "f.ini:2: pair-rule: figure2, authors or both, not 'mine'"},
        {"[target a]\nprogram =\n", "f.ini:2: program has no value"},
        {"# nothing\n", "f.ini: there is no [target NAME] in it"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct targets t = {0};
        char *why = NULL;
        CHECK(!targets_read("f.ini", wrong[i].text, strlen(wrong[i].text), &t, &why));
        CHECK(same(why, wrong[i].why));
    }
}

static void survives_damaged_configurations(void)
{
    enum { ROUNDS = 10000 };
    char damaged[sizeof configuration];
    for (int round = 0; round < ROUNDS; round++) {
        struct targets t = {0};
        char *why = NULL;
        memcpy(damaged, configuration, sizeof damaged);
        for (size_t n = 1 + random_below(4); n > 0; n--)
            damaged[random_below(sizeof damaged - 1)] = "\n[]= '\"\\#;x\0\377"[random_below(13)];
        if (!targets_read("f.ini", damaged, random_below(8) ? sizeof damaged - 1 : random_below(sizeof damaged), &t, &why))
            CHECK(why && starts_with(why, "f.ini:"));
    }
}

/* --- locked blocks -------------------------------------------------------------------------------------------------------------- */

static void finds_blocks(void)
{
    /* 10 lock a; 12 lock b; 14 unlock b; 16 unlock a, return; 20 unlock a; 30 lock c, and never back */
    static const struct lock_step steps[] = {{10, 1}, {12, 1}, {14, -1}, {16, -1}, {20, -1}, {30, 1}};
    struct lock_blocks b = lock_blocks_of(steps, 6, 40);
    CHECK_EQ(b.count, 3);
    unsigned from = 13, to = 13;
    CHECK(lock_blocks_around(&b, &from, &to));
    CHECK_EQ(from, 12);
    CHECK_EQ(to, 14);
    from = to = 18;
    CHECK(lock_blocks_around(&b, &from, &to));
    CHECK_EQ(from, 10);
    CHECK_EQ(to, 20);
    from = to = 5;
    CHECK(!lock_blocks_around(&b, &from, &to));
    from = to = 13; /* inside: nothing is split */
    lock_blocks_extend(&b, &from, &to);
    CHECK_EQ(from, 13);
    CHECK_EQ(to, 13);
    from = 14, to = 17; /* splits both */
    lock_blocks_extend(&b, &from, &to);
    CHECK_EQ(from, 12);
    CHECK_EQ(to, 17);
    from = 19, to = 31;
    lock_blocks_extend(&b, &from, &to);
    CHECK_EQ(from, 10);
    CHECK_EQ(to, 40);
    lock_blocks_free(&b);
    static const struct lock_step odd[] = {{3, -1}, {5, -1}};
    b = lock_blocks_of(odd, 2, 9);
    CHECK_EQ(b.count, 0);
    lock_blocks_free(&b);
}

int main(void)
{
    TEST(reads_differences);
    TEST(refuses_what_is_no_difference);
    TEST(survives_damaged_differences);
    TEST(drops_comments);
    TEST(compares_by_tokens);
    TEST(finds_statements);
    TEST(finds_macros);
    TEST(survives_any_text);
    TEST(reads_configurations);
    TEST(names_the_line_of_mistakes);
    TEST(survives_damaged_configurations);
    TEST(finds_blocks);
    return check_status();
}
