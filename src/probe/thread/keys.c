/* keys.c - thread-specific data: pthread_key_*, and C11's tss_*. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

#include "probe/early.h"
#include "probe/families.h"
#include "probe/libc.h"
#include "probe/thread/thread_table.h"
#include "world/hot.h"
#include "world/outside/outside.h"

enum { KEYS = _POSIX_THREAD_KEYS_MAX }; /* what POSIX promises; glibc has more */

struct key {
    uint64_t used;
    uint64_t destructor;
};

static MODEL struct key keys[KEYS];
static MODEL uint64_t values[MAX_THREADS][KEYS];
static MODEL uint64_t set_keys[MAX_THREADS]; /* 1 + the highest key that the thread ever set */

static bool valid(uint64_t key)
{
    return key < KEYS && keys[key].used;
}

/* The key that a thread gets depends on which ones others have made and deleted: an operation on the table of keys. */
enum { KEY_CREATE, KEY_DELETE };

static void complete_key(struct op *op)
{
    if (op->detail == KEY_CREATE) {
        op->addr2 = op->arg[0];
        op->size2 = sizeof(pthread_key_t);
    }
}

static enum performed create_key(struct thread *t, const struct op *op)
{
    for (unsigned k = 0; k < KEYS; k++) {
        if (keys[k].used)
            continue;
        mem_set((pthread_key_t *)op->arg[0], k); /* first: it may crash, and nothing may have changed then */
        outside_given(op->arg[1]);
        mem_set(&keys[k], ((struct key){1, op->arg[1]}));
        return PERFORM_RESUME;
    }
    return world_report(t, FAULT_REFUSED, EAGAIN, 0, "more than %d thread-specific keys are not supported", KEYS);
}

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    if (!probe_active(NULL)) {
        int failed = REAL(pthread_key_create)(key, destructor);
        if (!failed)
            early_made(EARLY_KEY, *key, (uint64_t)destructor);
        return failed;
    }
    return mz__announce_int(OP_KEY | ANNOUNCE_DETAIL(KEY_CREATE), keys, sizeof keys[0].used, (uint64_t)key, (uint64_t)destructor, 0);
}

EXPORT int tss_create(tss_t *key, tss_dtor_t destructor)
{
    if (!probe_active(NULL)) {
        int result = REAL(tss_create)(key, destructor);
        if (result == thrd_success)
            early_made(EARLY_KEY, *key, (uint64_t)destructor);
        return result;
    }
    uint64_t error = announce_from(CALLER, OP_KEY | ANNOUNCE_DETAIL(KEY_CREATE), keys, sizeof keys[0].used, (uint64_t)key,
                                   (uint64_t)destructor, 0);
    return error ? thrd_error : thrd_success;
}

static enum performed delete_key(struct thread *t, const struct op *op)
{
    uint64_t key = op->arg[0];
    if (!valid(key)) {
        t->result[0] = EINVAL;
        return PERFORM_RESUME;
    }
    mem_set(&keys[key], ((struct key){0, 0}));
    for (tid u = 0; u < MAX_THREADS; u++)
        if (values[u][key])
            mem_set(&values[u][key], 0);
    return PERFORM_RESUME;
}

EXPORT int pthread_key_delete(pthread_key_t key)
{
    if (!probe_active(NULL)) {
        early_gone(EARLY_KEY, key);
        return REAL(pthread_key_delete)(key);
    }
    return mz__announce_int(OP_KEY | ANNOUNCE_DETAIL(KEY_DELETE), keys, sizeof keys[0].used, key, 0, 0);
}

static enum performed perform_key(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return op->detail == KEY_CREATE ? create_key(t, op) : delete_key(t, op);
}

const struct semantics key_semantics = {.complete = complete_key, .perform = perform_key};

EXPORT void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

/* What a thread does with values of its own depends on the table too: others may delete the key. */
enum { KEY_SET, KEY_GET, KEY_NEXT, KEY_DONE };

static inline uint64_t use_key(unsigned how, uint64_t key, uint64_t operand)
{
    return mz__announce(OP_KEY_USE | ANNOUNCE_DETAIL(how), keys, sizeof keys[0].used, key, operand, 0);
}

static enum performed set_value(struct thread *t, const struct op *op)
{
    uint64_t key = op->arg[0];
    if (!valid(key)) {
        t->result[0] = EINVAL;
        return PERFORM_RESUME;
    }
    mem_set(&values[t->number][key], op->arg[1]);
    if (set_keys[t->number] <= key)
        mem_set(&set_keys[t->number], key + 1);
    return PERFORM_RESUME;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (!probe_active(NULL))
        return REAL(pthread_setspecific)(key, value);
    return (int)use_key(KEY_SET, key, (uint64_t)value);
}

EXPORT int tss_set(tss_t key, void *value)
{
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}

EXPORT void *pthread_getspecific(pthread_key_t key)
{
    if (!probe_active(NULL))
        return REAL(pthread_getspecific)(key);
    return (void *)use_key(KEY_GET, key, 0);
}

EXPORT void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

/* The next value with a destructor from key op->arg[0] on: cleared, and given back with its key. Result 0: none left. */
static enum performed next_destructor(struct thread *t, const struct op *op)
{
    uint64_t *out = (uint64_t *)op->arg[1];
    for (uint64_t k = op->arg[0]; k < set_keys[t->number]; k++) {
        if (!values[t->number][k])
            continue;
        out[0] = values[t->number][k];
        mem_set(&values[t->number][k], 0);
        if (!keys[k].destructor)
            continue;
        t->result[0] = keys[k].destructor;
        out[1] = k + 1;
        return PERFORM_RESUME;
    }
    return PERFORM_RESUME;
}

static enum performed perform_key_use(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    switch (op->detail) {
    case KEY_SET: return set_value(t, op);
    case KEY_GET: t->result[0] = valid(op->arg[0]) ? values[t->number][op->arg[0]] : 0; break;
    case KEY_NEXT: return next_destructor(t, op);
    case KEY_DONE: mem_set(&set_keys[t->number], 0); break;
    }
    return PERFORM_RESUME;
}

const struct semantics key_use_semantics = {.perform = perform_key_use};

/* The number is libc's, and so is the value of the thread that will be main's. */
void early_key(uint64_t key, uint64_t destructor)
{
    if (key >= KEYS)
        return;
    outside_given(destructor);
    keys[key] = (struct key){1, destructor};
    values[0][key] = (uint64_t)REAL(pthread_getspecific)((pthread_key_t)key);
    if (values[0][key] && set_keys[0] <= key)
        set_keys[0] = key + 1;
}

/* Destructors may set values again: another round, as long as one was called and POSIX says so. */
void keys_run_destructors(void)
{
    if (!set_keys[mz__hot.running->number])
        return;
    bool called = true;
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && called; round++) {
        volatile uint64_t next[2] = {0, 0};
        void (*destructor)(void *);
        called = false;
        while ((destructor = (void (*)(void *))use_key(KEY_NEXT, next[1], (uint64_t)next))) {
            called = true;
            destructor((void *)next[0]);
        }
    }
    use_key(KEY_DONE, 0, 0);
}
