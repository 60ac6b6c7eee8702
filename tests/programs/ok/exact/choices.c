// expect: verified
// states: 43
// transitions: 96
// ends: 9
// Two threads choose among three and store the choice. Numbers: tests/lib/count_states.py.
#include <mazurka.h>
#include <pthread.h>

static int chosen[2];

static void *work(void *mine)
{
    *(int *)mine = mz_choose(3);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, &chosen[0]);
    pthread_create(&b, NULL, work, &chosen[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
