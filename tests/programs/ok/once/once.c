// expect: verified
// pthread_once runs the initializer once, and nobody passes before it is finished; controls are independent.
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int outer_runs, inner_runs;

static void init_inner(void) { inner_runs++; }

static void init_outer(void)
{
    pthread_once(&inner, init_inner);
    outer_runs++;
}

static void *work(void *unused)
{
    pthread_once(&outer, init_outer);
    assert(outer_runs == 1 && inner_runs == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
