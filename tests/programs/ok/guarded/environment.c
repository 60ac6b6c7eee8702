// expect: covered "each call of getenv, setenv"
// The environment is the C library's: two threads set and ask for a variable, in every order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *set(void *unused)
{
    assert(setenv("MODE", "fast", 1) == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    setenv("MODE", "slow", 1);
    pthread_create(&t, NULL, set, NULL);
    const char *mode = getenv("MODE");
    assert(strcmp(mode, "slow") == 0 || strcmp(mode, "fast") == 0);
    pthread_join(t, NULL);
    assert(strcmp(getenv("MODE"), "fast") == 0);
    return 0;
}
