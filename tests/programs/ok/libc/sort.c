// expect: verified
// Two threads sort and search one array, in turn; a third array is sorted before there are threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
    char key;
    int  number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[5] = {{'c', 1}, {'a', 2}, {'c', 3}, {'b', 4}, {'a', 5}};
static int many[100];

static int by_key(const void *a, const void *b)
{
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

static int by_value(const void *a, const void *b, void *sign)
{
    return *(int *)sign * (*(const int *)a - *(const int *)b);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    qsort(entries, 5, sizeof *entries, by_key);
    for (int i = 0; i + 1 < 5; i++)
        assert(entries[i].key < entries[i + 1].key || (entries[i].key == entries[i + 1].key && entries[i].number < entries[i + 1].number));
    const struct entry wanted = {'b', 0};
    struct entry *found = bsearch(&wanted, entries, 5, sizeof *entries, by_key);
    assert(found && found->number == 4);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    int sign = 1;
    for (int i = 0; i < 100; i++)
        many[i] = i * 37 % 100;
    qsort_r(many, 100, sizeof *many, by_value, &sign);
    assert(many[0] == 0 && many[99] == 99);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    sign = -1;
    qsort_r(many, 100, sizeof *many, by_value, &sign);
    for (int i = 0; i < 100; i++)
        assert(many[i] == 99 - i);
    return 0;
}
