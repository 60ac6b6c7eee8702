/* mazurka.h - what a program under test may call, beside everything it calls anyway.
 *
 * None of it is needed. Under `mazurka check` these functions do what is said here; in a program that runs by itself (linked
 * by `mazurka cc`) there is one execution in which the first choice is always taken and nothing else has an effect.
 */
#ifndef MAZURKA_H
#define MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

/* One of 0, 1, ..., n - 1: each is explored, like the choices of the scheduler. n is from 1 to 65535. */
int mz_choose(int n);

/* Executions in which the condition is false are of no interest: this one is given up, and is neither an end of the
 * program nor a deadlock. */
void mz_assume(int condition);

/* From here to mz_atomic_end() no other thread runs, unless this one has to wait for another (a lock that is held). Pairs may
 * be nested. The first one is a scheduling point. */
void mz_atomic_begin(void);
void mz_atomic_end(void);

/* Other threads may run here. */
void mz_yield(void);

/* Waits until no other thread can go on: each has ended, or waits for something that none of them will ever do. From then on
 * the caller is alone: those that wait are left where they are, with their stacks, and never run again. The result is how many these
 * are. So a program can say itself who may wait for ever, instead of the deadlock that it would be otherwise. A thread that runs
 * for ever does not wait, nor does one that has a time limit. If several threads call it, the one with the lowest number goes on. In a
 * program that runs by itself it waits for a second, and the result is -1: nobody knows. */
int mz_await_others(void);

/* A failed assertion. */
void mz_fail(const char *expression, const char *file, int line, const char *function);

/* Like assert(), and not switched off by NDEBUG. */
#define mz_assert(condition) ((condition) ? (void)0 : mz_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
