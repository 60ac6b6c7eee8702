/* test_fragment.c - from lines and functions to code: of this program, whose addresses are compared with those of its own functions. */
/* sources: src/tool/binary/symbols/ src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -ldw -lelf */
#include "tool/binary/symbols/fragment.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "tool/cli/util.h"

#define INLINED static inline __attribute__((always_inline))
#define ALONE   __attribute__((noinline))

extern char __executable_start; /* where the program was loaded */
static volatile int value;
enum { PLAIN_FROM = __LINE__ + 3, PLAIN_TO = __LINE__ + 4 };
static ALONE int plain(int x)
{
    value = x;
    value += 2;
    return value;
}

enum { COPIED = __LINE__ + 3 };
INLINED void copied(int x)
{
    value = x * 3;
}

static ALONE void first(void)
{
    copied(1);
}

enum { CALLS = __LINE__ + 3 };
static ALONE void second(void)
{
    copied(2);
}

static struct symbols *symbols;
static struct fragment found;
static char *why;

static uint64_t in_file(const void *code)
{
    return (uint64_t)((const char *)code - &__executable_start);
}

static bool has(uint64_t pc)
{
    for (size_t i = 0; i < found.count; i++)
        if (pc >= found.at[i].start && pc < found.at[i].start + found.at[i].length)
            return true;
    return false;
}

/* Is a piece of the function's own code in it? */
static bool touches(const char *function)
{
    for (size_t i = 0; i < found.count; i++) {
        const char *name = symbols_function(symbols, found.at[i].start);
        if (name && strcmp(name, function) == 0)
            return true;
    }
    return false;
}

static bool lines(unsigned from, unsigned to)
{
    char *text = format_text("test_fragment.c:%u-%u", from, to);
    fragment_free(&found);
    bool are = fragment_of_lines(symbols, text, &found, &why);
    free(text);
    return are;
}

static void test_lines(void)
{
    value = 3;
    CHECK_EQ(plain(value), 5);
    CHECK(lines(PLAIN_FROM, PLAIN_TO));
    CHECK(touches("plain"));
    CHECK(!touches("second"));
    CHECK(!touches("first"));
}

static void test_inlined_copies(void)
{
    first();
    second();
    CHECK(lines(COPIED, COPIED));
    CHECK(found.count >= 2);
    CHECK(touches("first"));
    CHECK(touches("second"));
    CHECK(lines(CALLS, CALLS)); /* what was inlined into the line belongs to it */
    CHECK(!touches("first"));
    CHECK(touches("second"));
}

static void test_functions(void)
{
    fragment_free(&found);
    CHECK(fragment_of_function(symbols, "plain", &found, &why));
    CHECK(has(in_file((const void *)plain)));
    CHECK(strcmp(found.name, "plain()") == 0);
    fragment_free(&found);
    CHECK(fragment_of_function(symbols, "copied", &found, &why));
    CHECK(touches("first") && touches("second"));
    fragment_free(&found);
    CHECK(!fragment_of_function(symbols, "plian", &found, &why));
    CHECK(strstr(why, "it has plain") != NULL);
    fragment_free(&found);
}

static void check_refused(const char *text, const char *because)
{
    fragment_free(&found);
    CHECK(!fragment_of_lines(symbols, text, &found, &why));
    CHECK(strstr(why, because) != NULL);
}

static void test_refused(void)
{
    check_refused("test_fragment.c", "FILE:FROM-TO");
    check_refused("test_fragment.c:0", "lines from 1 on");
    check_refused("test_fragment.c:1-x", "FILE:FROM-TO");
    check_refused("test_fragment.c:9-8", "the range is empty");
    check_refused("nowhere.c:9-10", "no code of a file nowhere.c");
    check_refused("est_fragment.c:9-10", "it has test_fragment.c");
    check_refused("test_fragment.c:1-2", "the nearest line with code is");
    check_refused("test_fragment.c:99999", "the nearest line with code is");
}

int main(void)
{
    symbols = symbols_open_file("/proc/self/exe");
    TEST(test_lines);
    TEST(test_inlined_copies);
    TEST(test_functions);
    TEST(test_refused);
    fragment_free(&found);
    symbols_close(symbols);
    return check_status();
}
