// expect: bug assertion "*p == 1"
// The kernel may keep what it was told is not needed, or not.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void *work(void *unused)
{
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *p = 1;
    madvise(p, 4096, MADV_FREE);
    assert(*p == 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
