// expect: covered "__VERIFIER_nondet_"
// A queue in a ring: what comes out is what went in, in this order. In the shape of queue_ok.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }
void assume_abort_if_not(int condition);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

enum { SIZE = 2 };
static int ring[SIZE], sent[SIZE], head, tail, amount, filling = 1, draining;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (filling) {
            int value = __VERIFIER_nondet_int();
            assume_abort_if_not(value >= 0 && value < 3);
            ring[tail] = sent[i] = value;
            tail = (tail + 1) % SIZE;
            amount++;
            filling = 0, draining = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *drain(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (draining) {
            if (amount == 0 || ring[head] != sent[head])
                reach_error();
            head = (head + 1) % SIZE;
            amount--;
            draining = 0, filling = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, drain, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
