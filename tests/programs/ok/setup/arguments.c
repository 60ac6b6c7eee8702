// expect: verified
// args: two "three four" --five
// Arguments and environment reach the program unchanged.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char **words;

static void *work(void *unused)
{
    assert(strcmp(words[2], "three four") == 0);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t t;
    assert(argc == 4 && strcmp(argv[1], "two") == 0 && strcmp(argv[3], "--five") == 0);
    assert(getenv("PATH") != NULL);
    words = argv;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
