/* helper.h - a library that is built without hooks. */
#ifndef HELPER_H
#define HELPER_H

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

void  helper_fill(int *to, int n, int value);       /* writes into its caller's memory */
int   helper_read(int *const *table, int n);        /* reads what a pointer in its caller's memory points to */
int   helper_next(void);                            /* keeps a number of its own */
int   helper_sees(const char *name);                /* reads the environment, helper_level, and lent_level, where the program has it */
void  helper_post(void (*f)(void));                 /* a task for a thread that serves, by atomics; */
void *helper_serve(void *p);                        /* serve one; */
void  helper_await(void);                           /* wait until it was done */
int   helper_apply(int (*f)(int), int x);           /* calls back */
int   helper_apply_last(int (*f)(int), int x);      /* with its last act */
char *helper_copy(const char *s);                   /* allocates */
int   helper_sum(int n, ...);                       /* more arguments than fit into registers */
double helper_scale(double x, float y);
int   helper_locked_add(int *sum, int n, int (*f)(int)); /* calls back with a lock of its own held */

/* Functions that are not to be found by name. */
struct helper_operations {
    void  (*add)(int *to, int n);
    void *(*start)(void *count);  /* adds 1 */
    void  (*once)(void);          /* adds 1 to a number of its own */
    int   (*compare)(const void *a, const void *b); /* counts */
};
int helper_number(void);   /* that number */
int helper_compared(void); /* so often */
const struct helper_operations *helper_operations(void);

struct helper_pair {
    long a, b, c, d;
};
struct helper_pair helper_pair(long a, long b);

int helper_inexact(void); /* has the thread raised FE_INEXACT? By an instruction */

/* Made by its constructor: the semaphore holds one, the barrier waits for two, and the value of the key is where they are. */
extern struct helper_early {
    sem_t             one;
    pthread_barrier_t two;
    pthread_key_t     key, none; /* none: deleted again */
} helper_early;

#endif
