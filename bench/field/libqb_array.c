/* libqb: two threads ask an array that grows by itself for elements of different bins; none is lost when the table of bins moves. */
#include <assert.h>
#include <pthread.h>

#include <qb/qbarray.h>

static qb_array_t *array;

static void set(int index, int value)
{
    void *element;
    assert(qb_array_index(array, index, &element) == 0);
    *(int *)element = value;
}

static void *other(void *unused)
{
    set(17, 17);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *element;
    array = qb_array_create_2(16, sizeof(int), 16);
    assert(array);
    set(0, 1);
    pthread_create(&thread, NULL, other, NULL);
    set(33, 33);
    pthread_join(thread, NULL);
    for (int i = 17; i <= 33; i += 16)
        assert(qb_array_index(array, i, &element) == 0 && *(int *)element == i);
    qb_array_free(array);
    return 0;
}
