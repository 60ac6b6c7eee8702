/* hunt_clocks.h - happens-before in an execution: vector clocks of threads, and of the places by which they learn of
 * each other.
 *
 * A race is told where these clocks do not order two accesses, so that they may order too much, and never too little. What is not known
 * exactly orders: all calls of the kernel are one place, as are futexes and atomics that share a word; a thread that was outside of the
 * scheduler knows all that others did. */
#ifndef MZ_HUNT_CHECKS_HUNT_CLOCKS_H
#define MZ_HUNT_CHECKS_HUNT_CLOCKS_H

#include "hunt/controlled.h"

/* The column of HUNT_KINDS. LEARNS: from the object, when it is announced and after each wait for it; HEARS: after waits alone. TELLS: the
 * object. WORD: both, of the word at the object. KERNEL: both, of the place that stands for the kernel. SIGNALS: all threads learn. */
enum order { ORDERS_NOTHING, ORDERS_LEARNS, ORDERS_HEARS, ORDERS_TELLS, ORDERS_WORD, ORDERS_KERNEL, ORDERS_SIGNALS };

void clocks_begin(void); /* from here on they are kept */
bool clocks_are_kept(void);

void order_point(struct thread *me, enum hunt_kind kind, const volatile void *object);
void order_after_wait(struct thread *me);
void order_after_outside(struct thread *me); /* it knows everything */
void order_lost(struct thread *t);           /* it is outside from now on: all know of it */
void order_learn(const volatile void *object);
void order_tell(const volatile void *object);
void order_kernel(void);
void order_signal(void);

void order_new(struct thread *t);        /* a number, perhaps of one that has ended */
void order_create(struct thread *t);
void order_begin(struct thread *me);
void order_end(struct thread *me);
void order_joined(const struct thread *t);
void order_detached(const struct thread *t); /* one that has ended */

/* After an atomic operation; `memory_order` as compilers give it. */
void order_load(const volatile void *address, unsigned size, int memory_order);
void order_store(const volatile void *address, unsigned size, int memory_order);
void order_fence(int memory_order);

/* For hunt_races.c: the thread's own time, and whether it knows what the other one did then. */
uint32_t clocks_now(const struct thread *me);
bool clocks_know(const struct thread *me, unsigned thread, uint32_t time);

#endif
