// expect: bug assertion "r != MAP_FAILED"
// Whether mremap finds its memory mapped depends on what another thread does meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *p;

static void *resizer(void *unused)
{
    void *r = mremap(p, 4096, 4096, 0);
    assert(r != MAP_FAILED); // BUG HERE
    return unused;
}

static void *unmapper(void *unused)
{
    munmap(p, 4096);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, resizer, NULL);
    pthread_create(&b, NULL, unmapper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
