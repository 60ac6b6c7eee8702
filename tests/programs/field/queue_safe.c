// expect: verified
// Shape: SV-COMP, pthread family, queue_ok: a queue under a lock with the flags enqueue_flag and dequeue_flag that make the
// two threads alternate. Known verdict: safe.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { SIZE = 3 };
static struct { int element[SIZE]; int head, tail, amount; } queue;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool enqueue_flag = true, dequeue_flag;
static int stored[SIZE];

static void enqueue(int x)
{
    queue.element[queue.tail] = x;
    queue.amount++;
    queue.tail = queue.tail == SIZE - 1 ? 0 : queue.tail + 1;
}

static int dequeue(void)
{
    int x = queue.element[queue.head];
    queue.amount--;
    queue.head = queue.head == SIZE - 1 ? 0 : queue.head + 1;
    return x;
}

static void *t1(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (enqueue_flag) {
            enqueue(i + 1);
            stored[i] = i + 1;
            enqueue_flag = false;
            dequeue_flag = true;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *t2(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (dequeue_flag) {
            int got = dequeue();
            assert(got > 0 && got == stored[got - 1]);
            dequeue_flag = false;
            enqueue_flag = true;
        }
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
