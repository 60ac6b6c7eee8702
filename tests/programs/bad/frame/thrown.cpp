// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// A frame is left by an exception, and another takes its place at once.
#include <pthread.h>

static int *volatile lent;
static volatile int counter;

static __attribute__((noinline)) void lend(bool raise)
{
    volatile int value = 1;
    lent = const_cast<int *>(&value);
    if (raise)
        throw 1;
}

static __attribute__((noinline)) void cover(void)
{
    volatile int room[64];
    for (int i = 0; i < 64; i++)
        room[i] = counter;
}

static void *work(void *unused)
{
    int *used = lent;
    if (used)
        (void)*const_cast<volatile int *>(used); // BUG HERE
    counter = 1;
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    try {
        lend(true);
    } catch (int) {
        cover();
    }
    pthread_join(t, nullptr);
    return 0;
}
