// expect: verified
// slow
// Two threads map and unmap for ever: the same states come again.
// native: endless
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int turn;

static void *work(void *unused)
{
    for (;;) {
        int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(p != MAP_FAILED && *p == 0);
        *p = 1;
        atomic_fetch_xor(&turn, 1);
        munmap(p, 4096);
    }
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
}
