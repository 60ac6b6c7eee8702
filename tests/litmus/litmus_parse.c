/* litmus_parse.c - litmus programs from text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "litmus/litmus.h"

enum { MOST_LABELS = 16 };

struct label {
    char    name[LITMUS_NAME];
    int     at;              /* -1: only used so far */
    uint8_t users[LITMUS_CODE];
    unsigned count;
};

struct parser {
    const char    *text, *at;
    char           word[16];
    struct litmus *program;
    unsigned       thread;
    struct label   labels[MOST_LABELS]; /* of the thread */
    unsigned       label_count;
};

static _Noreturn void wrong(const struct parser *y, const char *what)
{
    fprintf(stderr, "litmus program, %s before '%s' in: %s\n", what, y->at, y->text);
    abort();
}

/* A word, or one of the signs that stand alone. At the end it is empty. */
static const char *next(struct parser *y)
{
    y->at += strspn(y->at, " \n");
    size_t n = strchr(":;", *y->at) ? *y->at != '\0' : strcspn(y->at, " \n:;");
    if (n >= sizeof y->word)
        wrong(y, "too long a word");
    memcpy(y->word, y->at, n);
    y->word[n] = '\0';
    y->at += n;
    return y->word;
}

static bool comes(struct parser *y, const char *word)
{
    const char *before = y->at;
    if (strcmp(next(y), word) == 0)
        return true;
    y->at = before;
    return false;
}

static void expect(struct parser *y, const char *word)
{
    if (!comes(y, word))
        wrong(y, word);
}

static void copy_name(const struct parser *y, char to[LITMUS_NAME])
{
    if (y->word[0] == '\0' || strlen(y->word) >= LITMUS_NAME)
        wrong(y, "no name");
    strcpy(to, y->word);
}

/* --- what statements name ----------------------------------------------------------------------------------------- */

static uint8_t place(struct parser *y)
{
    next(y);
    for (unsigned x = 0; x < y->program->places; x++)
        if (strcmp(y->program->place[x], y->word) == 0)
            return (uint8_t)x;
    wrong(y, "no place");
}

/* The word just read. */
static uint8_t register_named(struct parser *y)
{
    struct litmus *p = y->program;
    unsigned *count = &p->registers[y->thread];
    for (unsigned r = 0; r < *count; r++)
        if (strcmp(p->reg[y->thread][r], y->word) == 0)
            return (uint8_t)r;
    if (*count == LITMUS_REGISTERS || !islower((unsigned char)y->word[0]))
        wrong(y, "no register");
    copy_name(y, p->reg[y->thread][*count]);
    return (uint8_t)(*count)++;
}

static uint8_t reg(struct parser *y)
{
    next(y);
    return register_named(y);
}

static struct litmus_operand operand(struct parser *y)
{
    next(y);
    bool number = isdigit((unsigned char)y->word[0]) || y->word[0] == '-';
    return (struct litmus_operand){!number, number ? (int8_t)atoi(y->word) : (int8_t)register_named(y)};
}

static int order_named(const char *word)
{
    static const struct {
        const char *word;
        int         order;
    } orders[] = {{"rlx", __ATOMIC_RELAXED}, {"acq", __ATOMIC_ACQUIRE}, {"rel", __ATOMIC_RELEASE}, {"ar", __ATOMIC_ACQ_REL},
                  {"sc", __ATOMIC_SEQ_CST}};
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].word, word) == 0)
            return orders[i].order;
    return -1;
}

static int order(struct parser *y)
{
    int o = order_named(next(y));
    if (o < 0)
        wrong(y, "no order");
    return o;
}

/* There may be none: then what C makes of the order of success. */
static int failure(struct parser *y, int success)
{
    const char *before = y->at;
    int o = order_named(next(y));
    if (o >= 0)
        return o;
    y->at = before;
    return success == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : success == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : success;
}

static void comparison(struct parser *y, struct litmus_statement *s)
{
    s->a = operand(y);
    s->negated = comes(y, "!=");
    if (!s->negated)
        expect(y, "=");
    s->b = operand(y);
}

/* --- labels --------------------------------------------------------------------------------------------------------- */

/* The word just read. */
static struct label *label_named(struct parser *y)
{
    for (unsigned i = 0; i < y->label_count; i++)
        if (strcmp(y->labels[i].name, y->word) == 0)
            return &y->labels[i];
    if (y->label_count == MOST_LABELS)
        wrong(y, "too many labels");
    struct label *l = &y->labels[y->label_count++];
    *l = (struct label){.at = -1};
    copy_name(y, l->name);
    return l;
}

static void go_to(struct parser *y)
{
    next(y);
    struct label *l = label_named(y);
    l->users[l->count++] = (uint8_t)y->program->length[y->thread];
}

static void label(struct parser *y)
{
    const char *before = y->at;
    next(y);
    if (*(y->at + strspn(y->at, " ")) != ':') {
        y->at = before;
        return;
    }
    label_named(y)->at = (int)y->program->length[y->thread];
    expect(y, ":");
}

static void end_thread(struct parser *y)
{
    for (unsigned i = 0; i < y->label_count; i++)
        for (unsigned k = 0; k < y->labels[i].count; k++) {
            if (y->labels[i].at < 0)
                wrong(y, "a label is missing");
            y->program->code[y->thread][y->labels[i].users[k]].target = (uint8_t)y->labels[i].at;
        }
    y->label_count = 0;
    y->thread++;
}

/* --- statements ----------------------------------------------------------------------------------------------------- */

static void atomic(struct parser *y, struct litmus_statement *s)
{
    if (s->code != LITMUS_STORE && s->code != LITMUS_FENCE)
        s->reg = reg(y);
    if (s->code != LITMUS_FENCE)
        s->place = place(y);
    if (s->code != LITMUS_LOAD && s->code != LITMUS_FENCE)
        s->a = operand(y);
    if (s->code == LITMUS_CAS)
        s->b = operand(y);
    s->order = order(y);
    s->failure = s->code == LITMUS_CAS ? failure(y, s->order) : s->order;
}

static void other(struct parser *y, struct litmus_statement *s)
{
    switch (s->code) {
    case LITMUS_PEEK:
        s->reg = reg(y);
        s->place = place(y);
        break;
    case LITMUS_POKE:
        s->place = place(y);
        s->a = operand(y);
        break;
    case LITMUS_SYNC:
    case LITMUS_FREE: s->place = place(y); break;
    case LITMUS_LET:
    case LITMUS_PLUS:
        s->reg = reg(y);
        s->a = operand(y);
        if (s->code == LITMUS_PLUS)
            s->b = operand(y);
        break;
    case LITMUS_IF:
        comparison(y, s);
        expect(y, "goto");
        go_to(y);
        break;
    default: comparison(y, s); break;
    }
}

static void statement(struct parser *y)
{
    static const char *const words[] = {"store", "load", "add", "swap", "cas", "fence", "sync", "peek", "poke", "free",
                                        "let", "plus", "if", "assert"};
    struct litmus_statement *s = &y->program->code[y->thread][y->program->length[y->thread]];
    label(y);
    next(y);
    if (strcmp(y->word, "goto") == 0) {
        s->code = LITMUS_IF;
        go_to(y);
    } else {
        while (s->code < sizeof words / sizeof *words && strcmp(words[s->code], y->word) != 0)
            s->code++;
        if (s->code == sizeof words / sizeof *words)
            wrong(y, "no statement");
        (s->code <= LITMUS_FENCE ? atomic : other)(y, s);
    }
    if (++y->program->length[y->thread] == LITMUS_CODE)
        wrong(y, "too many statements");
}

static void places(struct parser *y)
{
    struct litmus *p = y->program;
    while (!comes(y, ":")) {
        char *value = strchr(next(y), '=');
        if (p->places == LITMUS_PLACES)
            wrong(y, "too many places");
        p->first[p->places] = value ? (int8_t)atoi(value + 1) : 0;
        if (value)
            *value = '\0';
        copy_name(y, p->place[p->places++]);
    }
}

void litmus_parse(const char *text, struct litmus *p)
{
    struct parser y = {.text = text, .at = text, .program = p};
    *p = (struct litmus){.text = text};
    places(&y);
    do {
        do
            statement(&y);
        while (comes(&y, ";"));
        end_thread(&y);
    } while (comes(&y, "||") && y.thread < LITMUS_THREADS);
    if (*next(&y))
        wrong(&y, "an end was expected");
    p->threads = y.thread;
}
