/* Threads that make one operation each on two synchronized sets: the first half of them on the first set, with the second one as the
 * argument where the operation has one, the other half the other way round. */
#include "set_client.h"
#include "sync_set.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { ELEMENTS = 2 }; /* of each set in the beginning */

struct task {
    pthread_t        thread;
    int              operation, element;
    struct sync_set *set, *other;
};

static void add(struct task *t) { sync_set_add(t->set, t->element); }
static void size(struct task *t) { sync_set_size(t->set); }
static void clear(struct task *t) { sync_set_clear(t->set); }
static void contains(struct task *t) { sync_set_contains(t->set, t->element); }
static void remove_one(struct task *t) { sync_set_remove(t->set, t->element); }
static void is_empty(struct task *t) { sync_set_is_empty(t->set); }
static void add_all(struct task *t) { sync_set_add_all(t->set, t->other); }
static void equals(struct task *t) { sync_set_equals(t->set, t->other); }
static void retain_all(struct task *t) { sync_set_retain_all(t->set, t->other); }
static void contains_all(struct task *t) { sync_set_contains_all(t->set, t->other); }
static void remove_all(struct task *t) { sync_set_remove_all(t->set, t->other); }

static void to_array(struct task *t)
{
    int array[2 * ELEMENTS];
    sync_set_to_array(t->set, array, 2 * ELEMENTS);
}

/* As the library asks for it, with the lock of the set. */
static void iterate(struct task *t)
{
    sync_set_lock(t->set);
    for (struct iterator it = sync_set_iterator(t->set); iterator_has_next(&it);)
        iterator_next(&it);
    sync_set_unlock(t->set);
}

static void (*const operations[])(struct task *) = {
    add, size, clear, contains, remove_one, to_array, is_empty, iterate, add_all, equals, retain_all, contains_all, remove_all};

enum { OPERATIONS = sizeof operations / sizeof *operations };

static void *run(void *argument)
{
    struct task *self = argument;
    operations[self->operation](self);
    return NULL;
}

void set_client_run(int threads, int first_operation)
{
    struct task *task = calloc((size_t)threads, sizeof *task);
    assert(task);
    struct sync_set *set[2] = {sync_set_create(), sync_set_create()};
    for (int i = 0; i < ELEMENTS; i++) {
        sync_set_add(set[0], i);
        sync_set_add(set[1], ELEMENTS + i);
    }
    int half = (threads + 1) / 2;
    for (int i = 0; i < threads; i++) {
        int own = i < half ? 0 : 1;
        task[i].operation = (first_operation + i - own * half) % OPERATIONS;
        task[i].element = i % (2 * ELEMENTS);
        task[i].set = set[own];
        task[i].other = set[1 - own];
        pthread_create(&task[i].thread, NULL, run, &task[i]);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(task[i].thread, NULL);
    sync_set_destroy(set[0]);
    sync_set_destroy(set[1]);
    free(task);
}
