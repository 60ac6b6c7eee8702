// expect: verified
// options: --uninit
// Memory that is written before it is read, zeroed by calloc, or copied without being looked at.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct parts {
    char first;
    int  second;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct parts shared;

static void *work(void *unused)
{
    struct parts here;
    here.first = 1;
    here.second = 2;
    pthread_mutex_lock(&lock);
    shared = here;
    assert(shared.second == 2);
    pthread_mutex_unlock(&lock);
    char *zeros = calloc(3, 5), *grown = malloc(4);
    memset(grown, 1, 4);
    grown = realloc(grown, 400);
    assert(zeros[14] == 0 && grown[3] == 1);
    free(zeros);
    free(grown);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
