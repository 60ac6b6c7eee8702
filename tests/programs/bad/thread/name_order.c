// expect: bug assertion "strcmp(name, "busy") != 0"
// One thread gives another a name, which that one may find or not.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_t first;

static void *work(void *unused)
{
    (void)unused;
    pthread_setname_np(first, "busy");
    return NULL;
}

int main(void)
{
    pthread_t t;
    char name[16];
    first = pthread_self();
    pthread_setname_np(first, "idle");
    pthread_create(&t, NULL, work, NULL);
    pthread_getname_np(first, name, sizeof name);
    pthread_join(t, NULL);
    assert(strcmp(name, "busy") == 0 || strcmp(name, "idle") == 0);
    assert(strcmp(name, "busy") != 0); // BUG HERE
    return 0;
}
