// expect: verified
// What the library has a lock for, what the program has one for, and what the program keeps itself.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *text)
{
    unsigned short own[3] = {0};
    char *rest;
    struct tm date;
    time_t start = 0;
    rand();
    pthread_mutex_lock(&lock);
    drand48();
    localtime(&start);
    pthread_mutex_unlock(&lock);
    nrand48(own);
    strtok_r(text, " ", &rest);
    gmtime_r(&start, &date);
    return NULL;
}

int main(void)
{
    static char first[] = "a b", second[] = "c d";
    pthread_t a, b;
    pthread_create(&a, NULL, work, first);
    pthread_create(&b, NULL, work, second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
