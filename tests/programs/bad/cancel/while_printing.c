// expect: bug assertion
// options: --all
// findings: 2
// only: -O0
// native: endless
// printf is a cancellation point if it happens to write.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int printed;

static void clean_up(void *unused)
{
    (void)unused;
    assert(printed); // BUG HERE
}

static void *work(void *unused)
{
    pthread_cleanup_push(clean_up, NULL);
    printf("%d\n", printed);
    printed = 1;
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value != PTHREAD_CANCELED || !printed); // OR HERE
    return 0;
}
