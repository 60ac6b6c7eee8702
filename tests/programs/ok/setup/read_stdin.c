// expect: verified
// stdin: 3 4
// Set-up runs once: it may read its input.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int numbers[2], sum;

static void *work(void *unused)
{
    __atomic_fetch_add(&sum, numbers[0], __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(scanf("%d %d", &numbers[0], &numbers[1]) == 2);
    pthread_create(&t, NULL, work, NULL);
    __atomic_fetch_add(&sum, numbers[1], __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    assert(sum == 7);
    return 0;
}
