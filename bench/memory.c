/* memory.c - memory that is not touched must cost nothing per step: KILOBYTES of it are filled once in set-up, then three
 * threads take turns in a small part of the program. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef KILOBYTES
#define KILOBYTES 4
#endif
#ifndef ROUNDS
#define ROUNDS 12
#endif

static char ballast[KILOBYTES << 10];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    memset(ballast, 1, sizeof ballast);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(counter == 3 * ROUNDS && ballast[sizeof ballast - 1] == 1);
    return 0;
}
