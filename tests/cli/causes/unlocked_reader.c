/* Who reads without the lock sees what is between two writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int checking = 100, savings;

static void *transfer(void *unused)
{
    pthread_mutex_lock(&lock);
    checking -= 30;
    savings += 30;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *audit(void *unused)
{
    int total = checking + savings;
    assert(total == 100);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, transfer, NULL);
    pthread_create(&t[1], NULL, audit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
