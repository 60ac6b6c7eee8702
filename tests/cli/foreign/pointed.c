/* pointed.c - a pointer is stored where there were only numbers at earlier calls: what it points to is read by the next call, too. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MANY = 4096 };
static int *table[MANY];

static void *writer(void *value)
{
    __atomic_store_n((int *)value, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *value = calloc(1, sizeof *value);
    pthread_create(&thread, NULL, writer, value);
    for (int i = 0; i < 3; i++)
        assert(helper_read(table, MANY / 2) == 0);
    table[MANY / 2] = value;
    assert(helper_read(table, MANY / 2) == 0);
    pthread_join(thread, NULL);
    free(value);
    return 0;
}
