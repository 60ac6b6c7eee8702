// expect: bug stack-overflow
// A recursion without an end in one interleaving.
#include <pthread.h>

static volatile int depth = 3;
static volatile int sink;

static int down(int n)
{
    volatile char frame[4096];
    frame[(unsigned)n % sizeof frame] = (char)n; // any of them: clang -O1 keeps no room for what is not used
    if (n == 0)
        return frame[0];
    return down(n - 1) + frame[0];
}

static void *spoil(void *unused)
{
    depth = -1;
    depth = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spoil, NULL);
    sink = down(depth);
    pthread_join(t, NULL);
    return 0;
}
