/* A bank: each account has a thread, which makes a deposit, a withdrawal, and a transfer to the next account. Each account has a lock.
 *
 * The bug: a transfer holds the lock of the account that pays, but not that of the account that is paid. What its own thread does to
 * that account at the same time is lost, or the payment is. */
#include <assert.h>
#include <pthread.h>

#ifndef ACCOUNTS
#define ACCOUNTS 2
#endif

enum { INITIAL = 100, DEPOSIT = 300, WITHDRAWAL = 100, TRANSFER = 100 };

struct account {
    pthread_mutex_t lock;
    int             amount;
};

static struct account account[ACCOUNTS];

static void add(struct account *a, int amount)
{
    pthread_mutex_lock(&a->lock);
    a->amount += amount;
    pthread_mutex_unlock(&a->lock);
}

static void transfer(struct account *from, struct account *to, int amount)
{
#ifdef FIXED
    add(from, -amount);
    add(to, amount);
#else
    pthread_mutex_lock(&from->lock);
    from->amount -= amount;
    to->amount += amount; /* the lock of the other account is missing */
    pthread_mutex_unlock(&from->lock);
#endif
}

static void *manage(void *argument)
{
    struct account *own = argument;
    struct account *next = own + 1 < account + ACCOUNTS ? own + 1 : account;
    add(own, DEPOSIT);
    add(own, -WITHDRAWAL);
    transfer(own, next, TRANSFER);
    return NULL;
}

int main(void)
{
    pthread_t thread[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&account[i].lock, NULL);
        account[i].amount = INITIAL;
    }
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_create(&thread[i], NULL, manage, &account[i]);
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < ACCOUNTS; i++)
        assert(account[i].amount == INITIAL + DEPOSIT - WITHDRAWAL); /* BUG: money is lost, or made */
    return 0;
}
