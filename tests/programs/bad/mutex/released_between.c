// expect: bug assertion "balance >= 0"
// Check and act are each under the lock, but the lock is released between them.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int read_balance(void)
{
    pthread_mutex_lock(&lock);
    int now = balance;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *withdraw(void *unused)
{
    if (read_balance() >= 60) {
        pthread_mutex_lock(&lock);
        balance -= 60;
        assert(balance >= 0); // BUG HERE
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
