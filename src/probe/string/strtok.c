/* strtok.c - strtok, strtok_r, strsep: string functions that keep where they are.
 *
 * The rest of the string is found in a place of the program's, or, for strtok, in one for the whole process, so that two threads which
 * use strtok are seen to disturb each other. Like the delimiters it is read first, in a step of its own, as libc does: what the place
 * holds before, or after, need not be a string. Then comes one operation on the string up to the end of the token, and on the place.
 */
#include <string.h>

#include "probe/argument.h"

static MODEL char *strtok_rest;

static bool contains(const char *set, char c)
{
    while (*set && *set != c)
        set++;
    return *set != '\0';
}

struct token {
    char *start, *end; /* end: the delimiter, or the end of the string */
};

static struct token next_token(char *s, const char *delimiters, bool skip)
{
    while (skip && *s && contains(delimiters, *s))
        s++;
    struct token token = {s, s};
    while (*token.end && !contains(delimiters, *token.end))
        token.end++;
    return token;
}

enum strtok_form { STRTOK, STRSEP };

static uint64_t token_size(const struct op *op)
{
    char *s = (char *)op->addr;
    return (uint64_t)(next_token(s, (const char *)op->arg[2], op->order == STRTOK).end - s) + 1;
}

static void set_rest(const struct op *op, char *rest)
{
    char **place = (char **)op->arg[0];
    mem_set(place, rest);
}

/* Another thread may have changed the string since it was measured: then it is pending once more, as what it has become. */
enum performed libcall_strtok(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint32_t size = (uint32_t)token_size(op);
    if (size != op->size) {
        op->size = size;
        return PERFORM_PENDING;
    }
    bool separate = op->order == STRSEP;
    struct token token = next_token((char *)op->addr, (const char *)op->arg[2], !separate);
    bool last = *token.end == '\0';
    if (!last)
        mem_set(token.end, '\0');
    set_rest(op, last ? (separate ? NULL : token.end) : token.end + 1);
    t->result[0] = separate || token.end != token.start ? (uint64_t)token.start : 0;
    return PERFORM_RESUME;
}

/* Measure before announcing, on the engine's stack: arg[0]: string; arg[2]: delimiters. */
static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    op->addr = op->arg[0];
    t->result[0] = token_size(op);
    return PERFORM_RESUME;
}

/* The program's string, or the place's if it gives none. */
static __attribute__((noinline)) char *token_from(uint64_t pc, enum strtok_form form, char *given, char **place, const char *delimiters)
{
    const char *kept = TEXT_ARGUMENT(pc, delimiters);
    char *s = given ? given : ARGUMENT(pc, place);
    if (!s && form == STRSEP)
        return NULL; /* after the last token */
    uint64_t size = announce_from(pc, OP_CALL | ANNOUNCE_ORDER(form), (const void *)(uintptr_t)measure, 0, (uint64_t)s, 0, (uint64_t)kept);
    return (char *)announce_from(pc, LIBCALL(STRTOK) | ANNOUNCE_ORDER(form), s, size, (uint64_t)place, sizeof *place, (uint64_t)kept);
}

STAND_IN(char *, strtok_r, char *s, const char *delimiters, char **place)
{
    if (!probe_active(NULL))
        return REAL_AS(strtok_r, char *(*)(char *, const char *, char **))(s, delimiters, place);
    return token_from(CALLER, STRTOK, s, place, delimiters);
}

STAND_IN(char *, __strtok_r, char *s, const char *delimiters, char **place)
{
    if (!probe_active(NULL))
        return REAL_AS(__strtok_r, char *(*)(char *, const char *, char **))(s, delimiters, place);
    return token_from(CALLER, STRTOK, s, place, delimiters);
}

STAND_IN(char *, strtok, char *s, const char *delimiters)
{
    if (!probe_active(NULL))
        return REAL_AS(strtok, char *(*)(char *, const char *))(s, delimiters);
    return token_from(CALLER, STRTOK, s, &strtok_rest, delimiters);
}

STAND_IN(char *, strsep, char **place, const char *delimiters)
{
    if (!probe_active(NULL))
        return REAL_AS(strsep, char *(*)(char **, const char *))(place, delimiters);
    return token_from(CALLER, STRSEP, NULL, place, delimiters);
}
