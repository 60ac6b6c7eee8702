// expect: refused "mmap with PROT_EXEC is not supported"
// Code that is made while threads run cannot be followed.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void *work(void *unused)
{
    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
