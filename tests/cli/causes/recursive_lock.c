/* A deadlock of two locks, one of them recursive: what was taken and given up again since does not count. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t model = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, view = PTHREAD_MUTEX_INITIALIZER;
static int             value, shown;

static int get(void)
{
    pthread_mutex_lock(&model);
    int now = value;
    pthread_mutex_unlock(&model);
    return now;
}

static void *change(void *unused)
{
    pthread_mutex_lock(&model);
    value = get() + 1;
    pthread_mutex_lock(&view);
    shown = value;
    pthread_mutex_unlock(&view);
    pthread_mutex_unlock(&model);
    return unused;
}

static void *draw(void *unused)
{
    pthread_mutex_lock(&view);
    shown = get();
    pthread_mutex_unlock(&view);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, draw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
