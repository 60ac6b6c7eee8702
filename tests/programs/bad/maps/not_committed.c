// expect: bug memory "in memory that is mapped without access"
// Memory that was reserved is used before somebody has made it accessible.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static char *reserve;
static atomic_int committed;

static void *commit(void *unused)
{
    atomic_store(&committed, 1);
    mprotect(reserve + 4096, 4096, PROT_READ | PROT_WRITE);
    return unused;
}

int main(void)
{
    pthread_t a;
    reserve = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, commit, NULL);
    if (atomic_load(&committed))
        reserve[4096] = 1; // BUG HERE
    pthread_join(a, NULL);
    return 0;
}
