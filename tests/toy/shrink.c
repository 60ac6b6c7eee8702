/* shrink.c - make a program that shows something as small as possible. */
#include <string.h>

#include "oracle.h"

/* The program without statement i of thread t; jumps beyond it move along. */
static void remove_statement(struct toy_program *p, tid t, unsigned i)
{
    struct toy_statement *code = p->code[t];
    memmove(&code[i], &code[i + 1], (p->length[t] - i - 1u) * sizeof *code);
    p->length[t]--;
    for (unsigned k = 0; k < p->length[t]; k++)
        if (code[k].target > i)
            code[k].target--;
}

static bool names_thread(const struct toy_statement *x)
{
    return x->code == TOY_SPAWN || x->code == TOY_JOIN || x->code == TOY_CANCEL;
}

/* The program without thread t, if nothing refers to a thread by its number. */
static bool remove_thread(struct toy_program *p, tid t)
{
    for (tid u = 0; u < p->threads; u++)
        for (unsigned i = 0; i < p->length[u]; i++)
            if (names_thread(&p->code[u][i]))
                return false;
    memmove(&p->code[t], &p->code[t + 1], (TOY_THREADS - t - 1u) * sizeof p->code[0]);
    memmove(&p->length[t], &p->length[t + 1], TOY_THREADS - t - 1u);
    p->threads--;
    return !threadset_any(p->spawned_later);
}

static bool keep_if(struct toy_program *p, const struct toy_program *smaller, oracle_predicate *still, void *self)
{
    if (!still(self, smaller))
        return false;
    *p = *smaller;
    return true;
}

static bool shrink_threads(struct toy_program *p, oracle_predicate *still, void *self)
{
    for (tid t = 0; p->threads > 1 && t < p->threads; t++) {
        struct toy_program smaller = *p;
        if (remove_thread(&smaller, t) && keep_if(p, &smaller, still, self))
            return true;
    }
    return false;
}

static bool shrink_statements(struct toy_program *p, oracle_predicate *still, void *self)
{
    for (tid t = 0; t < p->threads; t++) {
        for (unsigned i = 0; i < p->length[t]; i++) {
            struct toy_program smaller = *p;
            remove_statement(&smaller, t, i);
            if (keep_if(p, &smaller, still, self))
                return true;
        }
    }
    return false;
}

/* A lock and its unlock may be dispensable together only. */
static bool shrink_pairs(struct toy_program *p, oracle_predicate *still, void *self)
{
    for (tid t = 0; t < p->threads; t++) {
        for (unsigned i = 0; i < p->length[t]; i++) {
            for (unsigned j = i + 1; j < p->length[t]; j++) {
                struct toy_program smaller = *p;
                remove_statement(&smaller, t, j);
                remove_statement(&smaller, t, i);
                if (keep_if(p, &smaller, still, self))
                    return true;
            }
        }
    }
    return false;
}

/* Lower numbers are simpler. */
static bool shrink_operands(struct toy_program *p, oracle_predicate *still, void *self)
{
    for (tid t = 0; t < p->threads; t++) {
        for (unsigned i = 0; i < p->length[t]; i++) {
            uint8_t *field[] = {&p->code[t][i].local, &p->code[t][i].object, &p->code[t][i].a, &p->code[t][i].b};
            for (unsigned k = 0; k < sizeof field / sizeof *field; k++) {
                if (*field[k] == 0)
                    continue;
                --*field[k];
                if (still(self, p))
                    return true;
                ++*field[k];
            }
        }
    }
    return false;
}

void oracle_shrink(struct toy_program *p, oracle_predicate *still, void *self)
{
    while (shrink_threads(p, still, self) || shrink_statements(p, still, self) || shrink_pairs(p, still, self) ||
           shrink_operands(p, still, self)) {
    }
}
