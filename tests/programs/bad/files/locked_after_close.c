// expect: bug memory "in a freed block"
// options: -DFIRST=0
// options: -DFIRST=1
// options: -DFIRST=0 -DTRIES
// native: endless
// The lock of a stream is a part of the stream, which one thread closes when the other takes or gives up the lock.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *closes(void *unused)
{
    fclose(file); // BUG HERE
    return unused;
}

static void *locks(void *unused)
{
#ifdef TRIES
    if (ftrylockfile(file) != 0) // OR HERE
        return unused;
#else
    flockfile(file); // OR HERE
#endif
    funlockfile(file); // OR HERE
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {closes, locks};
    pthread_t t[2];
    file = fopen(__FILE__, "r");
    pthread_create(&t[0], NULL, start[FIRST], NULL);
    pthread_create(&t[1], NULL, start[1 - FIRST], NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
