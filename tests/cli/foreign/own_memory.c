/* own_memory.c - two threads use functions without hooks, each on memory of its own: as if they had hooks. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int twice(int x)
{
    return 2 * x;
}

static void *worker(void *argument)
{
    int id = *(int *)argument, local[4], *block = malloc(5 * sizeof *block);
    helper_fill(local, 4, id);
    helper_fill(block, 5, 10 * id);
    char *text = helper_copy(id == 1 ? "one" : "three");
    pthread_mutex_lock(&lock);
    shared += id;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 4; i++)
        assert(local[i] == id && block[i + 1] == 10 * id);
    assert(strcmp(text, id == 1 ? "one" : "three") == 0);
    assert(helper_apply(twice, id) == 2 * id + 1);
    assert(helper_apply_last(twice, id) == 2 * id);
    assert(helper_sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 78);
    assert(helper_scale(id, 0.5f) == id / 2.0);
    assert(helper_pair(id, 1).c == id + 1 && helper_pair(id, 1).d == id - 1);
    free(text);
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(shared == 3);
    return 0;
}
