// expect: verified
// expect: bug assertion "current->value == value"
// expect: bug assertion "current->value == value"
// expect: bug assertion "current->value == value"
// expect: bug assertion "current->value == value"
// options:
// options: --reuse=choose
// options: --reuse=choose --reduction=none
// options: --reuse=choose --search=bfs
// options: --reuse=choose --reduction=optimal-dpor --race=off
// Two settings may have the same address, one after the other: that it has not changed says nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct settings {
    int value;
} *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    struct settings *seen = current;
    int value = current->value;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (current == seen)
        assert(current->value == value);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    free(current);
    current = malloc(sizeof *current);
    current->value = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    current = malloc(sizeof *current);
    current->value = 1;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(current);
    return 0;
}
