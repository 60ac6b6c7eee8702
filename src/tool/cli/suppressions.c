/* suppressions.c - see suppressions.h. */
#include "tool/cli/suppressions.h"

#include <stdlib.h>
#include <string.h>

#include "model/fault.h"

/* What can be suppressed, by the word of reports; TSan has some words of its own. */
static const struct kind {
    const char *word;
    unsigned    fault;
    bool        innermost;
} kinds[] = {
    {"race", FAULT_RACE, false},
    {"race_top", FAULT_RACE, true},
    {"deadlock", FAULT_DEADLOCK, false},
    {"leak", FAULT_LEAK, false},
    {"mutex", FAULT_MISUSE, false},
    {"misuse", FAULT_MISUSE, false},
    {"memory", FAULT_MEMORY, false},
    {"assertion", FAULT_ASSERTION, false},
    {"abort", FAULT_ABORT, false},
    {"terminate", FAULT_TERMINATE, false},
    {"crash", FAULT_CRASH, false},
    {"stack-overflow", FAULT_STACK, false},
    {"exit-status", FAULT_EXIT, false},
    {"livelock", FAULT_LIVELOCK, false},
    {"runaway", FAULT_RUNAWAY, false},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_named(const char *word)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    return NULL;
}

static char *unknown_kind(const char *word)
{
    const char *words[KINDS + 1] = {NULL};
    char *list = format_text("%s", kinds[0].word);
    for (size_t i = 0; i < KINDS; i++)
        words[i] = kinds[i].word;
    for (size_t i = 1; i < KINDS; i++)
        list = format_text("%s, %s", list, words[i]);
    const char *nearest = nearest_word(word, words);
    return nearest ? format_text("there is no kind '%s'. Did you mean '%s'?", word, nearest)
                   : format_text("there is no kind '%s'; there are %s", word, list);
}

/* A line without its blanks; what is wrong with it, or NULL. */
static char *read_line(char *line, size_t number, struct suppressions *s)
{
    char *colon = strchr(line, ':');
    if (!colon)
        return format_text("this is no suppression: KIND:PATTERN is one, such as race:count_hits");
    char *word = format_text("%.*s", (int)(colon - line), line), *pattern = colon + 1 + strspn(colon + 1, " \t");
    for (size_t end = strlen(word); end && strchr(" \t", word[end - 1]);)
        word[--end] = '\0';
    const struct kind *kind = kind_named(word);
    if (!kind)
        return unknown_kind(word);
    if (!*pattern)
        return format_text("there is no pattern behind '%s:': * stands for all", word);
    s->at = resize(s->at, (s->count + 1) * sizeof *s->at);
    s->at[s->count++] = (struct suppression){.text = format_text("%s:%s", word, pattern), .pattern = format_text("%s", pattern),
                                             .fault = kind->fault, .innermost = kind->innermost, .line = number};
    return NULL;
}

bool suppressions_read(const char *path, const char *text, size_t length, struct suppressions *s, char **why)
{
    size_t number = 0;
    *s = (struct suppressions){.path = path};
    if (memchr(text, '\0', length)) {
        *why = format_text("%s: this is no file of suppressions: there is a zero byte in it", path);
        return false;
    }
    const char *next = text + (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0), *end = text + length;
    while (next < end) {
        const char *stop = memchr(next, '\n', (size_t)(end - next));
        stop = stop ? stop : end;
        while (next < stop && strchr(" \t", *next))
            next++;
        char *line = format_text("%.*s", (int)(stop - next), next), *wrong = NULL;
        for (size_t last = strlen(line); last && strchr(" \t\r", line[last - 1]);)
            line[--last] = '\0';
        number++;
        if (*line && *line != '#')
            wrong = read_line(line, number, s);
        free(line);
        if (wrong) {
            *why = format_text("%s:%zu: %s", path, number, wrong);
            return false;
        }
        next = stop + 1;
    }
    return true;
}

/* Without going back further than to the last star: any text takes time in proportion. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            resume = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

bool suppression_matches(const struct suppression *s, const char *name)
{
    if (matches(s->pattern, name))
        return true;
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
        if (matches(s->pattern, slash + 1))
            return true;
    return false;
}

bool suppressions_end_searches(const struct suppressions *s, bool races_do)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].fault != FAULT_RACE || races_do)
            return true;
    return false;
}
