// expect: bug assertion "rounds == 100"
// A round looks at two places and counts up to a hundred: after that it comes back to its state, and still others may come in between its
// looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *work(void *unused)
{
    a = 1;
    b = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    int x, y, rounds = 0;
    pthread_create(&t, NULL, work, NULL);
    do {
        x = a;
        y = b;
        if (rounds < 100)
            rounds++;
    } while (!x && !y);
    assert(!(x == 0 && y == 1 && rounds == 100)); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
