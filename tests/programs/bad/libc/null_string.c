// expect: bug crash
// native: 139
// strlen of a null pointer is the caller's fault, at the caller's line.
#include <pthread.h>
#include <string.h>

static char *volatile name;

static void *set(void *unused)
{
    name = "set";
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    size_t n = strlen(name); // BUG HERE
    pthread_join(t, NULL);
    return n != 3;
}
