/* A block of the heap is used wrongly, as the first argument says; by a second thread, in some orders alone. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static char *volatile block;
static char *other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void late(void)
{
    char *mine = other;
    pthread_mutex_unlock(&m);
    sched_yield();
    mine[4] = 1;
}

static void far(void)
{
    other[16] = 1;
    pthread_mutex_unlock(&m);
}
static void near(void)
{
    other[11] = 1;
    pthread_mutex_unlock(&m);
}

static void *work(void *how)
{
    pthread_mutex_lock(&m);
    if (strcmp(how, "late") == 0 && block)
        late();
    else if (strcmp(how, "far") == 0 && block)
        far();
    else if (strcmp(how, "near") == 0 && block)
        near();
    else
        pthread_mutex_unlock(&m);
    return how;
}

static void give_back(void)
{
    pthread_mutex_lock(&m);
    free(other);
    block = NULL;
    pthread_mutex_unlock(&m);
}

int main(int argc, char **argv)
{
    pthread_t t;
    other = calloc(1, 11);
    block = other = realloc(other, 11);
    pthread_create(&t, 0, work, argc > 1 ? argv[1] : "");
    give_back();
    pthread_join(t, 0);
    if (argc > 1 && strcmp(argv[1], "twice") == 0)
        free(other);
    return 0;
}
