// expect: bug assertion "seen"
// The address of the loop variable is given to every thread.
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *work(void *number)
{
    int me = *(int *)number;
    if (me < 2)
        seen[me]++;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &i);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(seen[0] == 1 && seen[1] == 1); // BUG HERE
    return 0;
}
