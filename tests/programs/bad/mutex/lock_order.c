// expect: bug deadlock
// Two locks taken in opposite orders.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    balance++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    balance--;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
