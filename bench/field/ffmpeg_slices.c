/* FFmpeg's libavutil: a slice thread and the caller do JOBS jobs, twice. Each is done once. */
#include <assert.h>
#include <stddef.h>

#include "libavutil/slicethread.h"

#ifndef JOBS
#define JOBS 2
#endif

static int done[JOBS];

static void job(void *unused, int number, int thread, int jobs, int threads)
{
    (void)unused, (void)thread;
    assert(jobs == JOBS && threads <= 2);
    done[number]++;
}

int main(void)
{
    AVSliceThread *slices;
    assert(avpriv_slicethread_create(&slices, NULL, job, NULL, 2) == 2);
    for (int round = 1; round <= 2; round++) {
        avpriv_slicethread_execute(slices, JOBS, 0);
        for (int i = 0; i < JOBS; i++)
            assert(done[i] == round);
    }
    avpriv_slicethread_free(&slices);
    return 0;
}
