/* As a framework of tests does: what was compared is not where the program ends. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int look(void)
{
    pthread_mutex_lock(&lock);
    int now = balance;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *pay(void *unused)
{
    int now = look();
    pthread_mutex_lock(&lock);
    balance = now + 10;
    pthread_mutex_unlock(&lock);
    return unused;
}

static int test(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, pay, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return look();
}

int main(void)
{
    int failed = 0;
    int result = test();
    if (result != 20)
        failed++;
    if (failed == 0)
        return 0;
    else
        return 1;
}
