// expect: bug memory "write of 4 bytes in memory that is mapped for reading only"
// native: 139
// One thread has made the table read-only, another one still adds to it.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *table;

static void *add(void *unused)
{
    table[1] = table[0] + 1; // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a;
    table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, add, NULL);
    mprotect(table, 4096, PROT_READ);
    pthread_join(a, NULL);
    return 0;
}
