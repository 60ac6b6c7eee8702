/* long_trace.c - a failing assertion behind 18,003 steps, for the time that reports take (reports.sh). */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item { int value; struct item *next; };
static struct { pthread_mutex_t lock; struct item *head; int count; } list = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *fill(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        struct item *new = malloc(sizeof *new);
        new->value = i;
        pthread_mutex_lock(&list.lock);
        new->next = list.head;
        list.head = new;
        list.count++;
        pthread_mutex_unlock(&list.lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    fill(NULL);
    pthread_join(t, NULL);
    assert(list.count == 0);
    return 0;
}
