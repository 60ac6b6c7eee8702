/* linearizable.h - clients of a data structure, and the question whether its answers can be explained.
 *
 * A client is a list of calls for each thread. The threads make their calls at the same time; what these return must be what they
 * return in some order of whole calls, one after the other, that keeps the order of each thread's calls. What a call returns then
 * is given by a specification: a function on an array of integers, which stands for what the structure holds. */
#ifndef LINEARIZABLE_H
#define LINEARIZABLE_H

enum { MAX_THREADS = 4, MAX_CALLS = 6, MAX_KEYS = 16 };

enum method { ADD, REMOVE, CONTAINS };

struct call {
    enum method method;
    int         key; /* from 1 to MAX_KEYS - 1 */
};

struct sequence {
    int         count;
    struct call call[MAX_CALLS];
};

/* What a call returns is from 0 to 255: the results of a thread travel to main as what the thread returns. */
struct subject {
    void *(*create)(void);
    void (*destroy)(void *object);
    int (*call)(void *object, struct call call);
    int (*specify)(int *held, struct call call); /* *held: what is held of the call's key, 0 in the beginning */
};

int specify_set(int *held, struct call call);   /* ADD, REMOVE: whether it has changed; CONTAINS */
int specify_queue(int *held, struct call call); /* the same, but an element may be there several times */
int specify_map(int *held, struct call call);   /* ADD puts value_of(key); each returns the value before, 0: none */

int value_of(int key);

/* Makes the calls of *before, then those of the threads; fails an assertion if the results cannot be explained. */
void client_run(const struct subject *subject, const struct sequence *before, const struct sequence *thread, int threads);

#endif
