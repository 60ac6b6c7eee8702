/* outcomes.c - three threads on two variables, `x` with atomic updates besides and `y` without: every end has a line of its own. */
#include <assert.h>
#include <pthread.h>

static int x, y, untouched;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *doubles(void *unused)
{
    x = 2 * x;
    pthread_mutex_lock(&lock);
    y = 2 * y;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *adds(void *unused)
{
    x = x + 1;
    pthread_mutex_lock(&lock);
    y = y + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    x = y = 3;
    untouched = 0;
    pthread_create(&t[0], NULL, doubles, NULL);
    pthread_create(&t[1], NULL, adds, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    switch (x * 10 + y) {
    case 67: assert(!"x 6, y 7");
    case 68: assert(!"x 6, y 8");
    case 47: assert(!"x 4, y 7");
    case 48: assert(!"x 4, y 8");
    case 77: assert(!"x 7, y 7");
    case 78: assert(!"x 7, y 8");
    case 87: assert(!"x 8, y 7");
    case 88: assert(!"x 8, y 8");
    default: assert(!"something else");
    }
}
