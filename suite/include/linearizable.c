/* Runs the clients of a data structure, and looks for an order of their calls that explains the results (linearizable.h). */
#include "linearizable.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct task {
    pthread_t              thread;
    const struct subject  *subject;
    void                  *object;
    const struct sequence *sequence;
};

/* A point in an order of calls. */
struct point {
    int explained[MAX_THREADS]; /* how many calls of the thread */
    int held[MAX_KEYS];
};

enum { REMEMBERED = 1024 };

struct explanation {
    const struct subject  *subject;
    const struct sequence *thread;
    int                    threads;
    uintptr_t              results[MAX_THREADS];
    struct point           now;
    struct point           failed[REMEMBERED]; /* from which nothing explains the rest, as far as there is room */
    int                    failed_count;
};

int value_of(int key) { return 10 * key + 1; }

int specify_set(int *held, struct call call)
{
    int before = *held;
    if (call.method == ADD)
        *held = 1;
    if (call.method == REMOVE)
        *held = 0;
    return call.method == ADD ? !before : before;
}

int specify_queue(int *held, struct call call)
{
    int before = *held;
    if (call.method == ADD)
        *held = before + 1;
    if (call.method == REMOVE && before > 0)
        *held = before - 1;
    return call.method == ADD || before > 0;
}

int specify_map(int *held, struct call call)
{
    int before = *held;
    if (call.method == ADD)
        *held = value_of(call.key);
    if (call.method == REMOVE)
        *held = 0;
    return before;
}

static int result_of(uintptr_t results, int i) { return (int)(results >> (8 * i) & 255); }

static void *make_calls(void *argument)
{
    const struct task *self = argument;
    uintptr_t results = 0;
    for (int i = 0; i < self->sequence->count; i++)
        results |= (uintptr_t)self->subject->call(self->object, self->sequence->call[i]) << (8 * i);
    return (void *)results;
}

static bool has_failed(const struct explanation *e)
{
    for (int i = 0; i < e->failed_count; i++) {
        if (memcmp(&e->failed[i], &e->now, sizeof e->now) == 0)
            return true;
    }
    return false;
}

static bool explain(struct explanation *e);

/* Whether the results can be explained if the next call is this thread's. */
static bool explain_next(struct explanation *e, int t)
{
    int i = e->now.explained[t];
    if (i == e->thread[t].count)
        return false;
    struct call call = e->thread[t].call[i];
    int *held = &e->now.held[call.key], before = *held;
    e->now.explained[t]++;
    bool answer = e->subject->specify(held, call) == result_of(e->results[t], i) && explain(e);
    e->now.explained[t]--;
    *held = before;
    return answer;
}

static bool explain(struct explanation *e)
{
    int left = 0;
    if (has_failed(e))
        return false;
    for (int t = 0; t < e->threads; t++) {
        left += e->thread[t].count - e->now.explained[t];
        if (explain_next(e, t))
            return true;
    }
    if (left > 0 && e->failed_count < REMEMBERED)
        e->failed[e->failed_count++] = e->now;
    return left == 0;
}

void client_run(const struct subject *subject, const struct sequence *before, const struct sequence *thread, int threads)
{
    struct explanation *e = calloc(1, sizeof *e);
    assert(e);
    e->subject = subject;
    e->thread = thread;
    e->threads = threads;

    struct task task[MAX_THREADS];
    void *object = subject->create();
    for (int i = 0; i < before->count; i++) {
        subject->call(object, before->call[i]);
        subject->specify(&e->now.held[before->call[i].key], before->call[i]);
    }
    for (int t = 0; t < threads; t++) {
        task[t] = (struct task){.subject = subject, .object = object, .sequence = &thread[t]};
        pthread_create(&task[t].thread, NULL, make_calls, &task[t]);
    }
    for (int t = 0; t < threads; t++) {
        void *results;
        pthread_join(task[t].thread, &results);
        e->results[t] = (uintptr_t)results;
    }
    assert(explain(e)); /* BUG: no order of the calls explains the results */
    subject->destroy(object);
    free(e);
}
