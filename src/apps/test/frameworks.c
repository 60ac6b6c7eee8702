/* frameworks.c - see frameworks.h. */
#include "apps/test/frameworks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/options.h"

static void add(struct test_cases *cases, const char *suite, const char *name)
{
    cases->at = resize(cases->at, (cases->count + 1) * sizeof *cases->at);
    cases->at[cases->count++] = (struct test_case){format_text("%s", suite), format_text("%s", name)};
}

/* The next line of *text, without its end; NULL: there is none. */
static char *next_line(char **text)
{
    char *line = *text, *end = line ? strchr(line, '\n') : NULL;
    if (!line || !*line)
        return NULL;
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

/* It would be listed, and pass without being run. */
static bool is_disabled(const char *name)
{
    return starts_with(name, "DISABLED_") || strstr(name, "/DISABLED_");
}

/* "Suite." and below it "  Case"; behind # is the value of a parameter. */
static void read_gtest(struct test_cases *cases, char *output)
{
    char *line, *suite = NULL;
    while ((line = next_line(&output))) {
        size_t blanks = strspn(line, " "), length = strcspn(line + blanks, " #");
        line[blanks + length] = '\0';
        if (!blanks && ends_with(line, "."))
            suite = format_text("%.*s", (int)length - 1, line);
        else if (blanks && length && suite && !is_disabled(suite) && !is_disabled(line + blanks))
            add(cases, suite, line + blanks);
    }
}

/* A name on each line. */
static void read_catch(struct test_cases *cases, char *output)
{
    char *line;
    while ((line = next_line(&output))) {
        if (*line)
            add(cases, "", line);
    }
}

/* Likewise, between lines of its own. */
static void read_doctest(struct test_cases *cases, char *output)
{
    char *line;
    while ((line = next_line(&output))) {
        if (*line && !starts_with(line, "[doctest]") && !starts_with(line, "==="))
            add(cases, "", line);
    }
}

/* "[==========] Running 2 test(s).", and "[ RUN      ] name" before each, whatever becomes of it. */
static void read_cmocka(struct test_cases *cases, char *output)
{
    static const char all[] = "[==========] Running ", one[] = "[ RUN      ] ";
    char *line, *at;
    while ((line = next_line(&output))) {
        if ((at = strstr(line, all)))
            cases->promised += strtoul(at + strlen(all), NULL, 10);
        else if ((at = strstr(line, one)))
            add(cases, "", at + strlen(one));
    }
}

static bool has(const struct test_cases *cases, const char *name)
{
    for (size_t i = 0; i < cases->count; i++) {
        if (strcmp(cases->at[i].name, name) == 0)
            return true;
    }
    return false;
}

/* "queue.c:12:P:case:test:0: Passed" of each in its log. It runs cases, of which each has some tests. */
static void read_check(struct test_cases *cases, char *output)
{
    char *line;
    while ((line = next_line(&output))) {
        char *at = strpbrk(line, ":"), *kind = NULL, *name = NULL;
        for (; at && !kind; at = strchr(at + 1, ':')) {
            if (at[1] && strchr("PFES", at[1]) && at[2] == ':')
                kind = at + 1;
        }
        name = kind ? kind + 2 : NULL;
        if (!name || !strchr(name, ':'))
            continue;
        *strchr(name, ':') = '\0';
        if (*name && !has(cases, name))
            add(cases, "", name);
    }
}

const struct framework frameworks[] = {
    {.name = "googletest", .marks = {"gtest_list_tests", "libgtest.so", NULL}, .list = {"--gtest_list_tests", NULL}, .read = read_gtest,
     .select = "--gtest_filter=%s", .joined = ".", .noise = {"[", "Note: ", "Running main", " 1 FAILED", NULL},
     .skipped = "[  SKIPPED ]"},
    {.name = "catch2-3", .marks = {"allow-running-no-tests", "libCatch2.so", NULL}, .list = {"--list-tests", "--verbosity", "quiet", NULL},
     .read = read_catch, .select = "%s", .special = "\\,[]*\"", .with = "--allow-running-no-tests", /* as where all are skipped */
     .noise = {"~~~", "---", "===", "...", "Filters:", "Randomness", "test cases:", NULL}, .skipped = "SKIPPED"},
    {.name = "catch2", .marks = {"list-test-names-only", NULL}, .list = {"--list-test-names-only", NULL}, .read = read_catch,
     .select = "%s", .special = "\\,[]*\"",
     .noise = {"~~~", "---", "===", "...", "Filters:", "test cases:", "assertions:", NULL}},
    {.name = "doctest", .marks = {"list-test-cases", NULL}, .list = {"--list-test-cases", "--no-colors", NULL}, .read = read_doctest,
     .select = "--test-case=%s", .special = "\\,", .noise = {"[doctest]", "===", NULL}},
    {.name = "cmocka", .marks = {"libcmocka.so", "CMOCKA_MESSAGE_OUTPUT", NULL}, .environment = {"CMOCKA_MESSAGE_OUTPUT=TAP", NULL},
     .listing = {"CMOCKA_MESSAGE_OUTPUT=STDOUT", NULL}, .read = read_cmocka, .select = "%s", .by_running = true,
     .noise = {"1..", "ok ", "not ok ", "# not ok ", "# ok ", NULL}, .skipped = "# SKIP"},
    {.name = "check", .marks = {"libcheck.so", "CK_RUN_CASE", NULL}, .environment = {"CK_FORK=no", "CK_VERBOSITY=verbose", NULL},
     .listing = {"CK_FORK=yes", "CK_LOG_FILE_NAME=-", NULL}, .read = read_check, .select_in = "CK_RUN_CASE=%s", .by_running = true,
     .noise = {"Running suite", "0%", NULL}},
    {.name = NULL},
};

static bool is_noise(const struct framework *f, const char *line)
{
    bool noise = line[strspn(line, " \t")] == '\0';
    for (const char *const *prefix = f ? f->noise : (const char *const[]){NULL}; *prefix; prefix++)
        noise |= starts_with(line, *prefix);
    return noise;
}

char *framework_message(const struct framework *f, char *output)
{
    enum { SHOWN = 8 };
    char *line, *message = format_text("%s", "");
    for (unsigned count = 0; count < SHOWN && (line = next_line(&output));) {
        if (is_noise(f, line))
            continue;
        message = format_text("%s%s\n", message, line);
        count++;
    }
    return message;
}

const struct framework *framework_named(const char *name)
{
    const struct framework *f = frameworks;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f->name ? f : NULL;
}

const struct framework *framework_of(const char *program)
{
    size_t length;
    char *file = read_whole_file(program, &length);
    if (!file)
        die("%s: %s", program, strerror(errno));
    const struct framework *f = frameworks;
    for (bool found = false; f->name; f++) {
        for (const char *const *mark = f->marks; *mark && !found; mark++)
            found = memmem(file, length, *mark, strlen(*mark)) != NULL;
        if (found)
            break;
    }
    free(file);
    return f->name ? f : NULL;
}

static void set_variables(const char *const *variables)
{
    for (; *variables; variables++) {
        if (putenv(format_text("%s", *variables)) != 0)
            die("out of memory");
    }
}

static void unset_variables(const char *const *variables)
{
    for (; *variables; variables++)
        unsetenv(format_text("%.*s", (int)strcspn(*variables, "="), *variables));
}

void framework_environment(const struct framework *f)
{
    set_variables(f->environment);
}

static char *run_to_list(const struct framework *f, char **argv, uint64_t milliseconds, int *status)
{
    set_variables(f->listing);
    char *output = capture_process_for(argv, milliseconds, status);
    unset_variables(f->listing);
    framework_environment(f);
    return output;
}

/* NULL: the program has named all of its cases. */
static char *what_was_cut(const struct test_cases *cases, const char *program, uint64_t milliseconds, int status)
{
    const char *last = cases->count ? cases->at[cases->count - 1].name : NULL;
    if (status < 0 && end_is_asked())
        return format_text("%s", "stopped by a signal before all cases were named");
    if (!last)
        return NULL;
    if (status < 0)
        return format_text("%s names its cases by running them, and %s had not ended after %s (--list-time): cases behind it are not known",
            program, last, show_duration(milliseconds));
    if (cases->promised > cases->count)
        return format_text("%s names its cases by running them, and %s has ended it: cases behind that are not known", program, last);
    if (status > 128 && !cases->promised)
        return format_text("%s was ended by a signal when it named its cases (status %d): cases behind %s are not known", program, status,
            last);
    return NULL;
}

struct test_cases framework_list(const struct framework *f, const char *program, const struct strings *arguments, uint64_t milliseconds)
{
    struct strings argv = {0};
    struct test_cases cases = {0};
    int status;
    strings_add(&argv, program);
    for (const char *const *word = f->list; *word; word++)
        strings_add(&argv, *word);
    strings_append(&argv, arguments);
    char *output = run_to_list(f, argv.at, milliseconds, &status);
    f->read(&cases, output);
    cases.cut = what_was_cut(&cases, program, milliseconds, status);
    if (cases.cut)
        warn("note: %s", cases.cut);
    if (cases.cut && !cases.count)
        return cases;
    if (!cases.count && status < 0)
        die("%s did not list its cases within %s (--list-time); --framework=none checks it as one", program, show_duration(milliseconds));
    if (!cases.count && (!f->by_running || status > 128))
        die("%s did not list its cases (it has ended with status %d); --framework=none checks it as one", program, status);
    return cases;
}

/* With a backslash before each of the special letters. */
static char *escaped(const char *text, const char *special)
{
    char *out = allocate(2 * strlen(text) + 1), *to = out;
    for (; *text; text++) {
        if (special && strchr(special, *text))
            *to++ = '\\';
        *to++ = *text;
    }
    return out;
}

/* `shape` with the name in place of %s. */
static char *shaped(const char *shape, const char *name)
{
    const char *at = strstr(shape, "%s");
    return format_text("%.*s%s%s", (int)(at - shape), shape, name, at + 2);
}

void framework_select(const struct framework *f, const struct test_case *c, char **argument, char **variable)
{
    char *name = f->joined ? format_text("%s%s%s", c->suite, f->joined, c->name) : escaped(c->name, f->special);
    *argument = f->select ? shaped(f->select, name) : NULL;
    *variable = f->select_in ? shaped(f->select_in, name) : NULL;
}
