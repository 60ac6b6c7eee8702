// expect: verified
// races: 0
// The request to cancel a thread orders what its cleanup handler does; joining orders the rest.
#include <assert.h>
#include <pthread.h>

static int asked, cleaned;

static void clean(void *unused)
{
    (void)unused;
    cleaned = asked;
}

static void *work(void *unused)
{
    pthread_cleanup_push(clean, NULL);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    asked = 1;
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(cleaned == 1);
    return 0;
}
