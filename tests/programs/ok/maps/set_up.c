// expect: verified
// What main maps before it starts a thread, a gibibyte of it for later, is used, given back in part and mapped again by threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static char *reserve;

static void *work(void *unused)
{
    assert(reserve[PAGE] == 1);
    assert(munmap(reserve, PAGE) == 0);
    assert(mprotect(reserve + 4 * PAGE, PAGE, PROT_READ | PROT_WRITE) == 0);
    reserve[4 * PAGE] = 2;
    return unused;
}

int main(void)
{
    pthread_t a;
    reserve = mmap(NULL, (size_t)1 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert(reserve != MAP_FAILED && mprotect(reserve, 2 * PAGE, PROT_READ | PROT_WRITE) == 0);
    reserve[0] = reserve[PAGE] = 1;
    pthread_create(&a, NULL, work, NULL);
    reserve[PAGE + 1] = 1;
    pthread_join(a, NULL);
    assert(reserve[4 * PAGE] == 2);
    return 0;
}
