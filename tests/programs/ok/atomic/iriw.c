// expect: verified
// ends: 15
// Independent reads of independent writes: of the 16 outcomes sequential consistency forbids exactly one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw[4];

static void *write_x(void *unused) { atomic_store(&x, 1); return unused; }
static void *write_y(void *unused) { atomic_store(&y, 1); return unused; }

static void *read_xy(void *unused)
{
    saw[0] = atomic_load(&x);
    saw[1] = atomic_load(&y);
    return unused;
}

static void *read_yx(void *unused)
{
    saw[2] = atomic_load(&y);
    saw[3] = atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, write_x, NULL);
    pthread_create(&t[1], NULL, write_y, NULL);
    pthread_create(&t[2], NULL, read_xy, NULL);
    pthread_create(&t[3], NULL, read_yx, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(!(saw[0] == 1 && saw[1] == 0 && saw[2] == 1 && saw[3] == 0));
    return 0;
}
