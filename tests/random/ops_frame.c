/* ops_frame.c - calls inside of calls whose frames other threads read and write, and that are left in all ways. */
#include "program.h"

static void lend_frames(struct program *p)
{
    line(p, "int outer%d = %d;", p->names, below(p, 2));
    line(p, "v = v * 3 + nest(%d, %d, &outer%d);", p->thread, below(p, 3), p->names);
    line(p, "v = v * 3 + outer%d;", p->names++);
}

static void lend_room(struct program *p)
{
    line(p, "v = v * 3 + room(%d, %d);", p->thread, 1 + below(p, 2));
}

static void lend_and_jump(struct program *p)
{
    int n = p->names++;
    line(p, "volatile int tries%d = 0;", n);
    line(p, "v = v * 3 + setjmp(env[%d]);", p->thread);
    block(p, "if (tries%d++ < %d)", n, 1 + below(p, 2));
    line(p, "dive(%d, %d);", p->thread, below(p, 3));
    end_block(p);
}

static void lend_and_exit(struct program *p)
{
    if (p->thread == 0)
        return simple(p);
    block(p, "if (%s == 1)", variable(p));
    line(p, "seen[%d] = v;", p->thread);
    line(p, "leave(%d, %d);", p->thread, below(p, 2));
    end_block(p);
}

static void pass_by_value(struct program *p)
{
    line(p, "s40 big%d = {{%d, 2, 3}};", p->names, below(p, 3));
    line(p, "big%d = by_value(big%d, %d, &big%d.x[%d]);", p->names, p->names, below(p, 3), p->names, below(p, 3));
    line(p, "v = v * 3 + big%d.x[0] + big%d.x[1];", p->names, p->names);
    p->names++;
}

static void use_lent(struct program *p)
{
    int n = p->names++;
    line(p, "pthread_mutex_lock(&m[2]);");
    line(p, "int *lent%d = lent[%d];", n, below(p, p->threads + 1));
    block(p, "if (lent%d)", n);
    switch (below(p, 3)) {
    case 0: line(p, "v = v * 3 + *lent%d;", n); break;
    case 1: line(p, "*lent%d += 3;", n); break;
    default: line(p, "*lent%d = (char)%s;", n, variable(p));
    }
    end_block(p);
    line(p, "pthread_mutex_unlock(&m[2]);");
}

static void vary(struct program *p)
{
    line(p, "v = v * 3 + sum_of(%d, %d, %d, (long)%s, 4L);", 1 + below(p, 3), below(p, 3), below(p, 3), variable(p));
}

const struct operation frame_operations[] = {{4, lend_frames}, {2, lend_room}, {2, lend_and_jump}, {1, lend_and_exit},
    {2, pass_by_value}, {7, use_lent}, {1, vary}, {3, simple}, {0, 0}};
