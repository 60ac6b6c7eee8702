// expect: refused "keeping more than 32 files"
// They have room of their own in states.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
    for (int i = 0; i < 40; i++)
        i % 2 ? tmpfile() : tmpfile64(); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
