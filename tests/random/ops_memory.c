/* ops_memory.c - operations on plain and atomic variables. */
#include "program.h"

/* Several sizes, neighbours in one word, members at odd addresses. */
static const char *const variables[] = {
    "chars[0]", "chars[1]", "chars[1]", "chars[2]", "chars[7]", "shorts[0]", "shorts[1]", "ints[0]", "ints[0]", "ints[1]",
    "ints[2]", "longs[0]", "longs[1]", "mix.a", "mix.b", "mix.c", "mix.d", "mix.e", "odd.b", "odd.c", "odd.d", "odd.e",
    "array[0]", "array[1]", "a8[0].x[1]", "a24[0].x[1]", "real", "wide",
};

/* Mostly one of a few, so that threads meet. */
const char *variable(struct program *p)
{
    enum { COUNT = sizeof variables / sizeof *variables };
    return variables[(p->favourite + (one_in(p, 3) ? below(p, COUNT) : below(p, 3))) % COUNT];
}

static void assign(struct program *p)
{
    line(p, "%s = %d;", variable(p), 1 + below(p, 3));
}

static void assign_seen(struct program *p)
{
    line(p, "%s = (char)v;", variable(p));
}

static void increment(struct program *p)
{
    const char *x = variable(p);
    switch (below(p, 3)) {
    case 0: line(p, "%s++;", x); break;
    case 1: line(p, "%s += %d;", x, 1 + below(p, 2)); break;
    default: line(p, "--%s;", x);
    }
}

static void look(struct program *p)
{
    line(p, "v = v * 3 + (long)%s;", variable(p));
}

static void move(struct program *p)
{
    const char *to = variable(p);
    line(p, "%s = (char)%s;", to, variable(p));
}

static void conditional(struct program *p)
{
    block(p, "if (%s == %d)", variable(p), below(p, 3));
    assign(p);
    end_block(p);
}

static const struct operation simple_operations[] = {
    {3, assign}, {1, assign_seen}, {4, increment}, {3, look}, {2, move}, {1, conditional}, {0, 0}};

void simple(struct program *p)
{
    one_of(p, simple_operations);
}

void few_simple(struct program *p, int most)
{
    for (int n = 1 + below(p, most); n > 0; n--)
        simple(p);
}

static void index_by_own(struct program *p)
{
    if (one_in(p, 2))
        line(p, "array[v & 3]++;");
    else
        line(p, "v = v * 3 + array[v & 1];");
}

static void index_by_shared(struct program *p)
{
    int k = p->names++;
    line(p, "int k%d = ints[%d] & 3;", k, below(p, 2));
    line(p, "array[k%d] = %d;", k, 1 + below(p, 2));
}

static void each_element(struct program *p)
{
    block(p, "for (int i = 0; i < 2; i++)");
    line(p, one_in(p, 2) ? "array[i]++;" : "v = v * 3 + array[i];");
    end_block(p);
}

/* Structs */

static const struct {
    const char *type, *array;
    int members;
} structs[] = {{"s8", "a8", 2}, {"s12", "a12", 3}, {"s16", "a16", 4}, {"s24", "a24", 6}, {"s40", "a40", 10}};

static void copy_struct(struct program *p)
{
    int s = below(p, 5), to = below(p, 2);
    line(p, "%s[%d] = %s[%d];", structs[s].array, to, structs[s].array, one_in(p, 6) ? to : 1 - to);
}

static void copy_struct_through_local(struct program *p)
{
    int s = below(p, 5), n = p->names++, last = structs[s].members - 1;
    line(p, "%s l%d = %s[%d];", structs[s].type, n, structs[s].array, below(p, 2));
    if (one_in(p, 2))
        line(p, "v = v * 3 + l%d.x[0] + l%d.x[%d];", n, n, last);
    line(p, "l%d.x[%d] += 1;", n, last);
    line(p, "%s[%d] = l%d;", structs[s].array, below(p, 2), n);
}

static void set_member(struct program *p)
{
    int s = below(p, 5);
    int member = one_in(p, 2) ? 0 : structs[s].members - 1;
    line(p, "%s[%d].x[%d]%s;", structs[s].array, below(p, 2), member, one_in(p, 2) ? "++" : " = 2");
}

static void copy_through_pointers(struct program *p)
{
    int s = below(p, 5), n = p->names++;
    line(p, "%s *f%d = &%s[%d];", structs[s].type, n, structs[s].array, below(p, 2));
    line(p, "%s *g%d = &%s[%d];", structs[s].type, n, structs[s].array, below(p, 2));
    line(p, "*f%d = *g%d;", n, n);
}

/* Not sum24(a24[0]): clang copies an argument straight from a variable that is aligned well enough, without a hook. */
static void pass_struct(struct program *p)
{
    int n = p->names++;
    if (one_in(p, 2)) {
        line(p, "s24 l%d = a24[%d];", n, below(p, 2));
        line(p, "v = v * 3 + sum24(l%d);", n);
    } else {
        line(p, "a16[%d] = made16(%d);", below(p, 2), 1 + below(p, 2));
    }
}

static void library(struct program *p)
{
    int s = below(p, 5), to = below(p, 2);
    const char *a = structs[s].array;
    switch (below(p, 7)) {
    case 0: line(p, "memcpy(&%s[%d], &%s[%d], sizeof %s[0]);", a, to, a, 1 - to, a); break;
    case 1: line(p, "memset(&chars[%d], %d, %d);", below(p, 3), below(p, 3), 1 + below(p, 4)); break;
    case 2: line(p, "memmove(&chars[1], &chars[0], %d);", 1 + below(p, 6)); break;
    case 3: line(p, "v = v * 3 + (memcmp(&%s[0], &%s[1], sizeof %s[0]) != 0);", a, a, a); break;
    case 4: line(p, "memcpy(&chars[%d], &ints[%d], 4);", below(p, 4), below(p, 2)); break;
    case 5: line(p, "memcpy(&ints[%d], &longs[0], 4);", below(p, 3)); break;
    default: line(p, "memset(&%s[%d], %d, sizeof %s[0]);", a, to, below(p, 2), a);
    }
}

/* Part of one variable, or all of it, from another. */
static void copy_bytes(struct program *p)
{
    const char *to = variable(p), *from = variable(p);
    int n = p->names++;
    line(p, "int n%d = sizeof %s < sizeof %s ? sizeof %s : sizeof %s;", n, to, from, to, from);
    line(p, "memmove(&%s, &%s, n%d);", to, from, n);
}

static void nested_conditional(struct program *p)
{
    block(p, "if (%s > %d)", variable(p), below(p, 2));
    few_simple(p, 2);
    end_block(p);
    block(p, "else");
    simple(p);
    end_block(p);
}

const struct operation memory_operations[] = {
    {10, simple}, {2, index_by_own}, {2, index_by_shared}, {1, each_element}, {3, copy_struct}, {2, copy_struct_through_local},
    {4, set_member}, {1, copy_through_pointers}, {2, pass_struct}, {3, library}, {3, copy_bytes}, {2, nested_conditional}, {0, 0}};

/* Atomics */

static const char *const atomics[] = {"at8[0]", "at8[1]", "at16[0]", "at16[1]", "at32[0]", "at32[1]", "at64[0]", "at64[1]"};
static const char *const atomic_types[] = {"char", "char", "short", "short", "int", "int", "long", "long"};

static int an_atomic(struct program *p)
{
    return one_in(p, 3) ? below(p, 8) : (p->favourite + below(p, 2)) % 8;
}

static void atomic_load_of(struct program *p)
{
    static const char *const orders[] = {"seq_cst", "acquire", "relaxed"};
    line(p, "v = v * 3 + atomic_load_explicit(&%s, memory_order_%s);", atomics[an_atomic(p)], orders[below(p, 3)]);
}

static void atomic_store_to(struct program *p)
{
    static const char *const orders[] = {"seq_cst", "release", "relaxed"};
    line(p, "atomic_store_explicit(&%s, %d, memory_order_%s);", atomics[an_atomic(p)], 1 + below(p, 3), orders[below(p, 3)]);
}

static void atomic_update(struct program *p)
{
    static const char *const updates[] = {"fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor", "exchange"};
    const char *result = one_in(p, 2) ? "v = v * 3 + " : "";
    line(p, "%satomic_%s(&%s, %d);", result, updates[below(p, 6)], atomics[an_atomic(p)], 1 + below(p, 3));
}

static void atomic_compare(struct program *p)
{
    int a = an_atomic(p), n = p->names++;
    line(p, "%s e%d = %d;", atomic_types[a], n, below(p, 3));
    line(p, "v = v * 3 + atomic_compare_exchange_%s(&%s, &e%d, %d);", one_in(p, 2) ? "strong" : "weak", atomics[a], n,
         1 + below(p, 3));
    line(p, "v += e%d;", n);
}

/* By name alone: sequentially consistent. */
static void atomic_expression(struct program *p)
{
    const char *x = atomics[an_atomic(p)];
    switch (below(p, 4)) {
    case 0: line(p, "%s++;", x); break;
    case 1: line(p, "%s = 2;", x); break;
    case 2: line(p, "v = v * 3 + %s;", x); break;
    default: line(p, "%s |= 4;", x);
    }
}

static void builtin(struct program *p)
{
    static const char *const plain[] = {"chars[1]", "shorts[0]", "ints[0]", "longs[0]"};
    const char *x = plain[below(p, 4)];
    switch (below(p, 5)) {
    case 0: line(p, "__atomic_store_n(&%s, 2, __ATOMIC_SEQ_CST);", x); break;
    case 1: line(p, "v = v * 3 + __atomic_load_n(&%s, __ATOMIC_RELAXED);", x); break;
    case 2: line(p, "v = v * 3 + __atomic_add_fetch(&%s, 1, __ATOMIC_SEQ_CST);", x); break;
    case 3: line(p, "v = v * 3 + __sync_val_compare_and_swap(&%s, 0, 1);", x); break;
    default: line(p, "v = v * 3 + __sync_lock_test_and_set(&%s, 3);", x);
    }
}

static void fence(struct program *p)
{
    line(p, "atomic_thread_fence(memory_order_seq_cst);");
}

const struct operation atomic_operations[] = {
    {4, atomic_load_of}, {4, atomic_store_to}, {5, atomic_update}, {4, atomic_compare},
    {3, atomic_expression}, {2, builtin}, {1, fence}, {3, simple}, {0, 0}};
