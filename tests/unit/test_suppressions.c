/* test_suppressions.c - files of --suppress: what they say, what is wrong with them, what patterns match. */
/* sources: src/tool/cli/suppressions.c src/model/fault.c src/tool/cli/util.c src/tool/cli/subprocess.c src/tool/cli/printable.c */
#include <string.h>

#include "check.h"
#include "model/fault.h"
#include "tool/cli/suppressions.h"

static void reads_lines(void)
{
    static const char text[] = "\xef\xbb\xbf# known\r\n\n  race:count_hits  \r\n\t# more\nrace_top: a b\nmutex :x\ndeadlock:*";
    struct suppressions s;
    char *why;
    CHECK(suppressions_read("f", text, strlen(text), &s, &why));
    CHECK_EQ(s.count, 4);
    if (s.count != 4)
        return;
    CHECK(s.at[0].fault == FAULT_RACE && !s.at[0].innermost && s.at[0].line == 3 && strcmp(s.at[0].pattern, "count_hits") == 0);
    CHECK(s.at[1].fault == FAULT_RACE && s.at[1].innermost && s.at[1].line == 5 && strcmp(s.at[1].pattern, "a b") == 0);
    CHECK(s.at[2].fault == FAULT_MISUSE && strcmp(s.at[2].text, "mutex:x") == 0);
    CHECK(s.at[3].fault == FAULT_DEADLOCK && s.at[3].line == 7);
    CHECK(suppressions_end_searches(&s, false));
    s.count = 2;
    CHECK(!suppressions_end_searches(&s, false));
    CHECK(suppressions_end_searches(&s, true));
    CHECK(suppressions_read("f", "", 0, &s, &why) && s.count == 0);
}

static void names_the_line_of_mistakes(void)
{
    static const struct { const char *text, *why; } wrong[] = {
        {"race", "f:1: this is no suppression: KIND:PATTERN is one, such as race:count_hits"},
        {"\nrace:\n", "f:2: there is no pattern behind 'race:': * stands for all"},
        {"race: \t\n", "f:1: there is no pattern behind 'race:': * stands for all"},
        {"# x\nrce:y\n", "f:2: there is no kind 'rce'. Did you mean 'race'?"},
        {":y", "f:1: there is no kind ''; there are race, race_top, deadlock, leak, mutex, misuse, memory, assertion, abort, terminate, "
               "crash, stack-overflow, exit-status, livelock, runaway"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct suppressions s;
        char *why = NULL;
        CHECK(!suppressions_read("f", wrong[i].text, strlen(wrong[i].text), &s, &why));
        CHECK(why && strcmp(why, wrong[i].why) == 0);
    }
    struct suppressions s;
    char *why = NULL;
    CHECK(!suppressions_read("f", "race:x\0y", 8, &s, &why));
}

static bool matches(const char *pattern, const char *name)
{
    return suppression_matches(&(struct suppression){.pattern = pattern}, name);
}

static void matches_whole_names(void)
{
    CHECK(matches("count", "count"));
    CHECK(!matches("count", "count_hits"));
    CHECK(!matches("hits", "count_hits"));
    CHECK(matches("count*", "count"));
    CHECK(matches("*hits", "count_hits"));
    CHECK(matches("c*t*s", "count_hits"));
    CHECK(!matches("c*t*x", "count_hits"));
    CHECK(matches("*", ""));
    CHECK(!matches("", "x"));
    CHECK(matches("queue.c", "/home/me/src/queue.c"));
    CHECK(matches("src/*.c", "/home/me/src/queue.c"));
    CHECK(!matches("ueue.c", "/home/me/src/queue.c"));
    CHECK(matches("std::list<*>::push", "std::list<int>::push"));
    char name[2001], pattern[401];
    memset(name, 'a', 2000);
    name[2000] = '\0';
    for (int i = 0; i < 200; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    pattern[399] = 'b';
    pattern[400] = '\0';
    CHECK(!matches(pattern, name)); /* soon */
}

int main(void)
{
    TEST(reads_lines);
    TEST(names_the_line_of_mistakes);
    TEST(matches_whole_names);
    return check_status();
}
