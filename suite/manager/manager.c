/* A manager of memory: REQUESTS blocks are to be released, each exactly once. Releasers raise a flag for a request, and the one that
 * finds itself alone (notes == 1) releases a block; the handler takes the request off and lowers the flag.
 *
 * The bug: a releaser looks at the requests, puts down its note, raises the flag and counts the notes in four steps. Two
 * releasers that do so at the same time see two notes, and neither releases; or both release for one request. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#ifndef RELEASERS
#define RELEASERS 4
#endif
#ifndef REQUESTS
#define REQUESTS 3
#endif

struct manager {
    pthread_mutex_t lock; /* of the requests and the flag */
    int             requests;
    bool            flag;
    pthread_mutex_t release_lock; /* of released */
    int             released;
    pthread_mutex_t notes_lock; /* of notes */
    int             notes;
};

static struct manager manager = {.lock = PTHREAD_MUTEX_INITIALIZER,
    .requests = REQUESTS,
    .release_lock = PTHREAD_MUTEX_INITIALIZER,
    .notes_lock = PTHREAD_MUTEX_INITIALIZER};

static int requests(struct manager *m)
{
    pthread_mutex_lock(&m->lock);
    int left = m->requests;
    pthread_mutex_unlock(&m->lock);
    return left;
}

/* Whether the flag is up for a request that is not handled: the one of which there were so many, or any (0). */
static bool pending(struct manager *m, int of)
{
    pthread_mutex_lock(&m->lock);
    bool answer = m->flag && m->requests > 0 && (of == 0 || m->requests == of);
    pthread_mutex_unlock(&m->lock);
    return answer;
}

static void add_note(struct manager *m, int change)
{
    pthread_mutex_lock(&m->notes_lock);
    m->notes += change;
    pthread_mutex_unlock(&m->notes_lock);
}

static bool alone(struct manager *m)
{
    pthread_mutex_lock(&m->notes_lock);
    bool answer = m->notes == 1;
    pthread_mutex_unlock(&m->notes_lock);
    return answer;
}

static void release_block(struct manager *m)
{
    pthread_mutex_lock(&m->release_lock);
    m->released++;
    pthread_mutex_unlock(&m->release_lock);
}

#ifdef FIXED

/* Answers the request of which there are so many; all in one piece. */
static void answer(struct manager *m, int left)
{
    pthread_mutex_lock(&m->lock);
    if (!m->flag && m->requests == left) {
        add_note(m, 1);
        m->flag = true;
        if (alone(m))
            release_block(m);
        add_note(m, -1);
    }
    pthread_mutex_unlock(&m->lock);
}

#else

static void answer(struct manager *m, int left)
{
    (void)left;
    add_note(m, 1);
    pthread_mutex_lock(&m->lock);
    m->flag = true;
    pthread_mutex_unlock(&m->lock);
    if (alone(m))
        release_block(m);
    add_note(m, -1);
}

#endif

static void *releaser(void *unused)
{
    for (;;) {
        while (pending(&manager, 0))
            sched_yield();
        int left = requests(&manager);
        if (left == 0)
            return unused;
        answer(&manager, left);
        while (pending(&manager, left))
            sched_yield();
    }
}

static void *handler(void *unused)
{
    while (requests(&manager) > 0) {
        while (!pending(&manager, 0))
            sched_yield();
        pthread_mutex_lock(&manager.lock);
        manager.requests--;
        manager.flag = false;
        pthread_mutex_unlock(&manager.lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread[RELEASERS + 1];
    pthread_create(&thread[RELEASERS], NULL, handler, NULL);
    for (int i = 0; i < RELEASERS; i++)
        pthread_create(&thread[i], NULL, releaser, NULL);
    for (int i = 0; i < RELEASERS + 1; i++)
        pthread_join(thread[i], NULL);
    assert(manager.released == REQUESTS); /* BUG: not one block for each request */
    return 0;
}
