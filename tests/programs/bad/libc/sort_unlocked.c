// expect: bug assertion "numbers[0] == 1"
// Elements change places one pair at a time, and others can look on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int numbers[3] = {3, 2, 1};

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void *sort(void *unused)
{
    qsort(numbers, 3, sizeof *numbers, by_value);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sort, NULL);
    if (numbers[0] != 3)
        assert(numbers[0] == 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
