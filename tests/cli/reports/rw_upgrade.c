/* A read lock that is given up to get the write lock: what was read may have changed in between. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int              seats = 1, sold;

static void *customer(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int free_seat = seats > 0;
    pthread_rwlock_unlock(&lock);
    if (free_seat) {
        pthread_rwlock_wrlock(&lock);
        seats--;
        sold++;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, customer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(seats >= 0);
    return 0;
}
