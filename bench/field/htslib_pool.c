/* htslib: a pool of THREADS threads, a queue of JOBS jobs, whose results come in the order of the jobs. */
#include <assert.h>
#include <stdlib.h>

#include "htslib/hts_log.h"
#include "htslib/thread_pool.h"

#ifndef THREADS
#define THREADS 1
#endif
#ifndef JOBS
#define JOBS 2
#endif

void hts_log(enum htsLogLevel level, const char *place, const char *format, ...) // lies in a file that needs all others
{
    (void)level, (void)place, (void)format;
}

static void *square(void *number)
{
    int *n = number;
    *n *= *n;
    return n;
}

int main(void)
{
    int numbers[JOBS];
    hts_tpool *pool = hts_tpool_init(THREADS);
    hts_tpool_process *queue = hts_tpool_process_init(pool, JOBS, 0);
    assert(pool && queue);
    for (int i = 0; i < JOBS; i++) {
        numbers[i] = i + 2;
        assert(hts_tpool_dispatch(pool, queue, square, &numbers[i]) == 0);
    }
    for (int i = 0; i < JOBS; i++) {
        hts_tpool_result *result = hts_tpool_next_result_wait(queue);
        assert(result && hts_tpool_result_data(result) == &numbers[i] && numbers[i] == (i + 2) * (i + 2));
        hts_tpool_delete_result(result, 0);
    }
    hts_tpool_process_destroy(queue);
    hts_tpool_destroy(pool);
    return 0;
}
