// expect: verified
// races: 4
// Functions that keep something from one call to the next without a lock, or return a buffer of their own.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *work(void *text)
{
    time_t start = 0;
    lrand48();         // RACE
    strtok(text, " "); // RACE
    gmtime(&start);    // RACE
    ctime(&start);     // RACE
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
