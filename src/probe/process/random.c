/* random.c - the random numbers of libc: one generator for the process, as in libc, whose state is model state.
 *
 * A program that draws random numbers is deterministic here: the same seed gives the same numbers in every run, and a draw
 * is an operation on the generator, so that the order of draws by different threads is explored. The numbers are glibc's.
 * Model state starts as zero, so the generators of drand48 and its kin keep the difference from their initial state.
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

/* rand, random: glibc's additive feedback generator, which begins with the seed 1. */

enum { WORDS = 31, APART = 3, PASSED_OVER = 310 };

static MODEL struct {
    uint32_t word[WORDS];
    uint32_t at; /* + 1; 0: not seeded yet */
} feedback;

static uint32_t draw(void)
{
    uint32_t at = feedback.at - 1, behind = (at + WORDS - APART) % WORDS;
    feedback.word[at] += feedback.word[behind];
    feedback.at = (at + 1) % WORDS + 1;
    return feedback.word[at] >> 1;
}

static void seed_with(uint32_t seed)
{
    int32_t word = seed ? (int32_t)seed : 1;
    feedback.word[0] = (uint32_t)word;
    for (int i = 1; i < WORDS; i++) {
        int32_t next = (int32_t)(16807 * (int64_t)(word % 127773) - 2836 * (int64_t)(word / 127773));
        word = next < 0 ? next + INT32_MAX : next;
        feedback.word[i] = (uint32_t)word;
    }
    feedback.at = APART + 1;
    for (int i = 0; i < PASSED_OVER; i++)
        draw();
}

enum performed libcall_rand(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    mem_will_write(&feedback, sizeof feedback);
    if (!feedback.at)
        seed_with(1);
    return done(t, draw());
}

enum performed libcall_srand(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    mem_will_write(&feedback, sizeof feedback);
    seed_with((uint32_t)op->arg[2]);
    return done(t, 0);
}

static uint32_t next_of(uint32_t *seed, uint32_t bits)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed / 65536 % bits;
}

enum performed libcall_rand_r(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint32_t seed = *(const uint32_t *)op->addr, number = next_of(&seed, 2048);
    number = number << 10 ^ next_of(&seed, 1024);
    number = number << 10 ^ next_of(&seed, 1024);
    mem_set((uint32_t *)op->addr, seed);
    return done(t, number);
}

EXPORT int rand(void)
{
    if (!probe_active(NULL))
        return REAL(rand)();
    return mz__announce_int(LIBCALL(RAND), &feedback, sizeof feedback, 0, 0, 0);
}

EXPORT long random(void)
{
    if (!probe_active(NULL))
        return REAL(random)();
    return (long)mz__announce(LIBCALL(RAND), &feedback, sizeof feedback, 0, 0, 0);
}

EXPORT void srand(unsigned seed)
{
    if (!probe_active(NULL))
        REAL(srand)(seed);
    else
        mz__announce(LIBCALL(SRAND), &feedback, sizeof feedback, 0, 0, seed);
}

EXPORT void srandom(unsigned seed)
{
    if (!probe_active(NULL))
        REAL(srandom)(seed);
    else
        mz__announce(LIBCALL(SRAND), &feedback, sizeof feedback, 0, 0, seed);
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
    bool own = op->addr == (uint64_t)&generator.x;
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

/* The next 48 bits, of the process's generator or the program's, which has the factor and summand of the process. */
#define NEXT(of, size) \
    announce_from(CALLER, LIBCALL(RAND48), of, size, (uint64_t)&generator.a, sizeof generator.a + sizeof generator.c, 0)
#define OWN_NEXT   NEXT(&generator.x, sizeof generator.x)
#define GIVEN_NEXT NEXT(x, 3 * sizeof *x)
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
