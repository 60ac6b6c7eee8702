// expect: bug assertion "job->state == 0"
// options: --uninit
// A member of a block from malloc that nobody sets, and that is zero on most days.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number, state;
};

static void *work(void *argument)
{
    struct job *job = argument;
    assert(job->state == 0); // BUG HERE
    job->state = 1;
    free(job);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);
        job->number = i;
        pthread_create(&t[i], NULL, work, job);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
