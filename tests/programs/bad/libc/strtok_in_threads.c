// expect: bug assertion "second"
// options: --memory-checks=off
// strtok keeps where it is in one place for the whole process: two threads that use it take each other's words.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *split(void *unused)
{
    char words[] = "a b";
    strtok(words, " ");
    char *second = strtok(NULL, " ");
    assert(second == words + 2); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, split, NULL);
    split(NULL);
    pthread_join(t, NULL);
    return 0;
}
