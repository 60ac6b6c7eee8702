/* ops_stale.c - pointers that outlive what they point to: locals of functions that have returned, jumped out or ended, blocks that were
 * freed, arguments of threads that go on when their creator has returned. Nobody looks at what is read there, and nobody writes there but
 * into blocks: what is found does not depend on what happens to lie at such a place. */
#include "program.h"

static void give_local(struct program *p)
{
    line(p, "stale_call(%d, %d);", p->thread, below(p, 2));
}

static void give_room(struct program *p)
{
    line(p, "stale_room(%d, %d);", p->thread, 1 + below(p, 2));
}

static void give_and_jump(struct program *p)
{
    int n = p->names++;
    line(p, "volatile int tries%d = 0;", n);
    line(p, "(void)setjmp(env[%d]);", p->thread);
    block(p, "if (tries%d++ < 1)", n);
    line(p, "stale_jump(%d, %d);", p->thread, below(p, 2));
    end_block(p);
}

static void give_and_exit(struct program *p)
{
    if (p->thread == 0)
        return give_local(p);
    block(p, "if (%s == 1)", variable(p));
    line(p, "seen[%d] = v;", p->thread);
    line(p, "stale_exit(%d, %d);", p->thread, below(p, 2));
    end_block(p);
}

static void give_own(struct program *p)
{
    line(p, "int own%d = 1;", p->names);
    line(p, "stale[%d] = &own%d;", p->thread, p->names++);
}

static void give_block(struct program *p)
{
    int n = p->names++;
    line(p, "int *block%d = malloc(8);", n);
    line(p, "stale[%d] = block%d;", p->thread, n);
    simple(p);
    if (!one_in(p, 3))
        line(p, "free(block%d);", n);
}

/* One leaf, whose argument lies in a frame that its creator leaves when it likes. */
static void give_argument(struct program *p)
{
    if (p->leaves == 0)
        return give_local(p);
    p->leaves--;
    line(p, "stale_start(%d);", below(p, 2));
}

/* Functions that take the place of frames that were left, with something that others see in them or not. */
static void cover(struct program *p)
{
    line(p, one_in(p, 2) ? "(void)deep(%d, &ints[1]);" : "(void)made16(%d);", below(p, 3));
}

static void use(struct program *p)
{
    int n = p->names++;
    line(p, "int *used%d = stale[%d];", n, below(p, p->threads + 1));
    block(p, "if (used%d)", n);
    line(p, "(void)*(volatile int *)used%d;", n);
    end_block(p);
}

const struct operation stale_operations[] = {{4, give_local}, {2, give_room}, {2, give_and_jump}, {1, give_and_exit}, {2, give_own},
    {2, give_block}, {2, give_argument}, {3, cover}, {9, use}, {3, simple}, {0, 0}};
