// expect: covered "depth"
// options: --depth=3
// A limit of the depth: all within it was explored, and that is what the verdict says.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *work(void *unused)
{
    for (int i = 0; i < 4; i++)
        atomic_fetch_add(&a, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
