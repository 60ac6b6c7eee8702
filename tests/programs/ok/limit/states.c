// expect: unknown "--states"
// options: --states=50
// A limit that ended the search is named, and nothing is called verified.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *work(void *unused)
{
    for (int i = 0; i < 20; i++) {
        atomic_fetch_add(&a, 1);
        atomic_fetch_xor(&b, atomic_load(&a));
    }
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
