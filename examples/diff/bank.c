/* An account, two cash machines and a clerk: what docs/use/diff.md edits. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int read_balance(void)
{
    pthread_mutex_lock(&lock);
    int amount = balance;
    pthread_mutex_unlock(&lock);
    return amount;
}

static void pay(int amount)
{
    pthread_mutex_lock(&lock);
    if (balance >= amount)
        balance -= amount;
    pthread_mutex_unlock(&lock);
}

static void *cash_machine(void *unused)
{
    (void)unused;
    pay(80);
    return NULL;
}

static void *clerk(void *unused)
{
    (void)unused;
    assert(read_balance() >= 0);
    return NULL;
}

int main(void)
{
    pthread_t machine[2], person;
    for (int i = 0; i < 2; i++)
        pthread_create(&machine[i], NULL, cash_machine, NULL);
    pthread_create(&person, NULL, clerk, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(machine[i], NULL);
    pthread_join(person, NULL);
    return 0;
}
