/* weak.h - for the structures here: THREADS threads with ROUNDS rounds each. With -DBROKEN one order is relaxed: the one that is written
 * NEEDED(order). With -DOVER_ORDERED all of them are seq_cst. */
#ifndef WEAK_H
#define WEAK_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifdef BROKEN
#define NEEDED(order) memory_order_relaxed
#else
#define NEEDED(order) memory_order_##order
#endif

#ifdef OVER_ORDERED
#define relaxed memory_order_seq_cst
#define acquire memory_order_seq_cst
#define release memory_order_seq_cst
#define acq_rel memory_order_seq_cst
#else
#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release
#define acq_rel memory_order_acq_rel
#endif
#define load    atomic_load_explicit
#define store   atomic_store_explicit
#define swap    atomic_exchange_explicit
#define add     atomic_fetch_add_explicit
#define cas     atomic_compare_exchange_strong_explicit
#define fence   atomic_thread_fence

static void work(int number);

static void *started(void *number)
{
    work((int)(long)number);
    return NULL;
}

/* The first thread is one of them. */
static void run_all(void)
{
    pthread_t thread[THREADS];
    for (long i = 1; i < THREADS; i++)
        pthread_create(&thread[i], NULL, started, (void *)i);
    work(0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

#endif
