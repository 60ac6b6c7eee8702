/* test_text.c - the runtime's own formatting: every conversion, cutting off, mistakes in formats. */
#include "base/text.c"

#include <limits.h>
#include <string.h>

#include "../check.h"

static char out[64];

#define FORMATS_AS(expected, ...)                                        \
    do {                                                                 \
        memset(out, '#', sizeof out);                                    \
        size_t length = text_format(out, sizeof out, __VA_ARGS__);       \
        CHECK_EQ(length, strlen(expected));                              \
        CHECK(strcmp(out, expected) == 0);                               \
    } while (0)

/* A format that the compiler cannot look through. */
static const char *any(const char *format)
{
    static const char *volatile hidden;
    hidden = format;
    return hidden;
}

static void conversions(void)
{
    FORMATS_AS("plain", "plain");
    FORMATS_AS("a string b", "a %s b", "string");
    FORMATS_AS("c%", "%c%%", 'c');
    FORMATS_AS("0 4294967295", "%u %u", 0u, UINT_MAX);
    FORMATS_AS("-1 -2147483648 2147483647", "%d %d %d", -1, INT_MIN, INT_MAX);
    FORMATS_AS("ff 0", "%x %x", 255u, 0u);
    FORMATS_AS("18446744073709551615 ffffffffffffffff", "%lu %lx", ULONG_MAX, ULONG_MAX);
    FORMATS_AS("-9223372036854775808", "%ld", LONG_MIN);
    FORMATS_AS("7 8", "%zu %zd", (size_t)7, (ssize_t)8);
    FORMATS_AS("0xabc", "%p", (void *)0xabc);
    FORMATS_AS("thread 3 holds 0x1f", "thread %u holds 0x%lx", 3u, 31ul);
}

static void mixed_arguments(void)
{
    FORMATS_AS("1 two 3 4 five 6 7 8", "%d %s %u %lu %s %lx %d %u", 1, "two", 3u, 4ul, "five", 6ul, 7, 8u);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

static void mistakes_show(void)
{
    FORMATS_AS("(null)", any("%s"), (char *)NULL);
    FORMATS_AS("%q", any("%q"));
    FORMATS_AS("%5d", any("%5d"));
    FORMATS_AS("100%", any("100%"));
    FORMATS_AS("100%l", any("100%l"));
}

static void cuts_off(void)
{
    memset(out, '#', sizeof out);
    CHECK_EQ(text_format(out, 6, "%s", "abcdefgh"), 5);
    CHECK(strcmp(out, "abcde") == 0 && out[6] == '#');
    CHECK_EQ(text_format(out, 3, "%u", 12345u), 2);
    CHECK(strcmp(out, "12") == 0);
    CHECK_EQ(text_format(out, 1, "x"), 0);
    CHECK_EQ(out[0], 0);
    out[0] = '#';
    CHECK_EQ(text_format(out, 0, "x"), 0);
    CHECK_EQ(out[0], '#');
}

static void copies(void)
{
    CHECK_EQ(text_copy(out, sizeof out, "word"), 4);
    CHECK(strcmp(out, "word") == 0);
    CHECK_EQ(text_copy(out, 3, "word"), 2);
    CHECK(strcmp(out, "wo") == 0);
    CHECK_EQ(text_copy(out, 5, "word"), 4);
    CHECK_EQ(text_copy(out, sizeof out, ""), 0);
    CHECK_EQ(out[0], 0);
}

int main(void)
{
    TEST(conversions);
    TEST(mixed_arguments);
    TEST(mistakes_show);
    TEST(cuts_off);
    TEST(copies);
    return check_status();
}
