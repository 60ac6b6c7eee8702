// expect: refused "a stack of 67108864 bytes, as the program asks for, is not supported without --stack=67108864"
// All stacks have one size: the overflow is not the program's.
#include <pthread.h>

static int deep(int n)
{
    volatile char room[1 << 16];
    for (unsigned i = 0; i < sizeof room; i += 4096)
        room[i] = (char)n;
    return n == 0 ? room[0] : deep(n - 1) + room[4096];
}

static void *run(void *unused)
{
    deep(500);
    return unused;
}

int main(void)
{
    pthread_attr_t large;
    pthread_t thread;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, 64 << 20);
    pthread_create(&thread, &large, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
