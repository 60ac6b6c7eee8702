/* account.h - what the tests of this folder test: an account, paid into in one step or, which is the bug, in two. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static inline int account_balance(struct account *a)
{
    pthread_mutex_lock(&a->lock);
    int balance = a->balance;
    pthread_mutex_unlock(&a->lock);
    return balance;
}

static inline void *account_pay(void *account)
{
    struct account *a = (struct account *)account;
    pthread_mutex_lock(&a->lock);
    a->balance += 10;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static inline void *account_pay_in_two(void *account)
{
    struct account *a = (struct account *)account;
    int balance = account_balance(a);
    pthread_mutex_lock(&a->lock);
    a->balance = balance + 10;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* What two threads have paid in. */
static inline int paid_by_two(void *(*pay)(void *))
{
    struct account account = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, pay, &account);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return account_balance(&account);
}

#endif
