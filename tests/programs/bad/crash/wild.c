// expect: bug crash
// An index that another thread changes sends a write far out of the program's memory.
#include <pthread.h>

static volatile int cells[4];
static volatile long offset;

static void *spoil(void *unused)
{
    offset = 0x200000000000;
    offset = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spoil, NULL);
    cells[offset] = 1; // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
