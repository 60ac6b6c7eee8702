/* ops_life.c - operations on memory that comes and goes (heap, stacks, thread-local storage), on threads, and loops. */
#include "program.h"

/* Heap */

static void allocate(struct program *p)
{
    int n = p->names++, to = below(p, 2);
    line(p, "int *q%d = %s;", n, one_in(p, 3) ? "calloc(2, 8)" : "malloc(8)");
    line(p, "*q%d = %d;", n, 1 + below(p, 3));
    line(p, "heap[%d] = q%d;", to, n);
}

static void use_block(struct program *p)
{
    int n = p->names++;
    line(p, "int *q%d = heap[%d];", n, below(p, 2));
    block(p, "if (q%d)", n);
    line(p, one_in(p, 2) ? "v = v * 3 + *q%d;" : "*q%d += 1;", n);
    end_block(p);
}

static void free_block(struct program *p)
{
    int n = p->names++, from = below(p, 2);
    line(p, "int *q%d = heap[%d];", n, from);
    if (!one_in(p, 4))
        line(p, "heap[%d] = 0;", from);
    line(p, "free(q%d);", n);
}

static void resize_block(struct program *p)
{
    int n = p->names++, from = below(p, 2);
    line(p, "int *q%d = heap[%d];", n, from);
    line(p, "heap[%d] = 0;", from);
    line(p, "q%d = realloc(q%d, %d);", n, n, 8 + 24 * below(p, 3));
    line(p, "heap[%d] = q%d;", one_in(p, 3) ? 1 - from : from, n);
}

static void own_block(struct program *p)
{
    int n = p->names++;
    line(p, "int *q%d = malloc(8);", n);
    line(p, "*q%d = 2;", n);
    simple(p);
    line(p, "v = v * 3 + *q%d;", n);
    line(p, "free(q%d);", n);
}

static void hand_over(struct program *p)
{
    int n = p->names++;
    line(p, "int *q%d = malloc(%d);", n, 8 << below(p, 2));
    line(p, "*q%d = %d;", n, 1 + below(p, 3));
    line(p, "free(atomic_exchange(&aheap, q%d));", n);
}

static void take_over(struct program *p)
{
    int n = p->names++;
    line(p, "int *q%d = atomic_exchange(&aheap, 0);", n);
    block(p, "if (q%d)", n);
    line(p, "v = v * 3 + *q%d;", n);
    line(p, one_in(p, 2) ? "free(q%d);" : "aheap = q%d;", n);
    end_block(p);
}

static void allocate_into(struct program *p)
{
    line(p, "posix_memalign((void **)&heap[%d], %d, 8);", below(p, 2), 16 << below(p, 2));
}

static void locked_handling(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[2]);");
    static const struct operation inside[] = {{2, allocate}, {3, use_block}, {3, free_block}, {1, resize_block}, {0, 0}};
    one_of(p, inside);
    line(p, "pthread_mutex_unlock(&m[2]);");
}

const struct operation heap_operations[] = {{3, allocate}, {4, use_block}, {3, free_block}, {2, resize_block}, {2, own_block},
    {2, hand_over}, {3, take_over}, {1, allocate_into}, {3, locked_handling}, {3, simple}, {0, 0}};

/* Stacks and thread-local storage */

static void use_given(struct program *p)
{
    block(p, "if (given)");
    switch (below(p, 4)) {
    case 0: line(p, "*given += 1;"); break;
    case 1: line(p, "v = v * 3 + *given;"); break;
    case 2: line(p, "*given = %d;", 1 + below(p, 3)); break;
    default: line(p, "v = v * 3 + add_to(given, %d);", 1 + below(p, 2));
    }
    end_block(p);
}

/* A local, or a thread-local variable, that others use while `local` points to it. */
static void lend(struct program *p)
{
    int n = p->names++;
    line(p, "int mine%d = %d;", n, below(p, 2));
    line(p, "pthread_mutex_lock(&m[2]);");
    if (one_in(p, 2))
        line(p, "local = &mine%d;", n);
    else
        line(p, "local = &tls[%d];", below(p, 2));
    line(p, "pthread_mutex_unlock(&m[2]);");
    static const struct operation meanwhile[] = {{3, simple}, {2, use_given}, {0, 0}};
    one_of(p, meanwhile);
    if (one_in(p, 2))
        line(p, "v = v * 3 + deep(%d, &mine%d);", below(p, 3), n);
    else
        line(p, "mine%d++;", n);
    line(p, "pthread_mutex_lock(&m[2]);");
    line(p, "local = 0;");
    line(p, "pthread_mutex_unlock(&m[2]);");
    line(p, "v = v * 3 + mine%d + tls[0];", n);
}

static void borrow(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[2]);");
    block(p, "if (local)");
    line(p, one_in(p, 2) ? "*local += 2;" : "v = v * 3 + *local;");
    end_block(p);
    line(p, "pthread_mutex_unlock(&m[2]);");
}

static void use_tls(struct program *p)
{
    line(p, one_in(p, 2) ? "tls[%d]++;" : "v = v * 3 + tls[%d];", below(p, 2));
}

static void call_deep(struct program *p)
{
    line(p, "int d%d = 0;", p->names);
    line(p, "v = v * 3 + deep(%d, &d%d);", below(p, 4), p->names);
    line(p, "v += d%d;", p->names++);
}

static void call_deep_given(struct program *p)
{
    block(p, "if (given)");
    line(p, "v = v * 3 + deep(%d, given);", below(p, 2));
    end_block(p);
}

static void sized_array(struct program *p)
{
    int n = p->names++;
    line(p, "char room%d[(v & 7) * 16 + 16];", n);
    line(p, "memset(room%d, 1, sizeof room%d);", n, n);
    simple(p);
    line(p, "v = v * 3 + room%d[(v & 7) + 1];", n);
}

static void jump(struct program *p)
{
    int n = p->names++;
    line(p, "jmp_buf env%d;", n);
    block(p, "if (setjmp(env%d) == 0)", n);
    simple(p);
    line(p, "longjmp(env%d, 1);", n);
    end_block(p);
}

const struct operation stack_operations[] = {{5, use_given}, {3, lend}, {4, borrow}, {2, use_tls}, {2, call_deep},
    {2, call_deep_given}, {1, sized_array}, {1, jump}, {3, simple}, {0, 0}};

/* Threads */

/* A thread with a child of its own. */
static void child(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    line(p, "int for_child%d = 0;", n);
    line(p, "pthread_t child%d;", n);
    line(p, "void *got%d = 0;", n);
    line(p, "pthread_create(&child%d, 0, leaf, &for_child%d);", n, n);
    if (one_in(p, 3))
        line(p, "v = v * 3 + for_child%d;", n);
    simple(p);
    line(p, "pthread_join(child%d, &got%d);", n, n);
    line(p, "v = v * 3 + for_child%d + (long)got%d;", n, n);
}

static void detached_child(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    p->killing = true;
    line(p, "pthread_t child%d;", n);
    line(p, "pthread_create(&child%d, 0, leaf, 0);", n);
    if (one_in(p, 2))
        simple(p);
    line(p, "pthread_detach(child%d);", n);
}

static void born_detached_child(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    p->killing = true;
    line(p, "pthread_t child%d;", n);
    line(p, "pthread_attr_t attributes%d;", n);
    line(p, "pthread_attr_init(&attributes%d);", n);
    line(p, "pthread_attr_setdetachstate(&attributes%d, PTHREAD_CREATE_DETACHED);", n);
    line(p, "pthread_create(&child%d, &attributes%d, leaf, 0);", n, n);
}

/* One thread creates it, another joins it. */
static void orphan(struct program *p)
{
    if (p->leaves-- <= 0)
        return simple(p);
    p->killing = true;
    line(p, "pthread_create(&leaf_id, 0, leaf, 0);");
    line(p, "sem_post(&leaf_born);");
}

static void adopt(struct program *p)
{
    block(p, "if (sem_trywait(&leaf_born) == 0)");
    static const char *const ends[] = {"pthread_detach(leaf_id);", "pthread_join(leaf_id, 0);", "pthread_join(leaf_id, &returned);"};
    line(p, "%s", ends[below(p, 3)]);
    end_block(p);
}

static void look_at_id(struct program *p)
{
    line(p, "v = v * 3 + (leaf_id != 0);");
}

static void look_at_returned(struct program *p)
{
    line(p, "v = v * 3 + (returned != 0);");
}

static void try_to_join(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    line(p, "pthread_t child%d;", n);
    line(p, "pthread_create(&child%d, 0, leaf, 0);", n);
    simple(p);
    block(p, "if (pthread_tryjoin_np(child%d, 0) != 0)", n);
    simple(p);
    line(p, "pthread_join(child%d, 0);", n);
    end_block(p);
}

static void cancel_child(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    line(p, "pthread_t child%d;", n);
    line(p, "void *got%d = 0;", n);
    line(p, "pthread_create(&child%d, 0, patient, &ints[1]);", n);
    simple(p);
    line(p, "pthread_cancel(child%d);", n);
    line(p, "pthread_join(child%d, &got%d);", n, n);
    line(p, "v = v * 3 + (got%d == PTHREAD_CANCELED);", n);
}

static void leave(struct program *p)
{
    if (p->thread == 0)
        return simple(p);
    block(p, "if (%s == 1)", variable(p));
    line(p, "seen[%d] = v;", p->thread);
    line(p, "pthread_exit(0);");
    end_block(p);
}

const struct operation thread_operations[] = {{4, child}, {2, detached_child}, {2, born_detached_child}, {3, orphan},
    {3, adopt}, {3, look_at_id}, {3, look_at_returned}, {2, try_to_join}, {2, cancel_child}, {2, leave}, {1, use_tls},
    {2, use_given}, {10, simple}, {0, 0}};

/* Loops, choices, atomic sections */

static void spin_on(struct program *p)
{
    static const char *const bodies[] = {";", "sched_yield();", "mz_yield();", "atomic_thread_fence(memory_order_acquire);"};
    int n = below(p, 2);
    block(p, "while (!%sflag[%d])", one_in(p, 2) ? "a" : "", n);
    line(p, "%s", bodies[below(p, 4)]);
    end_block(p);
    simple(p);
}

static void spin_a_while(struct program *p)
{
    int n = below(p, 2);
    block(p, "for (int i = 0; i < %d && !%sflag[%d]; i++)", 1 + below(p, 3), one_in(p, 2) ? "a" : "", n);
    line(p, ";");
    end_block(p);
    line(p, "v = v * 3 + flag[%d];", n);
}

static void set_flag(struct program *p)
{
    line(p, "%sflag[%d] = %d;", one_in(p, 2) ? "a" : "", below(p, 2), !one_in(p, 5));
}

static void retry(struct program *p)
{
    int n = p->names++;
    line(p, "int e%d = at32[0];", n);
    block(p, "while (!atomic_compare_exchange_weak(&at32[0], &e%d, e%d + 1))", n, n);
    line(p, ";");
    end_block(p);
}

static void own_lock(struct program *p)
{
    block(p, "while (atomic_exchange(&taken, 1))");
    if (one_in(p, 2)) {
        block(p, "while (taken)");
        line(p, ";");
        end_block(p);
    } else {
        line(p, ";");
    }
    end_block(p);
    few_simple(p, 2);
    line(p, "taken = 0;");
}

static void choose(struct program *p)
{
    if (one_in(p, 2)) {
        line(p, "v = v * 3 + mz_choose(%d);", 2 + below(p, 2));
        return;
    }
    block(p, "if (mz_choose(2))");
    simple(p);
    end_block(p);
}

static void suppose(struct program *p)
{
    line(p, "mz_assume(%s < 2);", variable(p));
}

static void atomic_section(struct program *p)
{
    line(p, "mz_atomic_begin();");
    few_simple(p, 3);
    if (one_in(p, 3)) {
        line(p, "pthread_mutex_lock(&m[0]);");
        simple(p);
        line(p, "pthread_mutex_unlock(&m[0]);");
    }
    if (one_in(p, 4))
        line(p, "v = v * 3 + mz_choose(2);");
    line(p, "mz_atomic_end();");
}

static void locked(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[0]);");
    few_simple(p, 2);
    line(p, "pthread_mutex_unlock(&m[0]);");
}

static void count_down(struct program *p)
{
    int n = p->names++;
    block(p, "for (int i%d = 0; i%d < 2; i%d++)", n, n, n);
    simple(p);
    end_block(p);
}

static void yield(struct program *p)
{
    line(p, one_in(p, 2) ? "mz_yield();" : "sched_yield();");
}

const struct operation loop_operations[] = {{3, spin_on}, {2, spin_a_while}, {6, set_flag}, {2, retry}, {3, own_lock},
    {3, choose}, {1, suppose}, {3, atomic_section}, {2, locked}, {2, count_down}, {1, yield}, {6, simple}, {0, 0}};

/* All of it */

static void some_memory(struct program *p) { one_of(p, memory_operations); }
static void some_atomic(struct program *p) { one_of(p, atomic_operations); }
static void some_lock(struct program *p) { one_of(p, lock_operations); }
static void some_wait(struct program *p) { one_of(p, wait_operations); }
static void some_heap(struct program *p) { one_of(p, heap_operations); }
static void some_stack(struct program *p) { one_of(p, stack_operations); }
static void some_thread(struct program *p) { one_of(p, thread_operations); }
static void some_loop(struct program *p) { one_of(p, loop_operations); }
static void some_c11(struct program *p) { one_of(p, c11_operations); }
static void some_key(struct program *p) { one_of(p, key_operations); }
static void some_misuse(struct program *p) { one_of(p, misuse_operations); }
static void some_library(struct program *p) { one_of(p, library_operations); }
static void some_overlap(struct program *p) { one_of(p, overlap_operations); }
static void some_frame(struct program *p) { one_of(p, frame_operations); }
static void some_end(struct program *p) { one_of(p, end_operations); }

const struct operation mixed_operations[] = {{2, some_memory}, {1, some_atomic}, {2, some_lock}, {2, some_wait},
    {2, some_heap}, {2, some_stack}, {1, some_thread}, {2, some_loop}, {1, some_c11}, {2, some_key},
    {1, some_misuse}, {1, some_library}, {1, some_overlap}, {1, some_end},
    {1, some_frame}, {0, 0}};
