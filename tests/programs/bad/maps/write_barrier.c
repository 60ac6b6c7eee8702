// expect: refused "in memory that is mapped for reading only, with a handler of SIGSEGV"
// native: 0
// The first write to a page is noticed by a handler, which allows it: no bug of the program's.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>

static char *page;

static void allow(int number)
{
    (void)number;
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void *writer(void *unused)
{
    page[10] = 1; // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a;
    signal(SIGSEGV, allow);
    page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, writer, NULL);
    pthread_join(a, NULL);
    return 0;
}
