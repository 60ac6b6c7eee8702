/* lent.c - one thread changes what a function without hooks finds by a name, and not by its arguments. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef LOOK
#define LOOK helper_sees(name)
#endif

int lent_level;
extern int helper_level;
extern char **environ;

static const char name[] = "MAZURKA_TEST_LENT";
char *others[] = {"MAZURKA_TEST_LENT=1", NULL};

static void *worker(void *argument)
{
    CHANGE;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = LOOK;
    assert(!seen); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
