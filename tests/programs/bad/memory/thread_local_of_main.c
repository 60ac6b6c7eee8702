// expect: bug memory "in the thread-local storage of an ended thread (thread 0)"
// options: --race=off
// options: --race=off --reduction=none
// Main leaves before the others end, and what is thread-local to it goes with it.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int local;

static void *user(void *p)
{
    *(int *)p = 1; // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, user, &local);
    pthread_exit(NULL);
}
