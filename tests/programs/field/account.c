// expect: bug assertion "balance"
// Shape: SCTBench, account_bad: a deposit, a withdrawal and a checker, each under the lock; the checker relies on a flag that
// is set in the wrong place. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x = 1, y = 2, z = 4, balance = 1;
static bool deposit_done, withdraw_done;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&m);
    balance = balance + y;
    deposit_done = true;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&m);
    balance = balance - z;
    withdraw_done = true;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *check(void *unused)
{
    pthread_mutex_lock(&m);
    if (deposit_done || withdraw_done)
        assert(balance == (x + y) - z); // BUG HERE
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, check, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    pthread_create(&c, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
