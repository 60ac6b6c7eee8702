#include <assert.h>
#include <pthread.h>

#ifndef BUYERS
#define BUYERS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static void *buy(void *unused)
{
    pthread_mutex_lock(&lock);
    int free_seats = seats;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (free_seats > 0)
        seats--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t buyer[BUYERS];
    for (int i = 0; i < BUYERS; i++)
        pthread_create(&buyer[i], NULL, buy, NULL);
    for (int i = 0; i < BUYERS; i++)
        pthread_join(buyer[i], NULL);
    assert(seats >= 0); /* BUG: sold twice */
    return 0;
}
