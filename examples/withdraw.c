/* Two customers withdraw amounts that mz_choose picks: every pair of amounts is explored, in every interleaving. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *unused)
{
    int amount = 10 * (1 + mz_choose(9)); /* 10, 20, ... 90 */
    pthread_mutex_lock(&lock);
    if (balance >= amount)
        balance -= amount;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}
