/* Two cash machines, one account. Each checks the balance before it pays, and both hold the lock whenever they touch
 * it. Yet the bank loses money: try `mazurka check examples/account.c`. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static int paid;

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
    balance -= amount;
    paid += amount;
    pthread_mutex_unlock(&lock);
}

static void *cash_machine(void *unused)
{
    (void)unused;
    if (read_balance() >= 80)
        pay(80);
    return NULL;
}

int main(void)
{
    pthread_t machine[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&machine[i], NULL, cash_machine, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(machine[i], NULL);
    printf("paid %d, balance %d\n", paid, balance);
    assert(balance >= 0);
    return 0;
}
