// expect: bug any
// options: --all
// options: --all --visible=all
// options: --all --reduction=none
// findings: 2
// A thread goes on with a string that another one begins. If it comes too early there is none, and it crashes; that is no reason not to
// look at what it does when it comes later.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char words[] = "a b";

static void *split(void *unused)
{
    char *second = strtok(NULL, " "); // BUG HERE
    if (second && *second == 'b')
        abort(); // OR HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, split, NULL);
    strtok(words, " ");
    pthread_join(t, NULL);
    return 0;
}
