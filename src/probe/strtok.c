/* strtok.c - strtok, strtok_r, strsep: string functions that keep where they are.
 *
 * One operation on the string up to the end of the token, and on the place where the function keeps the rest of the string:
 * the program's, or, for strtok, one for the whole process, so that two threads which use strtok are seen to disturb each
 * other. The delimiters are read first.
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

/* What the operation touches, from the memory as it is now. Has it changed since? */
static bool refresh(struct op *op)
{
    char *s = op->order == STRTOK_GIVEN ? (char *)op->addr : *(char **)op->arg[0];
    uint64_t size = 0;
    if (s || op->order != STRTOK_SEP)
        size = (uint64_t)(next_token(s, (const char *)op->arg[2], op->order != STRTOK_SEP).end - s) + 1;
    bool changed = op->addr != (uint64_t)s || op->size != size;
    op->addr = (uint64_t)s;
    op->size = (uint32_t)size;
    return changed;
}

static void set_rest(const struct op *op, char *rest)
{
    char **place = (char **)op->arg[0];
    mem_set(place, rest);
}

enum performed libcall_strtok(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (refresh(op))
        return PERFORM_PENDING;
    if (op->addr == 0)
        return PERFORM_RESUME; /* strsep after the last token */
    bool separate = op->order == STRTOK_SEP;
    struct token token = next_token((char *)op->addr, (const char *)op->arg[2], !separate);
    bool last = *token.end == '\0';
    if (!last)
        mem_set(token.end, '\0');
    set_rest(op, last ? (separate ? NULL : token.end) : token.end + 1);
    t->result[0] = separate || token.end != token.start ? (uint64_t)token.start : 0;
    return PERFORM_RESUME;
}

/* Measure before announcing, on the engine's stack: arg[0]: place; arg[1]: string; arg[2]: delimiters. */
static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    op->addr = op->arg[1];
    refresh(op);
    t->result[0] = op->size;
    return PERFORM_RESUME;
}

/* The program's string, or the place's if it gives none. */
static __attribute__((noinline)) char *token_from(uint64_t pc, enum strtok_form form, char *s, char **place, const char *given)
{
    const char *delimiters = TEXT_ARGUMENT(pc, given);
    uint64_t size = announce_from(pc, OP_CALL | ANNOUNCE_ORDER(form), (const void *)(uintptr_t)measure, 0, (uint64_t)place, (uint64_t)s,
                                  (uint64_t)delimiters);
    return (char *)announce_from(pc, LIBCALL(STRTOK) | ANNOUNCE_ORDER(form), form == STRTOK_GIVEN ? s : *place, size, (uint64_t)place,
                                 sizeof *place, (uint64_t)delimiters);
}

STAND_IN(char *, strtok_r, char *s, const char *delimiters, char **place)
{
    if (!probe_active(NULL))
        return REAL_AS(strtok_r, char *(*)(char *, const char *, char **))(s, delimiters, place);
    return token_from(CALLER, s ? STRTOK_GIVEN : STRTOK_NEXT, s, place, delimiters);
}

STAND_IN(char *, __strtok_r, char *s, const char *delimiters, char **place)
{
    if (!probe_active(NULL))
        return REAL_AS(__strtok_r, char *(*)(char *, const char *, char **))(s, delimiters, place);
    return token_from(CALLER, s ? STRTOK_GIVEN : STRTOK_NEXT, s, place, delimiters);
}

STAND_IN(char *, strtok, char *s, const char *delimiters)
{
    if (!probe_active(NULL))
        return REAL_AS(strtok, char *(*)(char *, const char *))(s, delimiters);
    return token_from(CALLER, s ? STRTOK_GIVEN : STRTOK_NEXT, s, &strtok_rest, delimiters);
}

STAND_IN(char *, strsep, char **place, const char *delimiters)
{
    if (!probe_active(NULL))
        return REAL_AS(strsep, char *(*)(char **, const char *))(place, delimiters);
    return token_from(CALLER, STRTOK_SEP, NULL, place, delimiters);
}
