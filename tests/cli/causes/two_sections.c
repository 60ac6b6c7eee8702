/* What is looked at with a lock is relied on when it is taken again. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[4], used;

static int is_empty(void)
{
    pthread_mutex_lock(&lock);
    int empty = used == 0;
    pthread_mutex_unlock(&lock);
    return empty;
}

static int pop(void)
{
    pthread_mutex_lock(&lock);
    assert(used > 0);
    int top = stack[--used];
    pthread_mutex_unlock(&lock);
    return top;
}

static void *work(void *unused)
{
    if (!is_empty())
        pop();
    return unused;
}

int main(void)
{
    pthread_t t[2];
    stack[used++] = 7;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
