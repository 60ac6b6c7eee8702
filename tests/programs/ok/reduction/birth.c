// expect: verified
// ends: 4
// options: --race=off --reduction=sum
// options: --race=off --reduction=sum-sleep
// options: --race=off --reduction=despor
// Only main creates threads, so that it is no visible operation: the second one is made in the step that stores 3. What that thread does
// depends on what the first one is about to do, and waits for main.
#include <pthread.h>

int x, y, mine;

static void *first(void *unused)
{
    x = 2;
    mine = 2;
    y++;
    return unused;
}

static void *second(void *unused)
{
    y++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    x = 3;
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
