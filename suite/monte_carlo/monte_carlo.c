/* A Monte Carlo simulation of stock prices: every task simulates a price with random numbers of its own; the results are averaged.
 *
 * All objects of the program have one base class, Universal, whose constructor sets a static flag, so that objects may print what they
 * do, and counts the objects. Threads make objects all the time. The bug: whoever makes a result, at the end of a run, does so without
 * the lock of the two. The flag is always set to the same value; of the count, updates are lost. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include "../include/start.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef RUNS
#define RUNS 10
#endif
#ifndef STEPS
#define STEPS 60 /* days */
#endif

enum { MONTH = 10 /* days after which a path says what it is doing */ };

/* --- Universal, the base of all ---------------------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    bool            debug;
    int             objects;
} universal_static = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct universal {
    bool        debug;
    const char *prompt;
};

static void lock_universal(void) { pthread_mutex_lock(&universal_static.lock); }
static void unlock_universal(void) { pthread_mutex_unlock(&universal_static.lock); }

static void count_object(void)
{
    universal_static.debug = true;
    universal_static.objects++;
}

static void universal_init(struct universal *u, const char *prompt)
{
    u->debug = false;
    u->prompt = prompt;
    lock_universal();
    count_object();
    unlock_universal();
}

#ifdef FIXED
static void result_init(struct universal *u) { universal_init(u, "ToResult> "); }
#else
static void result_init(struct universal *u)
{
    u->debug = false;
    u->prompt = "ToResult> ";
    count_object();
}
#endif

/* Nothing is printed: each object has switched its own flag off. */
static void debug_print(struct universal *u)
{
    lock_universal();
    bool debug = universal_static.debug;
    unlock_universal();
    assert(!(debug && u->debug));
}

/* The stream to which all objects print: a lock of its own, and how much was printed. */
static struct {
    pthread_mutex_t lock;
    int             dots;
} stream = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void print_dot(void)
{
    pthread_mutex_lock(&stream.lock);
    stream.dots++;
    pthread_mutex_unlock(&stream.lock);
}

/* --- paths of prices --------------------------------------------------------------------------------------------------------- */

struct path_id {
    struct universal base;
    int              start_date, end_date, time_step;
};

struct rate_path {
    struct path_id id;
    long           value[STEPS];
};

struct return_path {
    struct path_id id;
    long           volatility, expected_return_rate;
};

struct to_init_all_tasks { /* for all tasks: read only */
    struct universal base;
    struct path_id   id;
    long             initial_price, volatility, expected_return_rate;
};

struct to_task {
    struct universal base;
    unsigned         seed;
};

struct to_result {
    struct universal base;
    const char      *header;
    long             final_price, expected_return_rate, volatility;
};

struct price_stock {
    struct universal                base;
    const struct to_init_all_tasks *all;
    const struct to_task           *task;
    struct rate_path                path;
    struct return_path              returns;
};

enum {
    OBJECTS_OF_A_RUN = 4,           /* price_stock, rate_path, return_path, to_result */
    OBJECTS_BEFORE = 2 + RUNS,      /* to_init_all_tasks with its path_id, and a to_task for each run */
    OBJECTS = OBJECTS_BEFORE + RUNS * OBJECTS_OF_A_RUN,
};

static struct to_init_all_tasks all_tasks;
static struct to_task tasks[RUNS];

static void path_id_init(struct path_id *id, const char *prompt)
{
    universal_init(&id->base, prompt);
    id->start_date = 0;
    id->end_date = STEPS;
    id->time_step = 1;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1103515245 + 12345;
    return *state >> 16 & 0x7f;
}

static void rate_path_simulate(struct rate_path *p, const struct to_init_all_tasks *all, unsigned seed)
{
    long price = all->initial_price;
    path_id_init(&p->id, "RatePath> ");
    for (int i = 0; i < STEPS; i++) {
        price += price * (all->expected_return_rate + (long)next_random(&seed) - 64) / 1000;
        p->value[i] = price;
        print_dot();
        if (i % MONTH == 0)
            debug_print(&p->id.base);
    }
}

static void return_path_estimate(struct return_path *r, const struct rate_path *p)
{
    long sum = 0;
    path_id_init(&r->id, "ReturnPath> ");
    for (int i = 1; i < STEPS; i++)
        sum += (p->value[i] - p->value[i - 1]) * 1000 / p->value[i - 1];
    r->expected_return_rate = sum;
    r->volatility = sum * sum;
    debug_print(&r->id.base);
}

/* --- results: a Vector ------------------------------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t  lock;
    int              size;
    struct to_result result[RUNS];
} results = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void add_result(const struct to_result *r)
{
    pthread_mutex_lock(&results.lock);
    results.result[results.size++] = *r;
    pthread_mutex_unlock(&results.lock);
}

/* Whatever of it is set, it says so. */
static void result_set(struct to_result *r, const char *header, long final_price, const struct return_path *returns)
{
    r->header = header;
    debug_print(&r->base);
    r->expected_return_rate = returns->expected_return_rate;
    debug_print(&r->base);
    r->volatility = returns->volatility;
    debug_print(&r->base);
    r->final_price = final_price;
    debug_print(&r->base);
}

/* --- the application --------------------------------------------------------------------------------------------------------- */

static void price_stock_run(const struct to_task *task)
{
    struct price_stock stock;
    struct to_result result;
    universal_init(&stock.base, "PriceStock> ");
    stock.all = &all_tasks;
    stock.task = task;
    rate_path_simulate(&stock.path, stock.all, stock.task->seed);
    return_path_estimate(&stock.returns, &stock.path);
    debug_print(&stock.base);
    result_init(&result.base);
    result_set(&result, "Results of a simulation", stock.path.value[STEPS - 1], &stock.returns);
    add_result(&result);
}

static void *worker(void *number)
{
    int id = (int)(long)number, slice = (RUNS + THREADS - 1) / THREADS;
    thread_starts();
    for (int i = id * slice; i < (id + 1) * slice && i < RUNS; i++)
        price_stock_run(&tasks[i]);
    return NULL;
}

static void initialize(void)
{
    universal_init(&all_tasks.base, "ToInitAllTasks> ");
    path_id_init(&all_tasks.id, "PathId> ");
    all_tasks.initial_price = 100000;
    all_tasks.expected_return_rate = 1;
    for (unsigned i = 0; i < RUNS; i++) {
        universal_init(&tasks[i].base, "ToTask> ");
        tasks[i].seed = 11 * i;
    }
}

int main(void)
{
    pthread_t thread[THREADS];
    initialize();
    for (long i = 1; i < THREADS; i++)
        pthread_create(&thread[i], NULL, worker, (void *)i);
    worker(NULL);
    for (int i = 1; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert(results.size == RUNS && stream.dots == RUNS * STEPS);
    assert(universal_static.objects == OBJECTS); /* BUG: objects were not counted */
    return 0;
}
