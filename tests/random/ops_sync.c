/* ops_sync.c - operations on synchronization objects. */
#include "program.h"

static void section(struct program *p)
{
    int n = below(p, 3);
    if (p->holds >> n & 1 && !one_in(p, 8)) {
        few_simple(p, 2); /* relocking is a finding, and ends everything */
        return;
    }
    bool try = one_in(p, 4);
    int held = p->holds;
    p->holds |= 1 << n;
    if (try)
        block(p, "if (pthread_mutex_trylock(&m[%d]) == 0)", n);
    else
        line(p, "pthread_mutex_lock(&m[%d]);", n);
    few_simple(p, 2);
    if (p->nesting < 3 && one_in(p, 3))
        one_of(p, lock_operations);
    if (!one_in(p, 40))
        line(p, "pthread_mutex_unlock(&m[%d]);", n);
    p->holds = held;
    if (try)
        end_block(p);
}

static void recursive_section(struct program *p)
{
    line(p, "pthread_mutex_lock(&recursive);");
    simple(p);
    line(p, "pthread_mutex_lock(&recursive);");
    simple(p);
    line(p, "pthread_mutex_unlock(&recursive);");
    line(p, "pthread_mutex_unlock(&recursive);");
}

static void read_section(struct program *p)
{
    bool try = one_in(p, 4);
    if (try)
        block(p, "if (pthread_rwlock_tryrdlock(&rw) == 0)");
    else
        line(p, "pthread_rwlock_rdlock(&rw);");
    line(p, "v = v * 3 + (long)%s;", variable(p));
    line(p, "v = v * 3 + (long)%s;", variable(p));
    line(p, "pthread_rwlock_unlock(&rw);");
    if (try)
        end_block(p);
}

static void write_section(struct program *p)
{
    bool try = one_in(p, 4);
    if (try)
        block(p, "if (pthread_rwlock_trywrlock(&rw) == 0)");
    else
        line(p, "pthread_rwlock_wrlock(&rw);");
    few_simple(p, 2);
    line(p, "pthread_rwlock_unlock(&rw);");
    if (try)
        end_block(p);
}

static void spin_section(struct program *p)
{
    line(p, "pthread_spin_lock(&spin);");
    few_simple(p, 2);
    line(p, "pthread_spin_unlock(&spin);");
}

static void timed_section(struct program *p)
{
    line(p, "static const struct timespec until%d = {1, 0};", p->names);
    block(p, "if (pthread_mutex_timedlock(&m[0], &until%d) == 0)", p->names++);
    simple(p);
    line(p, "pthread_mutex_unlock(&m[0]);");
    end_block(p);
}

static void unlock_only(struct program *p)
{
    line(p, "pthread_mutex_unlock(&m[%d]);", below(p, 3));
}

const struct operation lock_operations[] = {{24, section}, {3, recursive_section}, {6, read_section}, {6, write_section},
    {4, spin_section}, {1, timed_section}, {1, unlock_only}, {16, simple}, {0, 0}};

/* Waiting for each other */

static void wait_with_loop(struct program *p)
{
    int n = below(p, 2);
    line(p, "pthread_mutex_lock(&m[0]);");
    block(p, "while (!flag[%d])", n);
    line(p, "pthread_cond_wait(&c[%d], &m[0]);", n);
    end_block(p);
    simple(p);
    if (one_in(p, 3))
        line(p, "flag[%d] = 0;", n);
    line(p, "pthread_mutex_unlock(&m[0]);");
}

static void wait_without_loop(struct program *p)
{
    int n = below(p, 2);
    line(p, "pthread_mutex_lock(&m[0]);");
    if (one_in(p, 2))
        block(p, "if (!flag[%d])", n);
    else
        block(p, "%s", "");
    line(p, "v = v * 3 + pthread_cond_wait(&c[%d], &m[0]);", n);
    end_block(p);
    simple(p);
    line(p, "pthread_mutex_unlock(&m[0]);");
}

static void wait_with_time(struct program *p)
{
    int n = below(p, 2);
    line(p, "static const struct timespec until%d = {1, 0};", p->names);
    line(p, "pthread_mutex_lock(&m[0]);");
    block(p, "if (!flag[%d])", n);
    line(p, "v = v * 3 + (pthread_cond_timedwait(&c[%d], &m[0], &until%d) != 0);", n, p->names++);
    end_block(p);
    simple(p);
    line(p, "pthread_mutex_unlock(&m[0]);");
}

static void wake(struct program *p)
{
    int n = below(p, 2);
    bool locked = !one_in(p, 4);
    const char *how = one_in(p, 2) ? "signal" : "broadcast";
    if (locked)
        line(p, "pthread_mutex_lock(&m[0]);");
    line(p, "flag[%d] = 1;", n);
    if (one_in(p, 3))
        simple(p);
    line(p, "pthread_cond_%s(&c[%d]);", how, n);
    if (locked)
        line(p, "pthread_mutex_unlock(&m[0]);");
}

static void post(struct program *p)
{
    line(p, "sem_post(&sem[%d]);", below(p, 2));
}

static void take(struct program *p)
{
    int n = below(p, 2);
    switch (below(p, 4)) {
    case 0: line(p, "v = v * 3 + sem_trywait(&sem[%d]);", n); break;
    default: line(p, "sem_wait(&sem[%d]);", n);
    }
    simple(p);
}

static void sem_section(struct program *p)
{
    line(p, "sem_wait(&sem[1]);");
    few_simple(p, 2);
    line(p, "sem_post(&sem[1]);");
}

static void count_sem(struct program *p)
{
    line(p, "int count%d;", p->names);
    line(p, "sem_getvalue(&sem[1], &count%d);", p->names);
    line(p, "v = v * 3 + count%d;", p->names++);
}

static void arrive(struct program *p)
{
    if (one_in(p, 2)) {
        line(p, "pthread_barrier_wait(&barrier);");
    } else {
        block(p, "if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)");
        simple(p);
        end_block(p);
    }
}

static void run_once(struct program *p)
{
    int n = below(p, 2);
    line(p, "pthread_once(&once[%d], once%d);", n, n);
}

const struct operation wait_operations[] = {{4, wait_with_loop}, {2, wait_without_loop}, {1, wait_with_time}, {8, wake},
    {4, post}, {3, take}, {2, sem_section}, {1, count_sem}, {3, arrive}, {2, run_once}, {6, simple}, {0, 0}};
