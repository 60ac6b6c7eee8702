// expect: verified
// options: --leaks
// One thread allocates, another frees, and the place is used again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
static struct node *stack;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        pthread_mutex_lock(&lock);
        n->next = stack;
        stack = n;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    struct node *n = stack;
    if (n)
        stack = n->next;
    pthread_mutex_unlock(&lock);
    int value = n ? n->value : 0;
    free(n);
    return value;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    int sum = take() + take();
    pthread_join(t, NULL);
    sum += take() + take();
    assert(sum == 3 && !stack);
    return 0;
}
