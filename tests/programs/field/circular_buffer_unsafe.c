// expect: bug assertion "received"
// Shape: SCTBench, circular_buffer_bad (ESBMC's set): the receiver takes as many items as are sent, guarded by a flag that is
// true as soon as one has been sent. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { SIZE = 3 };
static int buffer[SIZE];
static unsigned first, next;
static bool send_flag = true, receive_flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (send_flag) {
            buffer[next] = i + 1;
            next = (next + 1) % SIZE;
            receive_flag = true;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *receiver(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (receive_flag) {
            int received = buffer[first];
            first = (first + 1) % SIZE;
            assert(received == i + 1); // BUG HERE
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
