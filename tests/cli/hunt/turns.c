/* turns.c - a fault that few schedules have: two threads have to take turns eight times. */
#include <assert.h>
#include <pthread.h>

enum { TURNS = 8 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *take(void *own)
{
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&m);
        turns = turns % 2 == (own != 0) ? turns + 1 : 0;
        assert(turns < TURNS);
        pthread_mutex_unlock(&m);
    }
    return own;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, take, &t);
    take(0);
    return pthread_join(t, 0);
}
