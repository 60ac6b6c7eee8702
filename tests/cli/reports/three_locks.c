/* Transfers between accounts that take the two locks in the order of the call: three threads, three locks, a circle. */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    long            balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account pension = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, long amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *save(void *unused)
{
    transfer(&checking, &savings, 10);
    return unused;
}

static void *provide(void *unused)
{
    transfer(&savings, &pension, 10);
    return unused;
}

static void *retire(void *unused)
{
    transfer(&pension, &checking, 10);
    return unused;
}

int main(void)
{
    pthread_t thread[3];
    pthread_create(&thread[0], NULL, save, NULL);
    pthread_create(&thread[1], NULL, provide, NULL);
    pthread_create(&thread[2], NULL, retire, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
