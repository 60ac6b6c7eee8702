/* greeting.c - the first caller makes the text; others must not see it before it is complete. */
#include "greeting.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

const char *greeting(void)
{
#ifndef FIXED
    if (text) /* without the lock: the text may not be complete */
        return text;
#endif
    pthread_mutex_lock(&lock);
    if (!text) {
        text = malloc(6);
        strcpy(text, "hello");
    }
    pthread_mutex_unlock(&lock);
    return text;
}
