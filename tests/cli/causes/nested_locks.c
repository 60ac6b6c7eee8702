/* Accounts, each looked at with the lock in a section of its own; who transfers holds the lock of the journal, too. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static int             checking = 60, savings = 40, entries;

static int look(const int *balance)
{
    pthread_mutex_lock(&bank);
    int now = *balance;
    pthread_mutex_unlock(&bank);
    return now;
}

static void *transfer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&bank);
    pthread_mutex_lock(&journal);
    entries++;
    checking -= 10;
    savings += 10;
    pthread_mutex_unlock(&journal);
    pthread_mutex_unlock(&bank);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, transfer, NULL);
    assert(look(&checking) + look(&savings) == 100);
    pthread_join(t, NULL);
    return entries != 1;
}
