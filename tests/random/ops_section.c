/* ops_section.c - atomic sections in the midst of which something ends, waits, chooses or is left by another way. */
#include "program.h"

static void suppose(struct program *p)
{
    line(p, "mz_assume(%s < %d);", variable(p), 1 + below(p, 2));
}

static void end_process(struct program *p)
{
    static const char *const how[] = {"exit(%d);", "_exit(%d);", "quick_exit(%d);", "exit(%d);"};
    p->killing = true;
    block(p, "if (%s == %d)", variable(p), below(p, 3));
    line(p, how[below(p, 4)], below(p, 2));
    end_block(p);
}

static void end_thread(struct program *p)
{
    if (p->thread == 0)
        return simple(p);
    block(p, "if (%s == %d)", variable(p), below(p, 2));
    line(p, "seen[%d] = v;", p->thread);
    switch (below(p, 3)) {
    case 0: line(p, "pthread_cancel(pthread_self());"); break;
    default: line(p, "pthread_exit((void *)v);");
    }
    line(p, "pthread_testcancel();");
    end_block(p);
}

static void fail(struct program *p)
{
    if (p->asserts <= 0)
        return simple(p);
    p->asserts--;
    line(p, "assert(%s < %d);", variable(p), 1 + below(p, 3));
}

static void lock(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[%d]);", below(p, 2));
    simple(p);
}

static void unlock(struct program *p)
{
    line(p, "pthread_mutex_unlock(&m[%d]);", below(p, 2));
}

static void take(struct program *p)
{
    line(p, one_in(p, 3) ? "v = v * 3 + sem_trywait(&sem[%d]);" : "sem_wait(&sem[%d]);", below(p, 2));
}

static void post(struct program *p)
{
    line(p, "sem_post(&sem[%d]);", below(p, 2));
}

static void wait(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[0]);");
    block(p, "if (!flag[0])");
    line(p, "pthread_cond_wait(&c[0], &m[0]);");
    end_block(p);
    line(p, "pthread_mutex_unlock(&m[0]);");
}

static void wake(struct program *p)
{
    line(p, "flag[0] = 1;");
    line(p, "pthread_cond_signal(&c[0]);");
}

static void choose(struct program *p)
{
    line(p, "v = v * 3 + mz_choose(2);");
}

static void do_once(struct program *p)
{
    int n = below(p, 2);
    line(p, "pthread_once(&once[%d], once%d);", n, n);
}

static void go_deep(struct program *p)
{
    line(p, "v = v * 3 + deep(%d, &ints[0]);", below(p, 3));
}

static void search_array(struct program *p)
{
    line(p, one_in(p, 2) ? "qsort(array, 3, sizeof *array, by_ints);" : "v += bsearch(&ints[0], array, 3, sizeof *array, by_ints) != 0;");
}

static void jump_out(struct program *p)
{
    block(p, "if (tries++ < 1 && %s)", variable(p));
    line(p, "longjmp(env[%d], 1);", p->thread);
    end_block(p);
}

static const struct operation inside[] = {{4, suppose}, {2, end_process}, {2, end_thread}, {2, fail}, {2, lock}, {2, unlock},
    {2, take}, {2, post}, {1, wait}, {1, wake}, {2, choose}, {1, do_once}, {1, go_deep}, {1, search_array}, {3, simple}, {0, 0}};

static void section(struct program *p)
{
    bool jumps = one_in(p, 8), nested = one_in(p, 8);
    if (jumps) {
        block(p, "%s", "");
        line(p, "static _Thread_local int tries;");
        line(p, "setjmp(env[%d]);", p->thread);
    }
    line(p, "mz_atomic_begin();");
    if (one_in(p, 2))
        simple(p);
    if (nested)
        line(p, "mz_atomic_begin();");
    one_of(p, inside);
    if (jumps)
        jump_out(p);
    if (nested)
        line(p, "mz_atomic_end();");
    if (one_in(p, 2))
        simple(p);
    if (!one_in(p, 20))
        line(p, "mz_atomic_end();");
    if (jumps)
        end_block(p);
}

const struct operation section_operations[] = {{10, section}, {1, lock}, {1, unlock}, {1, take}, {2, post}, {1, wake}, {7, simple}, {0, 0}};
