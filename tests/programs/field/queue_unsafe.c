// expect: bug assertion "empty"
// Shape: SV-COMP, pthread family, queue: the consumer dequeues as often as the producer enqueues, without waiting for it.
// Known verdict: unsafe (it may find the queue empty).
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
static struct { int element[SIZE]; int head, tail, amount; } queue;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *t1(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        queue.element[queue.tail++] = i + 1;
        queue.amount++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *t2(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        int empty = queue.amount == 0;
        assert(!empty); // BUG HERE
        queue.head++;
        queue.amount--;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
