/* one_order.h - calls of a client that are made one after the other, in one order, on a new object: by one thread, or each by the thread
 * whose it is; and given up where they wait or run for ever. (sequential.c goes through the orders.) */
#ifndef MZ_CLIENTS_PARTS_ONE_ORDER_H
#define MZ_CLIENTS_PARTS_ONE_ORDER_H

#include <stdio.h>

enum { MZ_THREADS = 96, MZ_CALLS = 96, MZ_SLOTS = 1024, MZ_SAID = 3 };

extern struct mz_client {
    int threads, owner[MZ_THREADS], calls[MZ_THREADS], call[MZ_THREADS][MZ_CALLS], slot[MZ_THREADS][MZ_CALLS];
    int all, slots, keep_orders;
    int owners, width; /* a row has this many numbers: results, and how many calls of each owner were made, where some may wait */
} mz_client;

extern FILE        *mz_out;             /* the library may print what it likes */
extern int          mz_order[MZ_CALLS]; /* whose call comes when */
extern unsigned     mz_failing;         /* which of the calls that may fail for no reason do, by their number among those */
extern long long    mz_result[MZ_SLOTS + MZ_THREADS];
extern int          mz_by_threads;      /* each call is made by the thread whose it is */
extern volatile int mz_spun;            /* the last call that was given up was running */

int  mz_run(int length); /* how many calls of the order came back: all, or those before the one that waits */
void mz_watch(void);     /* once, before the first call */

/* A process that runs too long from now on says so, and the process ends with MZ_SAID: unless other runs come to their end meanwhile; in a
 * process that makes one order; never. */
void mz_be_patient(void);
void mz_be_strict(void);
void mz_wait_for_others(void);

unsigned long long mz_mixed(unsigned long long hash, unsigned long long number);

#endif
