// expect: verified
// Constructors and destructors of the program run, also with threads in between.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *table;

__attribute__((constructor)) static void before(void) { table = calloc(4, sizeof *table); }
__attribute__((destructor)) static void after(void) { free(table); }

static void *work(void *index)
{
    table[(long)index]++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(table[1] == 1 && table[2] == 1);
    return 0;
}
