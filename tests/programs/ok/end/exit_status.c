// expect: verified
// native: 4
// Every end has a status other than 0: by default that is no fault, but a note.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    exit(4);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 3;
}
