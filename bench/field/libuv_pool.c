/* libuv: a loop gives JOBS jobs to a pool of one worker, and counts what comes back. */
#include <assert.h>
#include <stdlib.h>

#include <uv.h>

#ifndef JOBS
#define JOBS 2
#endif

static int worked, done;

static void work(uv_work_t *request)
{
    (void)request;
    worked++;
}

static void after(uv_work_t *request, int status)
{
    (void)request;
    assert(status == 0);
    done++;
}

int main(void)
{
    uv_loop_t loop;
    uv_work_t jobs[JOBS];
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    assert(uv_loop_init(&loop) == 0);
    for (int i = 0; i < JOBS; i++)
        assert(uv_queue_work(&loop, &jobs[i], work, after) == 0);
    assert(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    assert(worked == JOBS && done == JOBS);
    assert(uv_loop_close(&loop) == 0);
    return 0;
}
