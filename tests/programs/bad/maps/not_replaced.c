// expect: refused "mmap with MAP_FIXED_NOREPLACE"
// Whether a place is taken depends on what another thread does meanwhile: where it is not, what the kernel does is not modelled.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *p;

static void *placer(void *unused)
{
    void *r = mmap(p, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0); // BUG HERE
    assert(r == MAP_FAILED);
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
    pthread_create(&a, NULL, placer, NULL);
    pthread_create(&b, NULL, unmapper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
