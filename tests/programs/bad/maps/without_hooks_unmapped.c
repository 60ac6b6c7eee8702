// expect: refused "a function without hooks that is given memory that is not mapped"
// options: --self-check
// options: --visible=all --reduction=none
// What a function without hooks does to memory that was unmapped would not be noticed.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

static int *p;

static void *scanner(void *unused)
{
    sscanf("7", "%d", p); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a;
    p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, scanner, NULL);
    munmap(p, 4096);
    pthread_join(a, NULL);
    return 0;
}
