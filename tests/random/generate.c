/* generate.c - writes a random multithreaded C program to stdout: generate CLASS SEED. Without arguments, lists the classes.
 *
 * The same class and seed give the same program.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const struct class classes[] = {
    {"memory", "plain accesses of all sizes, arrays, structs and copies", memory_operations, 2, 3, 4, NULL},
    {"atomic", "C11 atomics of all sizes, some used plainly too", atomic_operations, 2, 3, 5, NULL},
    {"lock", "mutexes, read-write locks and spin locks, also nested", lock_operations, 2, 3, 3, NULL},
    {"wait", "condition variables, semaphores, barriers, once", wait_operations, 2, 3, 3, NULL},
    {"heap", "blocks that are handed over, freed and resized by several threads", heap_operations, 2, 3, 4, NULL},
    {"stack", "locals and thread-local variables that other threads use", stack_operations, 2, 2, 3, NULL},
    {"thread", "threads that create, detach, join and cancel others", thread_operations, 2, 2, 2, NULL},
    {"loop", "loops that wait, retry loops, choices, atomic sections", loop_operations, 2, 3, 3, NULL},
    {"frame", "deep frames that others use, left in all ways", frame_operations, 2, 2, 2, NULL},
    {"stale", "pointers that outlive what they point to", stale_operations, 2, 2, 2, NULL},
    {"c11", "threads, mutexes and the rest of threads.h", c11_operations, 2, 2, 3, NULL},
    {"key", "keys with destructors, handlers, cancellation", key_operations, 2, 2, 3, NULL},
    {"misuse", "synchronization objects used wrongly", misuse_operations, 2, 2, 3, NULL},
    {"library", "functions of libc on shared memory, and with state of their own", library_operations, 2, 2, 3, NULL},
    {"overlap", "accesses of all sizes to the same bytes, bit-fields", overlap_operations, 2, 3, 4, NULL},
    {"end", "exit, abort, crashes, assumptions", end_operations, 2, 2, 3, NULL},
    {"mixed", "all of it", mixed_operations, 2, 3, 4, NULL},
    {"section", "atomic sections in which something ends, waits or chooses", section_operations, 2, 2, 3, NULL},
    {"channel", "pipes, eventfds, sockets, and waiting for several of them", channel_operations, 2, 2, 3, channel_declarations},
    {"weak", "atomics of all orders, fences, flags and spin locks", weak_operations, 2, 3, 3, NULL},
    {"socket", "connections that are made, taken and ended, and datagrams", socket_operations, 2, 2, 3, socket_declarations},
    {NULL, NULL, NULL, 0, 0, 0, NULL},
};

int below(struct program *p, int n)
{
    return (int)rng_below(&p->rng, (uint32_t)n);
}

bool one_in(struct program *p, int n)
{
    return below(p, n) == 0;
}

static void write_line(struct program *p, const char *format, va_list args, const char *end)
{
    fprintf(p->out, "%*s", p->indent * 4, "");
    vfprintf(p->out, format, args);
    fprintf(p->out, "%s\n", end);
}

void line(struct program *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line(p, format, args, "");
    va_end(args);
}

void block(struct program *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line(p, format, args, format[0] ? " {" : "{");
    va_end(args);
    p->indent++;
}

void end_block(struct program *p)
{
    p->indent--;
    line(p, "}");
}

void one_of(struct program *p, const struct operation *list)
{
    int total = 0;
    for (const struct operation *o = list; o->weight; o++)
        total += o->weight;
    int at = below(p, total);
    const struct operation *o = list;
    for (; at >= o->weight; o++)
        at -= o->weight;
    p->nesting++;
    o->write(p);
    p->nesting--;
}

static void maybe_assert(struct program *p)
{
    if (p->asserts == 0 || !one_in(p, 5))
        return;
    p->asserts--;
    static const char *const relations[] = {"==", "!=", "<", "<=", ">="};
    const char *relation = relations[below(p, 5)];
    if (one_in(p, 2))
        line(p, "assert(v %s %d);", relation, below(p, 4));
    else
        line(p, "assert(%s %s %d);", variable(p), relation, below(p, 3));
}

static void write_body(struct program *p)
{
    int most = p->threads > 2 ? 2 : p->class->operations_most;
    for (int n = 1 + below(p, most); n > 0; n--) {
        one_of(p, p->class->operations);
        maybe_assert(p);
    }
}

static void write_thread(struct program *p, int number)
{
    p->thread = number;
    block(p, "static void *t%d(void *argument)", number);
    line(p, "int *given = argument;");
    line(p, "long v = %d;", below(p, 2));
    write_body(p);
    line(p, "seen[%d] = v;", number);
    line(p, "(void)given;");
    if (one_in(p, 4))
        line(p, "pthread_exit((void *)v);");
    else
        line(p, "return (void *)v;");
    end_block(p);
}

/* How the threads come and go. */
enum life {
    JOIN_ALL,      /* create all, join all */
    JOIN_GLOBAL,   /* the same with their identities in a global array, which others may not touch */
    ONE_BY_ONE,    /* the last is created when the first has been joined: a thread number is used again */
    DETACHED,      /* nobody is joined and main leaves by pthread_exit: the last thread ends the process */
    LEAVE_EARLY,   /* main returns while the others run */
    LIVES
};

static enum life random_life(struct program *p)
{
    int n = below(p, strcmp(p->class->name, "thread") == 0 ? 12 : 24);
    return n < 3 ? ONE_BY_ONE : n == 3 ? DETACHED : n == 4 ? LEAVE_EARLY : n < 8 ? JOIN_GLOBAL : JOIN_ALL;
}

static void create(struct program *p, int number)
{
    static const char *const given[] = {"0", "&mine[0]", "&mine[1]", "&ints[0]"};
    line(p, "pthread_create(&id[%d], 0, t%d, %s);", number, number, given[p->alone ? below(p, 4) : 0]);
}

static void join(struct program *p, int number)
{
    line(p, "pthread_join(id[%d], %s);", number, one_in(p, 3) ? "&returned" : "0");
}

static void write_main(struct program *p, enum life life)
{
    int threads = p->threads;
    p->thread = 0;
    p->alone = life != DETACHED && life != LEAVE_EARLY;
    if (life == JOIN_GLOBAL)
        line(p, "pthread_t id[4];");
    block(p, "int main(void)");
    if (life != JOIN_GLOBAL)
        line(p, "pthread_t id[4];");
    line(p, "int mine[2] = {0, 0};");
    line(p, "int *given = mine;");
    line(p, "long v = 0;");
    line(p, "set_up();");
    if (p->class->declarations)
        line(p, "open_channels();");
    int last = life == ONE_BY_ONE && threads > 1 ? threads - 1 : threads;
    for (int t = 1; t <= last; t++) {
        create(p, t);
        if (one_in(p, 8))
            one_of(p, p->class->operations);
    }
    if (one_in(p, 3))
        one_of(p, p->class->operations);
    if (life == ONE_BY_ONE) {
        join(p, 1);
        create(p, last < threads ? threads : 1);
    }
    line(p, "(void)given;");
    if (life == DETACHED) {
        for (int t = 1; t <= threads; t++)
            line(p, "pthread_detach(id[%d]);", t);
        line(p, "pthread_exit(0);");
    }
    for (int t = life == ONE_BY_ONE && threads > 1 ? 2 : 1; p->alone && t <= threads; t++)
        join(p, t);
    maybe_assert(p);
    if (p->alone && !p->killing) {
        line(p, "seen[0] = v * 16 + mine[0] * 4 + mine[1];");
        line(p, "return checksum();");
    } else { /* others may be running still */
        line(p, "v += (long)%s;", variable(p));
        line(p, "return v & 63;");
    }
    end_block(p);
}

static void write_program(const struct class *class, uint64_t seed)
{
    struct program p = {.class = class, .leaves = 1};
    rng_seed(&p.rng, seed * 64 + (uint64_t)(class - classes));
    p.threads = one_in(&p, 3) ? class->threads_most : class->threads_least;
    enum life life = random_life(&p);
    p.asserts = one_in(&p, 3) ? 1 + below(&p, 2) : 0;
    p.favourite = below(&p, 1000);
    p.leaves += below(&p, 2);
    char *text = NULL;
    size_t length;
    p.out = open_memstream(&text, &length);
    if (class->declarations)
        fputs(class->declarations, p.out);
    for (int t = 1; t <= p.threads; t++)
        write_thread(&p, t);
    write_main(&p, life);
    if (p.killing || life == LEAVE_EARLY)
        line(&p, "/* The process may end while other threads run. */");
    fclose(p.out);
    printf("/* class %s, seed %lu */\n", class->name, (unsigned long)seed);
    write_declarations(text);
    fputs(text, stdout);
    free(text);
}

int main(int argc, char **argv)
{
    for (const struct class *c = classes; c->name; c++) {
        if (argc < 3)
            printf("%-8s %s\n", c->name, c->help);
        else if (strcmp(c->name, argv[1]) == 0)
            return write_program(c, strtoull(argv[2], NULL, 10)), 0;
    }
    if (argc < 3)
        return 0;
    fprintf(stderr, "there is no class %s\n", argv[1]);
    return 2;
}
