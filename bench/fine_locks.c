/* fine_locks.c - a lock for each account: thread i moves money from account i to the next one and then to the one after that, hand over
 * hand, and always locks in ascending order. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif

enum { ACCOUNTS = THREADS + 2, START = 10 };
static struct { pthread_mutex_t lock; int money; } account[ACCOUNTS];

static void move(int from, int to)
{
    account[from].money--;
    account[to].money++;
}

static void *transfer(void *argument)
{
    int i = (int)(long)argument;
    pthread_mutex_lock(&account[i].lock);
    pthread_mutex_lock(&account[i + 1].lock);
    move(i, i + 1);
    pthread_mutex_unlock(&account[i].lock);
    pthread_mutex_lock(&account[i + 2].lock);
    move(i + 1, i + 2);
    pthread_mutex_unlock(&account[i + 2].lock);
    pthread_mutex_unlock(&account[i + 1].lock);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&account[i].lock, NULL);
        account[i].money = START;
    }
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, transfer, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < ACCOUNTS; i++)
        sum += account[i].money;
    assert(sum == ACCOUNTS * START);
    return 0;
}
