/* mapped.c - a function without hooks writes to memory that the program has mapped. -DSPARE: it could map some, and does not;
 * -DSIZE=...: so much. */
#include "helper.h"

#include <pthread.h>
#include <sys/mman.h>

#ifndef SIZE
#define SIZE 4096
#endif

static void *worker(void *argument)
{
    helper_fill(argument, 2, 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    static int own[2];
    int *page = own;
#ifdef SPARE
    if (page == NULL)
#endif
        page = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&t, NULL, worker, page);
    pthread_join(t, NULL);
    return page[1] != 1;
}
