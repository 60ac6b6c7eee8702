/* random.c - the random numbers of libc: one generator for the process, as in libc, whose state is model state.
 *
 * A program that draws random numbers is deterministic here: the same seed gives the same numbers in every run, and a draw
 * is an operation on the generator, so that the order of draws by different threads is explored. rand and random share a
 * generator of our own (its numbers are not glibc's, their range is); drand48 and its kin are the well-defined ones of
 * POSIX. Model state starts as zero, so the generators keep the difference from their initial state.
 */
#include <stdlib.h>
#include <string.h>

#include "probe/argument.h"

_Static_assert(RAND_MAX == 0x7fffffff, "31 bits");

static enum performed done(struct thread *t, uint64_t result)
{
    t->result[0] = result;
    return PERFORM_RESUME;
}

/* rand, random: a counter, scrambled. The seed after start is 1. */

static MODEL uint64_t drawn;

static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

enum performed libcall_rand(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    mem_set(&drawn, drawn + 0x9e3779b97f4a7c15u);
    return done(t, scramble(drawn) >> 33);
}

enum performed libcall_srand(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    mem_set(&drawn, scramble((uint32_t)op->arg[2] ^ 1u));
    return done(t, 0);
}

enum performed libcall_rand_r(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint32_t *seed = (uint32_t *)op->addr, next = *seed * 1664525u + 1013904223u;
    mem_set(seed, next);
    return done(t, scramble(next) >> 33);
}

EXPORT int rand(void)
{
    if (!probe_active(NULL))
        return REAL(rand)();
    return mz__announce_int(LIBCALL(RAND), &drawn, sizeof drawn, 0, 0, 0);
}

EXPORT long random(void)
{
    if (!probe_active(NULL))
        return REAL(random)();
    return (long)mz__announce(LIBCALL(RAND), &drawn, sizeof drawn, 0, 0, 0);
}

EXPORT void srand(unsigned seed)
{
    if (!probe_active(NULL))
        REAL(srand)(seed);
    else
        mz__announce(LIBCALL(SRAND), &drawn, sizeof drawn, 0, 0, seed);
}

EXPORT void srandom(unsigned seed)
{
    if (!probe_active(NULL))
        REAL(srandom)(seed);
    else
        mz__announce(LIBCALL(SRAND), &drawn, sizeof drawn, 0, 0, seed);
}

EXPORT int rand_r(unsigned *seed)
{
    if (!probe_active(NULL))
        return REAL(rand_r)(seed);
    return mz__announce_int(LIBCALL(RAND_R), seed, sizeof *seed, 0, 0, 0);
}

/* drand48 and its kin: x = (a x + c) mod 2^48 */

static MODEL struct generator48 {
    uint64_t x;
    uint64_t a, c; /* differences from the initial factor and summand, by exclusive or */
    unsigned short before[4]; /* what seed48 returns */
} generator;

static const uint64_t initial_a = 0x5deece66d, initial_c = 0xb;
static const uint64_t bits48 = ((uint64_t)1 << 48) - 1;

static uint64_t join48(const unsigned short *part)
{
    return part[0] | (uint64_t)part[1] << 16 | (uint64_t)part[2] << 32;
}

static void split48(uint64_t x, unsigned short *part)
{
    unsigned short parts[3] = {(unsigned short)x, (unsigned short)(x >> 16), (unsigned short)(x >> 32)};
    mem_copy(part, parts, sizeof parts);
}

enum performed libcall_rand48(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    bool own = op->addr == (uint64_t)&generator;
    uint64_t x = own ? generator.x : join48((const unsigned short *)op->addr);
    x = (x * (generator.a ^ initial_a) + (generator.c ^ initial_c)) & bits48;
    if (own)
        mem_set(&generator.x, x);
    else
        split48(x, (unsigned short *)op->addr);
    return done(t, x);
}

static void seed(uint64_t x, uint64_t a, uint64_t c)
{
    mem_set(&generator.x, x);
    mem_set(&generator.a, a ^ initial_a);
    mem_set(&generator.c, c ^ initial_c);
}

enum performed libcall_srand48(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    seed((op->arg[2] & 0xffffffff) << 16 | 0x330e, initial_a, initial_c);
    return done(t, 0);
}

enum performed libcall_seed48(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    split48(generator.x, generator.before);
    seed(join48((const unsigned short *)op->arg[2]), initial_a, initial_c);
    return done(t, (uint64_t)generator.before);
}

enum performed libcall_lcong48(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const unsigned short *given = (const unsigned short *)op->arg[2];
    seed(join48(given), join48(given + 3), given[6]);
    return done(t, 0);
}

/* The next 48 bits, of the process's generator or the program's. */
#define OWN_NEXT   announce_from(CALLER, LIBCALL(RAND48), &generator, sizeof generator, 0, 0, 0)
#define GIVEN_NEXT announce_from(CALLER, LIBCALL(RAND48), x, 3 * sizeof *x, 0, 0, 0)
#define AS_DOUBLE(next)   ((double)(next) / (double)((uint64_t)1 << 48))
#define AS_UNSIGNED(next) ((long)((next) >> 17))
#define AS_SIGNED(next)   ((long)(int32_t)((next) >> 16))

#define RAND48(type, own_name, given_name, AS)       \
    EXPORT type own_name(void)                       \
    {                                                \
        if (!probe_active(NULL))                     \
            return REAL(own_name)();                 \
        return AS(OWN_NEXT);                         \
    }                                                \
    EXPORT type given_name(unsigned short x[3])      \
    {                                                \
        if (!probe_active(NULL))                     \
            return REAL(given_name)(x);              \
        return AS(GIVEN_NEXT);                       \
    }
RAND48(double, drand48, erand48, AS_DOUBLE)
RAND48(long, lrand48, nrand48, AS_UNSIGNED)
RAND48(long, mrand48, jrand48, AS_SIGNED)

EXPORT void srand48(long value)
{
    if (!probe_active(NULL))
        REAL(srand48)(value);
    else
        mz__announce(LIBCALL(SRAND48), &generator, sizeof generator, 0, 0, (uint64_t)value);
}

/* What a generator is given. */
struct parameters3 { unsigned short x[3]; };
struct parameters7 { unsigned short x[7]; };

static __attribute__((noinline)) unsigned short *seed48_from(uint64_t pc, const unsigned short *given)
{
    struct parameters3 p = ARGUMENT(pc, (const struct parameters3 *)given);
    return (unsigned short *)announce_from(pc, LIBCALL(SEED48), &generator, sizeof generator, 0, 0, (uint64_t)&p);
}

static __attribute__((noinline)) void lcong48_from(uint64_t pc, const unsigned short *given)
{
    struct parameters7 p = ARGUMENT(pc, (const struct parameters7 *)given);
    announce_from(pc, LIBCALL(LCONG48), &generator, sizeof generator, 0, 0, (uint64_t)&p);
}

EXPORT unsigned short *seed48(unsigned short x[3])
{
    if (!probe_active(NULL))
        return REAL(seed48)(x);
    return seed48_from(CALLER, x);
}

EXPORT void lcong48(unsigned short parameters[7])
{
    if (!probe_active(NULL))
        REAL(lcong48)(parameters);
    else
        lcong48_from(CALLER, parameters);
}
