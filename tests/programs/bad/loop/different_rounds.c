// expect: bug assertion "changes < 150"
// Rounds of a loop that waits find something else each time: they are not alike, however many there are.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ball;

static void *work(void *unused)
{
    for (int i = 0; i < 200; i++)
        ball ^= 1;
    ball = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    int changes = 0, last = 0;
    pthread_create(&t, NULL, work, NULL);
    for (int now; (now = ball) != 2; last = now)
        changes += now != last;
    assert(changes < 150); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
