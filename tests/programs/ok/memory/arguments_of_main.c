// expect: verified
// Threads use what main keeps on its stack and waits with.
#include <assert.h>
#include <pthread.h>

struct job { int input, output; };

static void *work(void *argument)
{
    struct job *j = argument;
    j->output = j->input * 2;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct job jobs[2] = {{1, 0}, {2, 0}};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(jobs[0].output == 2 && jobs[1].output == 4);
    return 0;
}
