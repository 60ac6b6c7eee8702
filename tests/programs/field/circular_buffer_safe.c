// expect: verified
// Shape: SV-COMP, pthread family, circular buffer, the repaired variant: the flags make sender and receiver alternate. Known
// verdict: safe.
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
            buffer[next] = 7;
            next = (next + 1) % SIZE;
            receive_flag = true;
            send_flag = false;
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
            assert(buffer[first] == 7);
            buffer[first] = 0;
            first = (first + 1) % SIZE;
            receive_flag = false;
            send_flag = true;
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
