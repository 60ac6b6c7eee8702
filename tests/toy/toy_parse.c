/* toy_parse.c - toy programs from text. */
#include "toy_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const char         *text, *at;
    char                word[16];
    struct toy_program *program;
    tid                 thread;
};

static _Noreturn void wrong(const struct parser *y, const char *what)
{
    fprintf(stderr, "toy program, %s at '%s' in: %s\n", what, y->at, y->text);
    abort();
}

static void skip_blanks(struct parser *y)
{
    y->at += strspn(y->at, " \n");
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* The next word, number or run of signs, into y->word. Braces and semicolons stand alone. */
static const char *next(struct parser *y)
{
    skip_blanks(y);
    size_t n = 0;
    if (strchr("{};", *y->at))
        n = *y->at != '\0';
    else
        while (y->at[n] != '\0' && !strchr(" \n{};", y->at[n]) && is_letter(y->at[n]) == is_letter(*y->at))
            n++;
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

/* One of the letters, as its position; or a number. */
static uint8_t one_of(struct parser *y, const char *letters)
{
    const char *word = next(y), *found = word[0] != '\0' && word[1] == '\0' ? strchr(letters, word[0]) : NULL;
    if (found)
        return (uint8_t)(found - letters);
    if (word[0] < '0' || word[0] > '9')
        wrong(y, letters);
    return (uint8_t)atoi(word);
}

static uint8_t number(struct parser *y) { return one_of(y, ""); }
static uint8_t variable(struct parser *y) { return one_of(y, "xyzw"); }
static uint8_t local(struct parser *y) { return one_of(y, "rq"); }

static bool is_one_of(char c, const char *letters)
{
    return c != '\0' && strchr(letters, c) != NULL;
}

static struct toy_statement *add(struct parser *y, enum toy_code code)
{
    uint8_t *length = &y->program->length[y->thread];
    if (*length == TOY_CODE)
        wrong(y, "too many statements");
    struct toy_statement *x = &y->program->code[y->thread][(*length)++];
    *x = (struct toy_statement){.code = (uint8_t)code};
    return x;
}

static unsigned here(const struct parser *y)
{
    return y->program->length[y->thread];
}

static void parse_block(struct parser *y);

/* r = ... */
static void parse_load(struct parser *y, uint8_t r)
{
    static const struct {
        const char *word;
        enum toy_code code;
        const char *objects;
    } calls[] = {{"cas", TOY_CAS, "xyzw"}, {"add", TOY_ADD, "xyzw"}, {"trylock", TOY_TRYLOCK, "mn"}, {"try", TOY_SEM_TRY, ""}};
    struct toy_statement *x = add(y, TOY_READ);
    x->local = r;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!comes(y, calls[i].word))
            continue;
        x->code = (uint8_t)calls[i].code;
        x->object = one_of(y, calls[i].objects);
        x->a = x->code == TOY_CAS || x->code == TOY_ADD ? number(y) : 0;
        x->b = x->code == TOY_CAS ? number(y) : 0;
        return;
    }
    if (comes(y, "choose")) {
        x->code = TOY_CHOOSE;
        x->a = number(y);
        return;
    }
    x->object = variable(y);
}

/* x = ... */
static void parse_store(struct parser *y, uint8_t v)
{
    struct toy_statement *x = add(y, TOY_WRITE);
    x->object = v;
    skip_blanks(y);
    if (!is_one_of(*y->at, "rq")) {
        x->a = number(y);
        return;
    }
    x->code = TOY_STORE;
    x->local = local(y);
    if (comes(y, "+"))
        x->a = number(y);
}

static void parse_test(struct parser *y, enum toy_code code)
{
    struct toy_statement *x = add(y, code);
    x->local = local(y);
    x->negated = comes(y, "!=");
    if (!x->negated)
        expect(y, "==");
    x->a = number(y);
}

static void parse_if(struct parser *y, bool unless)
{
    struct toy_statement *branch = add(y, TOY_BRANCH);
    branch->local = local(y);
    branch->negated = unless;
    parse_block(y);
    branch->target = (uint8_t)here(y);
}

static void parse_loop(struct parser *y)
{
    uint8_t start = (uint8_t)here(y);
    parse_block(y);
    add(y, TOY_JUMP)->target = start;
}

static void parse_atomic(struct parser *y)
{
    add(y, TOY_ENTER);
    parse_block(y);
    add(y, TOY_LEAVE);
}

static void parse_await(struct parser *y)
{
    uint8_t start = (uint8_t)here(y);
    add(y, TOY_READ)->object = variable(y);
    add(y, TOY_BRANCH)->target = start;
}

static bool parse_call(struct parser *y)
{
    static const struct {
        const char   *word;
        enum toy_code code;
        const char   *objects; /* NULL: it has none */
    } calls[] = {
        {"lock", TOY_LOCK, "mn"},     {"unlock", TOY_UNLOCK, "mn"},       {"wait", TOY_WAIT, "cd"},
        {"signal", TOY_SIGNAL, "cd"}, {"broadcast", TOY_BROADCAST, "cd"}, {"post", TOY_SEM_POST, ""},
        {"down", TOY_SEM_WAIT, ""},   {"spawn", TOY_SPAWN, ""},           {"join", TOY_JOIN, ""},
        {"yield", TOY_YIELD, NULL},   {"exit", TOY_EXIT, NULL},           {"quit", TOY_QUIT, NULL},
        {"count", TOY_COUNT, "xyzw"}, {"flip", TOY_FLIP, "xyzw"},         {"meet", TOY_MEET, "ab"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!comes(y, calls[i].word))
            continue;
        struct toy_statement *x = add(y, calls[i].code);
        x->object = calls[i].objects ? one_of(y, calls[i].objects) : 0;
        x->second = x->code == TOY_WAIT ? one_of(y, "mn") : 0;
        x->a = x->code == TOY_COUNT || x->code == TOY_FLIP ? number(y) : 0;
        if (x->code == TOY_MEET)
            y->program->barrier_size[x->object] = number(y);
        if (x->code == TOY_SPAWN)
            y->program->spawned_later |= threadset_of(x->object);
        return true;
    }
    return false;
}

static void parse_statement(struct parser *y)
{
    if (comes(y, "if"))
        parse_if(y, false);
    else if (comes(y, "unless"))
        parse_if(y, true);
    else if (comes(y, "loop"))
        parse_loop(y);
    else if (comes(y, "await"))
        parse_await(y);
    else if (comes(y, "assert"))
        parse_test(y, TOY_ASSERT);
    else if (comes(y, "assume"))
        parse_test(y, TOY_ASSUME);
    else if (comes(y, "atomic"))
        parse_atomic(y);
    else if (comes(y, "fail"))
        add(y, TOY_ASSERT)->a = TOY_VALUES;
    else if (!parse_call(y)) {
        next(y);
        bool load = is_one_of(y->word[0], "rq");
        if (y->word[1] != '\0' || (!load && !is_one_of(y->word[0], "xyzw")))
            wrong(y, "no statement");
        uint8_t what = (uint8_t)(strchr(load ? "rq" : "xyzw", y->word[0]) - (load ? "rq" : "xyzw"));
        expect(y, "=");
        load ? parse_load(y, what) : parse_store(y, what);
    }
}

static void parse_block(struct parser *y)
{
    expect(y, "{");
    do
        parse_statement(y);
    while (comes(y, ";"));
    expect(y, "}");
}

void toy_parse(const char *text, struct toy_program *p)
{
    struct parser y = {.text = text, .at = text, .program = p};
    memset(p, 0, sizeof *p);
    do {
        do
            parse_statement(&y);
        while (comes(&y, ";"));
        y.thread++;
    } while (comes(&y, "||"));
    p->threads = y.thread;
    if (*next(&y) != '\0')
        wrong(&y, "something left over");
}

static uint8_t opposite(const struct toy_program *p, uint8_t u)
{
    return (uint8_t)(p->threads - 1 - u);
}

void toy_reverse(struct toy_program *p)
{
    struct toy_program old = *p;
    p->spawned_later = NO_THREADS;
    for (uint8_t t = 0; t < p->threads; t++) {
        uint8_t from = opposite(p, t);
        p->length[t] = old.length[from];
        memcpy(p->code[t], old.code[from], sizeof p->code[t]);
        if (threadset_has(old.spawned_later, from))
            p->spawned_later |= threadset_of(t);
        for (unsigned i = 0; i < p->length[t]; i++) {
            struct toy_statement *x = &p->code[t][i];
            if (x->code == TOY_SPAWN || x->code == TOY_JOIN || x->code == TOY_CANCEL)
                x->object = opposite(p, x->object);
        }
    }
}
