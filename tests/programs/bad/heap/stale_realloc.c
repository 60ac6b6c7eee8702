// expect: bug assertion "first"
// A buffer grows and moves while another thread writes through the old pointer: the write is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *buffer;

static void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    int *mine = buffer;
    pthread_mutex_unlock(&lock);
    mine[0] = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    buffer = calloc(1, sizeof *buffer);
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    int *grown = calloc(100, sizeof *grown);
    grown[0] = buffer[0];
    buffer = grown;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    int first = buffer[0];
    assert(first == 1); // BUG HERE
    return 0;
}
