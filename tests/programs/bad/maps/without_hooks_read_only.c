// expect: refused "a function without hooks that writes to maps that are not for writing"
// options: --self-check
// options: --visible=all --reduction=none
// What a function without hooks does to memory that is for reading only is noticed when it has done it.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

static int *p;

static void *scanner(void *unused)
{
    sscanf("7", "%d", p);
    return unused;
}

int main(void)
{
    pthread_t a;
    p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, scanner, NULL);
    mprotect(p, 4096, PROT_READ);
    pthread_join(a, NULL);
    return 0;
}
