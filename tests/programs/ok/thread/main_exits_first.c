// expect: verified
// pthread_exit in main ends only the main thread: the other one runs to its end.
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;
static int left_behind;

static void *work(void *unused)
{
    pthread_join(main_thread, NULL);
    assert(left_behind == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, work, NULL);
    left_behind = 1;
    pthread_exit(NULL);
}
