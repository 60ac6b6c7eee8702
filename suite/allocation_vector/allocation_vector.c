/* A vector of blocks that are free or allocated, and threads that allocate some of them and give them back. Every operation on
 * the vector holds its lock.
 *
 * The bug: to find a free block and to mark it as allocated are two operations. Two threads find the same block; the one that marks
 * it later is told, provided that the other has not given it back by then. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef BLOCKS
#define BLOCKS 4000
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ALLOCATIONS
#define ALLOCATIONS 2
#endif

enum { NONE = -1 };

struct vector {
    pthread_mutex_t lock;
    char            block[BLOCKS]; /* 'F': free, 'A': allocated */
};

static struct vector vector = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int find_free_unlocked(const struct vector *v)
{
    for (int i = 0; i < BLOCKS; i++) {
        if (v->block[i] == 'F')
            return i;
    }
    return NONE;
}

/* False if it was allocated already. */
static bool mark_allocated_unlocked(struct vector *v, int block)
{
    bool free_before = v->block[block] == 'F';
    v->block[block] = 'A';
    return free_before;
}

#ifdef FIXED

static int allocate(struct vector *v)
{
    pthread_mutex_lock(&v->lock);
    int block = find_free_unlocked(v);
    if (block != NONE)
        mark_allocated_unlocked(v, block);
    pthread_mutex_unlock(&v->lock);
    return block;
}

#else

static int find_free(struct vector *v)
{
    pthread_mutex_lock(&v->lock);
    int block = find_free_unlocked(v);
    pthread_mutex_unlock(&v->lock);
    return block;
}

static bool mark_allocated(struct vector *v, int block)
{
    pthread_mutex_lock(&v->lock);
    bool free_before = mark_allocated_unlocked(v, block);
    pthread_mutex_unlock(&v->lock);
    return free_before;
}

static int allocate(struct vector *v)
{
    int block = find_free(v);
    if (block != NONE) {
        bool free_before = mark_allocated(v, block);
        assert(free_before); /* BUG: another thread has allocated it */
    }
    return block;
}

#endif

static void mark_free(struct vector *v, int block)
{
    pthread_mutex_lock(&v->lock);
    assert(v->block[block] == 'A');
    v->block[block] = 'F';
    pthread_mutex_unlock(&v->lock);
}

static void *allocate_and_free(void *unused)
{
    int block[ALLOCATIONS];
    for (int i = 0; i < ALLOCATIONS; i++)
        block[i] = allocate(&vector);
    for (int i = 0; i < ALLOCATIONS; i++) {
        if (block[i] != NONE)
            mark_free(&vector, block[i]);
    }
    return unused;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < BLOCKS; i++)
        vector.block[i] = 'F';
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, allocate_and_free, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
