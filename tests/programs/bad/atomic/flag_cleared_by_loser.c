// expect: bug assertion "inside == 1"
// A try-lock whose loser clears the flag too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_int inside;

static void *work(void *unused)
{
    if (!atomic_flag_test_and_set(&busy)) {
        inside++;
        assert(inside == 1); // BUG HERE
        inside--;
    }
    atomic_flag_clear(&busy);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
