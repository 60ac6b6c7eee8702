// expect: bug memory "in memory that was unmapped"
// native: 139
// A thread reads a map while another one may have given it back.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *p;

static void *reader(void *unused)
{
    volatile int x = p[1000]; // BUG HERE
    (void)x;
    return unused;
}

int main(void)
{
    pthread_t a;
    p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[0] = 1;
    pthread_create(&a, NULL, reader, NULL);
    munmap(p, 4096);
    pthread_join(a, NULL);
    return 0;
}
