/* litmus_c.c - see litmus_c.h. */
#include "litmus/litmus_c.h"

#include <stdio.h>

static const char *order_name(int order)
{
    static const char *const names[] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL",
                                        "__ATOMIC_SEQ_CST"};
    return names[order];
}

void litmus_c_begin(void)
{
    printf("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
           "static int place[%d], seen[%d][%d], expected[%d];\nstatic pthread_mutex_t lock[%d];\n"
           "static void run(void *(*f[])(void *), int n)\n{\n"
           "    pthread_t t[%d];\n"
           "    for (int i = 0; i < n; i++)\n        pthread_create(&t[i], NULL, f[i], NULL);\n"
           "    for (int i = 0; i < n; i++)\n        pthread_join(t[i], NULL);\n}\n",
           LITMUS_PLACES, LITMUS_THREADS, LITMUS_REGISTERS, LITMUS_THREADS, LITMUS_PLACES, LITMUS_THREADS);
}

static const char *operand(struct litmus_operand v)
{
    static char text[2][16];
    static unsigned turn;
    char *to = text[turn ^= 1];
    snprintf(to, sizeof text[0], v.is_register ? "r[%d]" : "%d", v.value);
    return to;
}

static void print_statement(unsigned t, const struct litmus_statement *s)
{
    const char *order = order_name(s->order);
    switch ((enum litmus_code)s->code) {
    case LITMUS_STORE: printf("    __atomic_store_n(&place[%d], %s, %s);\n", s->place, operand(s->a), order); break;
    case LITMUS_LOAD:  printf("    r[%d] = __atomic_load_n(&place[%d], %s);\n", s->reg, s->place, order); break;
    case LITMUS_ADD:
        printf("    r[%d] = __atomic_fetch_add(&place[%d], %s, %s);\n", s->reg, s->place, operand(s->a), order);
        break;
    case LITMUS_SWAP:
        printf("    r[%d] = __atomic_exchange_n(&place[%d], %s, %s);\n", s->reg, s->place, operand(s->a), order);
        break;
    case LITMUS_CAS:
        printf("    expected[%u] = %s;\n    __atomic_compare_exchange_n(&place[%d], &expected[%u], %s, 0, %s, %s);\n"
               "    r[%d] = expected[%u];\n",
               t, operand(s->a), s->place, t, operand(s->b), order, order_name(s->failure), s->reg, t);
        break;
    case LITMUS_FENCE: printf("    __atomic_thread_fence(%s);\n", order); break;
    case LITMUS_SYNC:
        printf("    pthread_mutex_lock(&lock[%d]);\n    pthread_mutex_unlock(&lock[%d]);\n", s->place, s->place);
        break;
    default: printf("#error \"no C for this\"\n");
    }
}

static void print_thread(unsigned number, const struct litmus *p, unsigned t)
{
    printf("static void *t%u_%u(void *unused)\n{\n    int *r = seen[%u];\n", number, t, t);
    for (unsigned i = 0; i < p->length[t]; i++)
        print_statement(t, &p->code[t][i]);
    printf("    return unused;\n}\n");
}

static void print_outcome(unsigned i, const struct litmus *p, const struct litmus_outcome *o)
{
    printf("    if (1");
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned k = 0; k < p->registers[t]; k++)
            printf(" && seen[%u][%u] == %d", t, k, o->reg[t][k]);
    for (unsigned x = 0; x < p->places; x++)
        printf(" && place[%u] == %d", x, o->last[x]);
    printf(")\n        assert(!\"outcome %u\");\n", i);
}

void litmus_c_add(unsigned number, const struct litmus *p, const struct litmus_outcomes *outcomes)
{
    printf("\n// %u %u %s\n", number, outcomes->count, p->text);
    for (unsigned t = 0; t < p->threads; t++)
        print_thread(number, p, t);
    printf("static void run%u(void)\n{\n", number);
    for (unsigned x = 0; x < p->places; x++)
        if (p->first[x])
            printf("    place[%u] = %d;\n", x, p->first[x]);
    printf("    run((void *(*[])(void *)){");
    for (unsigned t = 0; t < p->threads; t++)
        printf("t%u_%u, ", number, t);
    printf("}, %u);\n", p->threads);
    for (unsigned i = 0; i < outcomes->count; i++)
        print_outcome(i, p, &outcomes->outcome[i]);
    printf("    assert(!\"another outcome\");\n}\n");
}

void litmus_c_end(unsigned count)
{
    printf("\nint main(int argc, char **argv)\n{\n    switch (argc > 1 ? atoi(argv[1]) : -1) {\n");
    for (unsigned i = 0; i < count; i++)
        printf("    case %u: run%u(); break;\n", i, i);
    printf("    }\n    return 0;\n}\n");
}
