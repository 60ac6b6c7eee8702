// expect: verified
// states: 23
// transitions: 56
// ends: 1
// Threads that do nothing: their ends and main's joins are all there is. Numbers: tests/lib/count_states.py.
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
