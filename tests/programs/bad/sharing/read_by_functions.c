// expect: bug assertion "a == b"
// options:
// options: --visible=all
// options: --visible=all --reduction=none
// What calls of functions without hooks may read counts as read by both threads; that is no reason to pass over what the program reads
// of it where everything is visible.
#include <assert.h>
#include <pthread.h>
#include <search.h>

static struct element {
    struct element *next, *previous;
} list[2], element[2];
static volatile int x;

static void *change(void *unused)
{
    insque(&element[0], &list[0]);
    x = 1;
    return unused;
}

static void *check(void *unused)
{
    insque(&element[1], &list[1]);
    int a = x, b = x;
    assert(a == b); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, change, NULL);
    pthread_create(&t[1], NULL, check, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
