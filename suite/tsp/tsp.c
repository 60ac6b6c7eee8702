/* The travelling salesman's problem by branch and bound. Workers take the most promising partial tour from a priority queue that they
 * share, split it until only a few cities are missing, and search the rest by themselves; the best tour so far bounds all of
 * them. There is no bug: the program is a host for measuring what it costs to follow a program. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#ifndef CITIES
#define CITIES 9
#endif
#ifndef WORKERS
#define WORKERS 17
#endif
#ifndef ALONE
#define ALONE 6 /* so many missing cities are searched without splitting */
#endif
#ifndef TOURS
#define TOURS 600 /* partial tours that there may be at the same time */
#endif

struct tour {
    int city[CITIES];
    int cities, length;
    int bound; /* no tour that begins so is shorter */
};

struct shared {
    pthread_mutex_t tour_lock; /* of all that follows, down to done */
    struct tour     tour[TOURS];
    int             free[TOURS], free_count; /* stack of slots that hold no tour */
    int             heap[TOURS], heap_count; /* slots, by bound */
    bool            done;

    pthread_mutex_t min_lock; /* of the best tour; its length is read without it */
    _Atomic int     min_length;
    int             min_tour[CITIES];
};

static int weight[CITIES][CITIES];
static struct shared shared = {.tour_lock = PTHREAD_MUTEX_INITIALIZER,
    .min_lock = PTHREAD_MUTEX_INITIALIZER,
    .min_length = INT_MAX};

static void make_map(void)
{
    static const int small[4][4] = {{0, 1, 3, 1}, {1, 0, 1, 2}, {3, 1, 0, 1}, {1, 2, 1, 0}};
    unsigned random = 12345;
    for (int i = 0; i < CITIES; i++) {
        for (int j = 0; j < i; j++) {
            random = random * 1103515245u + 12345u;
            int distance = CITIES == 4 ? small[i % 4][j % 4] : (int)((random >> 16) % 100) + 1;
            weight[i][j] = weight[j][i] = distance;
        }
    }
}

static bool visited(const struct tour *t, int city)
{
    for (int i = 0; i < t->cities; i++) {
        if (t->city[i] == city)
            return true;
    }
    return false;
}

static int last_city(const struct tour *t) { return t->city[t->cities - 1]; }

/* Every city that is still to be left costs its cheapest way out. */
static int lower_bound(const struct tour *t)
{
    int bound = t->length;
    for (int from = 0; from < CITIES; from++) {
        if (visited(t, from) && from != last_city(t))
            continue;
        int least = INT_MAX;
        for (int to = 0; to < CITIES; to++) {
            if (to != from && weight[from][to] < least)
                least = weight[from][to];
        }
        bound += least;
    }
    return bound;
}

static void extend(struct tour *t, int city)
{
    t->length += weight[last_city(t)][city];
    t->city[t->cities++] = city;
}

static bool before(int a, int b) { return shared.tour[a].bound < shared.tour[b].bound; }

static void heap_push(int slot)
{
    int at = shared.heap_count++;
    while (at > 0 && before(slot, shared.heap[(at - 1) / 2])) {
        shared.heap[at] = shared.heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    shared.heap[at] = slot;
}

static int heap_pop(void)
{
    int top = shared.heap[0], slot = shared.heap[--shared.heap_count], at = 0;
    for (int child; (child = 2 * at + 1) < shared.heap_count; at = child) {
        if (child + 1 < shared.heap_count && before(shared.heap[child + 1], shared.heap[child]))
            child++;
        if (!before(shared.heap[child], slot))
            break;
        shared.heap[at] = shared.heap[child];
    }
    shared.heap[at] = slot;
    return top;
}

static void add_tour(const struct tour *t)
{
    assert(shared.free_count > 0);
    int slot = shared.free[--shared.free_count];
    shared.tour[slot] = *t;
    heap_push(slot);
}

/* A tour by each city that may come next. With the lock of the tours. */
static void split(const struct tour *t)
{
    for (int city = 0; city < CITIES; city++) {
        if (visited(t, city))
            continue;
        struct tour longer = *t;
        extend(&longer, city);
        longer.bound = lower_bound(&longer);
        if (longer.bound < shared.min_length)
            add_tour(&longer);
    }
}

/* The most promising tour of which few cities are missing. False if there is none, nor will be. */
static bool take_tour(struct tour *t)
{
    bool taken = false;
    pthread_mutex_lock(&shared.tour_lock);
    while (!taken && !shared.done) {
        if (shared.heap_count == 0) {
            shared.done = true; /* whoever splits does so with the lock: no more can come */
            break;
        }
        int slot = heap_pop();
        *t = shared.tour[slot];
        shared.free[shared.free_count++] = slot;
        if (t->bound >= shared.min_length)
            continue;
        if (CITIES - t->cities <= ALONE)
            taken = true;
        else
            split(t);
    }
    pthread_mutex_unlock(&shared.tour_lock);
    return taken;
}

static void set_best(const struct tour *t)
{
    if (t->length >= shared.min_length)
        return;
    pthread_mutex_lock(&shared.min_lock);
    if (t->length < shared.min_length) {
        memcpy(shared.min_tour, t->city, sizeof shared.min_tour);
        shared.min_length = t->length;
    }
    pthread_mutex_unlock(&shared.min_lock);
}

static void search(struct tour *t)
{
    if (t->cities == CITIES) {
        t->length += weight[last_city(t)][t->city[0]];
        set_best(t);
        return;
    }
    if (t->length >= shared.min_length)
        return;
    for (int city = 0; city < CITIES; city++) {
        if (visited(t, city))
            continue;
        struct tour longer = *t;
        extend(&longer, city);
        search(&longer);
    }
}

static void *work(void *unused)
{
    struct tour t;
    while (take_tour(&t))
        search(&t);
    return unused;
}

static int tour_length(const int *city)
{
    int length = 0;
    for (int i = 0; i < CITIES; i++)
        length += weight[city[i]][city[(i + 1) % CITIES]];
    return length;
}

int main(void)
{
    pthread_t worker[WORKERS];
    make_map();
    for (int i = 0; i < TOURS; i++)
        shared.free[shared.free_count++] = i;
    struct tour start = {.city = {0}, .cities = 1};
    start.bound = lower_bound(&start);
    add_tour(&start);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&worker[i], NULL, work, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(worker[i], NULL);
    assert(tour_length(shared.min_tour) == shared.min_length);
    if (CITIES == 4)
        assert(shared.min_length == 4);
    return 0;
}
