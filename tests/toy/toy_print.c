/* toy_print.c - toy programs as text. */
#include <stdarg.h>
#include <stdio.h>

#include "toy.h"

struct target {
    char  *out;
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct target *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(to->out + to->used, TOY_TEXT - to->used, format, args);
    va_end(args);
    to->used += (size_t)n;
}

static void put_statement(struct target *to, const struct toy_statement *x)
{
    const char *is = x->negated ? "!=" : "==";
    switch ((enum toy_code)x->code) {
    case TOY_READ:      put(to, "r%u = v%u", x->local, x->object); break;
    case TOY_WRITE:     put(to, "v%u = %u", x->object, x->a); break;
    case TOY_STORE:     put(to, "v%u = r%u + %u", x->object, x->local, x->a); break;
    case TOY_CAS:       put(to, "r%u = cas(v%u, %u, %u)", x->local, x->object, x->a, x->b); break;
    case TOY_ADD:       put(to, "r%u = fetch_add(v%u, %u)", x->local, x->object, x->a); break;
    case TOY_COUNT:     put(to, "v%u += %u", x->object, x->a); break;
    case TOY_FLIP:      put(to, "v%u ^= %u", x->object, x->a); break;
    case TOY_COPY:      put(to, "v%u = v%u", x->object, x->second); break;
    case TOY_READ2:     put(to, "r%u, r%u = v%u, v%u", x->local, 1 - x->local, x->object, x->object + 1); break;
    case TOY_WRITE2:    put(to, "v%u, v%u = %u, %u", x->object, x->object + 1, x->a, x->b); break;
    case TOY_LOCK:      put(to, "lock m%u", x->object); break;
    case TOY_UNLOCK:    put(to, "unlock m%u", x->object); break;
    case TOY_TRYLOCK:   put(to, "r%u = trylock m%u", x->local, x->object); break;
    case TOY_WAIT:      put(to, "wait c%u, m%u", x->object, x->second); break;
    case TOY_TIMEDWAIT: put(to, "r%u = timed wait c%u, m%u", x->local, x->object, x->second); break;
    case TOY_SIGNAL:    put(to, "signal c%u", x->object); break;
    case TOY_BROADCAST: put(to, "broadcast c%u", x->object); break;
    case TOY_SEM_WAIT:  put(to, "wait s%u", x->object); break;
    case TOY_SEM_TRY:   put(to, "r%u = try s%u", x->local, x->object); break;
    case TOY_SEM_POST:  put(to, "post s%u", x->object); break;
    case TOY_SEM_VALUE: put(to, "r%u = s%u", x->local, x->object); break;
    case TOY_RDLOCK:    put(to, "rdlock l%u", x->object); break;
    case TOY_WRLOCK:    put(to, "wrlock l%u", x->object); break;
    case TOY_TRYRDLOCK: put(to, "r%u = tryrdlock l%u", x->local, x->object); break;
    case TOY_TRYWRLOCK: put(to, "r%u = trywrlock l%u", x->local, x->object); break;
    case TOY_RWUNLOCK:  put(to, "unlock l%u", x->object); break;
    case TOY_BARRIER:   put(to, "r%u = barrier b%u", x->local, x->object); break;
    case TOY_MEET:      put(to, "meet at b%u", x->object); break;
    case TOY_SPAWN:     put(to, "spawn T%u", x->object); break;
    case TOY_JOIN:      put(to, "join T%u", x->object); break;
    case TOY_CANCEL:    put(to, "cancel T%u", x->object); break;
    case TOY_TESTCANCEL: put(to, "testcancel"); break;
    case TOY_EXIT:      put(to, "exit"); break;
    case TOY_QUIT:      put(to, "quit"); break;
    case TOY_ENTER:     put(to, "enter"); break;
    case TOY_LEAVE:     put(to, "leave"); break;
    case TOY_YIELD:     put(to, "yield"); break;
    case TOY_CHOOSE:    put(to, "r%u = choose(%u)", x->local, x->a); break;
    case TOY_ASSERT:    put(to, "assert r%u %s %u", x->local, is, x->a); break;
    case TOY_ASSUME:    put(to, "assume r%u %s %u", x->local, is, x->a); break;
    case TOY_BRANCH:    put(to, "if r%u %s %u goto %u", x->local, is, x->a, x->target); break;
    case TOY_JUMP:      put(to, "goto %u", x->target); break;
    case TOY_LET:       put(to, "r%u = %u", x->local, x->a); break;
    case TOY_CODES:     break;
    }
}

/* What objects begin with, where it is nothing usual. */
static void put_objects(struct target *to, const struct toy_program *p)
{
    for (unsigned i = 0; i < TOY_MUTEXES; i++)
        if (p->recursive >> i & 1)
            put(to, "m%u is recursive\n", i);
    for (unsigned i = 0; i < TOY_SEMS; i++)
        if (p->sem_start[i] > 0)
            put(to, "s%u = %u\n", i, p->sem_start[i]);
    for (unsigned i = 0; i < TOY_BARRIERS; i++)
        if (p->barrier_size[i] > 0)
            put(to, "b%u is for %u threads\n", i, p->barrier_size[i]);
}

void toy_print(const struct toy_program *p, char text[TOY_TEXT])
{
    struct target to = {text, 0};
    put(&to, "a failing assert %s%s\n", p->assert_parks ? "stops its thread" : "ends the process",
        p->assert_visible ? "; it is visible" : "");
    if (p->strict || p->spurious || p->reuses || p->births_fused)
        put(&to, "options:%s%s%s%s\n", p->strict ? " strict" : "", p->spurious ? " spurious" : "", p->reuses ? " reuses" : "",
            p->births_fused ? " fused births" : "");
    put_objects(&to, p);
    for (tid t = 0; t < p->threads; t++) {
        put(&to, "T%u%s\n", t, threadset_has(p->spawned_later, t) ? " (when spawned)" : "");
        for (unsigned i = 0; i < p->length[t]; i++) {
            put(&to, "  %2u  ", i);
            put_statement(&to, &p->code[t][i]);
            put(&to, "\n");
        }
    }
}
