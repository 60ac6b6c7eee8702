// expect: verified
// Trees, tables and lists of the C library, with comparisons that are the program's: each thread has its own.
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compared;

static int compare(const void *a, const void *b)
{
    __atomic_fetch_add(&compared, 1, __ATOMIC_SEQ_CST);
    return (int)((intptr_t)a - (intptr_t)b);
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void trees(void)
{
    void *root = NULL;
    tsearch((void *)3, &root, compare);
    tsearch((void *)1, &root, compare);
    assert(tfind((void *)1, &root, compare) && !tfind((void *)2, &root, compare));
    tdelete((void *)3, &root, compare);
    tdelete((void *)1, &root, compare);
    assert(!root);
}

static void lists(void)
{
    int numbers[4] = {4, 2}, two = 2, seven = 7;
    size_t n = 2;
    assert(lfind(&two, numbers, &n, sizeof *numbers, compare_ints) == &numbers[1]);
    assert(lsearch(&seven, numbers, &n, sizeof *numbers, compare_ints) == &numbers[2] && n == 3);
}

static void *work(void *unused)
{
    trees();
    lists();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    lists();
    pthread_join(t, NULL);
    assert(compared > 0);
    return 0;
}
