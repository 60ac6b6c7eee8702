/* ops_more.c - operations of C11 threads, on keys, cancellation, misuse of objects, library functions, overlapping
 * accesses, and ends of the process. */
#include "program.h"

/* C11 */

static void c_section(struct program *p)
{
    bool try = one_in(p, 4);
    const char *mutex = one_in(p, 3) ? "timed" : "plain";
    if (try)
        block(p, "if (mtx_trylock(&%s) == thrd_success)", mutex);
    else
        line(p, "mtx_lock(&%s);", mutex);
    few_simple(p, 2);
    line(p, "mtx_unlock(&%s);", mutex);
    if (try)
        end_block(p);
}

static void c_timed_section(struct program *p)
{
    line(p, "static const struct timespec until%d = {1, 0};", p->names);
    block(p, "if (mtx_timedlock(&timed, &until%d) == thrd_success)", p->names++);
    simple(p);
    line(p, "mtx_unlock(&timed);");
    end_block(p);
}

static void c_wait(struct program *p)
{
    int n = below(p, 2);
    line(p, "mtx_lock(&plain);");
    block(p, "%s (!flag[%d])", one_in(p, 2) ? "while" : "if", n);
    line(p, "cnd_wait(&condition, &plain);");
    end_block(p);
    simple(p);
    line(p, "mtx_unlock(&plain);");
}

static void c_wake(struct program *p)
{
    line(p, "mtx_lock(&plain);");
    line(p, "flag[%d] = 1;", below(p, 2));
    line(p, "mtx_unlock(&plain);");
    line(p, one_in(p, 2) ? "cnd_signal(&condition);" : "cnd_broadcast(&condition);");
}

static void c_once(struct program *p)
{
    line(p, "call_once(&only_once, once%d);", below(p, 2));
}

static void c_specific(struct program *p)
{
    line(p, "tss_set(tss, (void *)%d);", 1 + below(p, 3));
    simple(p);
    line(p, "v = v * 3 + (long)tss_get(tss);");
    if (one_in(p, 2))
        line(p, "tss_set(tss, 0);");
}

static void c_child(struct program *p)
{
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    line(p, "int for_child%d = 0;", n);
    line(p, "int got%d = 0;", n);
    line(p, "thrd_t child%d;", n);
    line(p, "thrd_create(&child%d, c_leaf, &for_child%d);", n, n);
    simple(p);
    line(p, "thrd_join(child%d, %s%d);", n, one_in(p, 3) ? "0); (void)(&got" : "&got", n);
    line(p, "v = v * 3 + for_child%d + got%d;", n, n);
}

const struct operation c11_operations[] = {{5, c_section}, {1, c_timed_section}, {3, c_wait}, {5, c_wake}, {2, c_once},
    {2, c_specific}, {2, c_child}, {5, simple}, {0, 0}};

/* Keys, handlers, cancellation */

static void specific(struct program *p)
{
    int n = below(p, 2);
    line(p, "pthread_setspecific(key[%d], (void *)%d);", n, below(p, 3));
    simple(p);
    line(p, "v = v * 3 + (long)pthread_getspecific(key[%d]);", n);
}

static void own_key(struct program *p)
{
    int n = p->names++;
    line(p, "pthread_key_t key%d;", n);
    line(p, "pthread_key_create(&key%d, %s);", n, one_in(p, 2) ? "forget" : "0");
    line(p, "pthread_setspecific(key%d, (void *)2);", n);
    simple(p);
    line(p, "v = v * 3 + (long)pthread_getspecific(key%d);", n);
    if (one_in(p, 2))
        line(p, "pthread_key_delete(key%d);", n);
}

static void handler(struct program *p)
{
    line(p, "pthread_cleanup_push(clean_up, &ints[%d]);", below(p, 3));
    simple(p);
    if (one_in(p, 2))
        line(p, "pthread_testcancel();");
    line(p, "pthread_cleanup_pop(%d);", below(p, 2));
}

static void cancel_itself(struct program *p)
{
    if (p->thread == 0)
        return simple(p);
    block(p, "if (%s == 1)", variable(p));
    line(p, "seen[%d] = v;", p->thread);
    line(p, "pthread_cancel(pthread_self());");
    line(p, "pthread_testcancel();");
    end_block(p);
}

static void not_now(struct program *p)
{
    int n = p->names++;
    line(p, "int state%d;", n);
    line(p, "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state%d);", n);
    simple(p);
    line(p, "pthread_testcancel();");
    simple(p);
    line(p, "pthread_setcancelstate(state%d, 0);", n);
}

static void cancel_one(struct program *p)
{
    static const char *const victims[] = {"patient", "waiting", "unwilling", "locking", "writing"};
    int n = p->names++;
    if (p->leaves-- <= 0)
        return simple(p);
    line(p, "pthread_t child%d;", n);
    line(p, "void *got%d = 0;", n);
    line(p, "pthread_create(&child%d, 0, %s, &ints[1]);", n, victims[below(p, 5)]);
    simple(p);
    line(p, "pthread_cancel(child%d);", n);
    if (one_in(p, 3))
        simple(p);
    line(p, "pthread_join(child%d, &got%d);", n, n);
    line(p, "v = v * 3 + (got%d == PTHREAD_CANCELED);", n);
}

static void delete_key(struct program *p)
{
    line(p, "pthread_key_delete(key[%d]);", below(p, 2));
}

/* Somebody else may have joined it, or be about to. */
static void cancel_orphan(struct program *p)
{
    if (p->leaves-- > 0) {
        p->killing = true;
        line(p, "pthread_create(&leaf_id, 0, patient, &ints[1]);");
        line(p, "sem_post(&leaf_born);");
        return;
    }
    block(p, "if (sem_trywait(&leaf_born) == 0)");
    line(p, "pthread_cancel(leaf_id);");
    line(p, one_in(p, 2) ? "pthread_join(leaf_id, 0);" : "pthread_detach(leaf_id);");
    end_block(p);
    if (one_in(p, 2))
        line(p, "if (leaf_id) pthread_cancel(leaf_id);");
}

static void signals(struct program *p)
{
    switch (below(p, 3)) {
    case 0: line(p, "signal(SIGUSR2, SIG_DFL);"); break;
    case 1: line(p, "signal(SIGUSR2, SIG_IGN);"); break;
    default: line(p, "raise(SIGUSR2);");
    }
}

static void post_one(struct program *p)
{
    line(p, "sem_post(&sem[0]);");
}

static void signal_one(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[0]);");
    line(p, "flag[0] = 1;");
    line(p, "pthread_cond_signal(&c[0]);");
    line(p, "pthread_mutex_unlock(&m[0]);");
}

const struct operation key_operations[] = {{3, specific}, {2, own_key}, {3, handler}, {1, cancel_itself}, {1, not_now},
    {4, cancel_one}, {2, cancel_orphan}, {2, delete_key}, {1, signals}, {2, post_one}, {2, signal_one}, {5, simple}, {0, 0}};

/* Objects used wrongly, or just so */

static void checked_section(struct program *p)
{
    line(p, "v = v * 3 + pthread_mutex_lock(&checked);");
    simple(p);
    if (one_in(p, 3))
        line(p, "v = v * 3 + pthread_mutex_%s(&checked);", one_in(p, 2) ? "lock" : "trylock");
    line(p, "v = v * 3 + pthread_mutex_unlock(&checked);");
    if (one_in(p, 4))
        line(p, "v = v * 3 + pthread_mutex_unlock(&checked);");
}

static void odd_lock(struct program *p)
{
    static const char *const calls[] = {"pthread_rwlock_rdlock(&rw)", "pthread_rwlock_wrlock(&rw)", "pthread_rwlock_unlock(&rw)",
        "pthread_rwlock_tryrdlock(&rw)", "pthread_spin_lock(&spin)", "pthread_spin_unlock(&spin)", "pthread_spin_trylock(&spin)",
        "pthread_mutex_lock(&recursive)", "pthread_mutex_unlock(&recursive)", "pthread_mutex_trylock(&recursive)",
        "pthread_mutex_trylock(&m[0])", "pthread_mutex_lock(&m[0])", "pthread_mutex_unlock(&m[0])"};
    line(p, "v = v * 3 + %s;", calls[below(p, 13)]);
}

static void odd_life(struct program *p)
{
    static const char *const calls[] = {"pthread_mutex_destroy(&m[0])", "pthread_mutex_init(&m[0], 0)", "pthread_rwlock_destroy(&rw)",
        "pthread_cond_destroy(&c[0])", "pthread_cond_init(&c[0], 0)", "sem_destroy(&sem[0])", "sem_init(&sem[0], 0, 1)",
        "pthread_barrier_destroy(&barrier)", "pthread_spin_destroy(&spin)", "pthread_cond_signal(&c[0])", "sem_post(&sem[0])",
        "pthread_barrier_wait(&barrier) != 0"};
    block(p, "if (%s == %d)", variable(p), below(p, 3));
    line(p, "v = v * 3 + (%s);", calls[below(p, 12)]);
    end_block(p);
}

static void local_lock(struct program *p)
{
    int n = p->names++;
    line(p, "pthread_mutex_t own%d = PTHREAD_MUTEX_INITIALIZER;", n);
    line(p, "pthread_mutex_lock(&own%d);", n);
    simple(p);
    line(p, "pthread_mutex_unlock(&own%d);", n);
    line(p, "pthread_mutex_destroy(&own%d);", n);
}

static void odd_wait(struct program *p)
{
    line(p, "pthread_mutex_lock(&m[0]);");
    line(p, "v = v * 3 + pthread_cond_wait(&c[0], &m[%d]);", one_in(p, 4));
    line(p, "pthread_mutex_unlock(&m[0]);");
}

const struct operation misuse_operations[] = {{4, checked_section}, {6, odd_lock}, {3, odd_life}, {1, local_lock}, {1, odd_wait},
    {1, signal_one}, {5, simple}, {0, 0}};

/* Library functions that read and write what others use */

static void text(struct program *p)
{
    static const char *const calls[] = {
        "strcpy(string[%d], \"ab\");", "strcpy(string[%d], string[1]);", "v = v * 3 + (long)strlen(string[%d]);",
        "v = v * 3 + (strcmp(string[%d], \"ab\") == 0);", "snprintf(string[%d], 8, \"%%d\", (int)v & 3);",
        "snprintf(string[%d], 8, \"%%s\", string[1]);", "strncat(string[%d], \"c\", 1);",
        "v = v * 3 + (strchr(string[%d], 'b') != 0);",
        "v = v * 3 + strtol(string[%d], 0, 10);", "memset(string[%d], '1', 2);", "string[%d][1] = 0;", "string[%d][0] = '2';",
        "printf(\"%%s\\n\", string[%d]);", "puts(string[%d]);"};
    line(p, calls[below(p, 14)], one_in(p, 3) ? 2 : 0);
}

static void random_number(struct program *p)
{
    line(p, one_in(p, 4) ? "srand(3);" : "v = v * 3 + (rand() & 3);");
}

static void tokens(struct program *p)
{
    line(p, "char line%d[8] = \"a b\";", p->names);
    line(p, "strtok(line%d, \" \");", p->names++);
    simple(p);
    line(p, "v = v * 3 + (strtok(0, \" \") != 0);");
}

static void failing_call(struct program *p)
{
    line(p, "errno = %d;", below(p, 3));
    line(p, "sem_trywait(&sem[0]);");
    line(p, "v = v * 3 + errno;");
}

const struct operation library_operations[] = {{12, text}, {3, random_number}, {2, tokens}, {1, failing_call}, {1, post_one},
    {4, simple}, {0, 0}};

/* Accesses of all sizes to the same bytes */

static const char *part(struct program *p)
{
    static const char *const parts[] = {"over.c[0]", "over.c[3]", "over.c[5]", "over.s[0]", "over.s[1]", "over.s[2]", "over.i[0]",
        "over.i[1]", "over.l"};
    return parts[below(p, 9)];
}

static void plain_part(struct program *p)
{
    const char *x = part(p);
    switch (below(p, 4)) {
    case 0: line(p, "%s = %d;", x, 1 + below(p, 3)); break;
    case 1: line(p, "%s++;", x); break;
    case 2: line(p, "%s = (char)%s;", x, part(p)); break;
    default: line(p, "v = v * 3 + %s;", x);
    }
}

static void atomic_part(struct program *p)
{
    const char *x = part(p);
    switch (below(p, 6)) {
    case 0: line(p, "__atomic_store_n(&%s, %d, __ATOMIC_RELEASE);", x, 1 + below(p, 3)); break;
    case 1: line(p, "v = v * 3 + __atomic_load_n(&%s, __ATOMIC_ACQUIRE);", x); break;
    case 2: line(p, "v = v * 3 + __atomic_fetch_add(&%s, 1, __ATOMIC_RELAXED);", x); break;
    case 3: line(p, "v = v * 3 + __atomic_exchange_n(&%s, 2, __ATOMIC_ACQ_REL);", x); break;
    case 4: line(p, "v = v * 3 + __sync_bool_compare_and_swap(&%s, 0, 1);", x); break;
    default: line(p, "v = v * 3 + __atomic_nand_fetch(&%s, 1, __ATOMIC_SEQ_CST);", x);
    }
}

static void bit_field(struct program *p)
{
    static const char *const fields[] = {"bits.a", "bits.b", "bits.c"};
    const char *x = fields[below(p, 3)];
    switch (below(p, 3)) {
    case 0: line(p, "%s = %d;", x, 1 + below(p, 3)); break;
    case 1: line(p, "%s++;", x); break;
    default: line(p, "v = v * 3 + %s;", x);
    }
}

static void volatile_part(struct program *p)
{
    line(p, one_in(p, 2) ? "*(volatile int *)&over.c[%d] = 3;" : "v = v * 3 + *(volatile int *)&over.c[%d];", 4 * below(p, 2));
}

const struct operation overlap_operations[] = {{6, plain_part}, {6, atomic_part}, {3, bit_field}, {1, volatile_part}, {2, simple},
    {0, 0}};

/* Ends of the process, wanted or not */

static void end_somehow(struct program *p)
{
    static const char *const ends[] = {"exit(%d);", "exit(%d);", "_exit(%d);", "quick_exit(%d);", "abort(); (void)%d;",
        "*(volatile int *)0 = %d;", "v = %d / (v - v);", "((char *)name)[0] = %d;", "free((char *)&ints[0] + %d);",
        "assert(%d == 0);", "strlen((char *)(long)%d);", "pthread_mutex_lock((pthread_mutex_t *)(long)%d);",
        "__builtin_trap(); (void)%d;",
        "mz_assert(%d > 5);", "raise(SIGABRT); (void)%d;"};
    p->killing = true;
    block(p, "if (%s == %d)", variable(p), below(p, 3));
    if (one_in(p, 2))
        simple(p);
    line(p, ends[below(p, 15)], 2 + below(p, 4));
    end_block(p);
}

static void end_handler(struct program *p)
{
    p->killing = true;
    line(p, "atexit(at_end);");
}

static void drop_paths(struct program *p)
{
    simple(p);
    line(p, "mz_assume(v != %d);", below(p, 4));
}

const struct operation end_operations[] = {{4, end_somehow}, {1, end_handler}, {1, drop_paths}, {8, simple}, {0, 0}};
