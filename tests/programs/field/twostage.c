// expect: bug assertion "t2"
// Shape: SV-COMP and SCTBench, twostage (from Bron et al., two-stage access): a value and its copy are under different locks,
// and a reader that comes between the stages sees one without the other. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t data1_lock = PTHREAD_MUTEX_INITIALIZER, data2_lock = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2;

static void *stage(void *unused)
{
    pthread_mutex_lock(&data1_lock);
    data1 = 1;
    pthread_mutex_unlock(&data1_lock);
    pthread_mutex_lock(&data2_lock);
    data2 = data1 + 1;
    pthread_mutex_unlock(&data2_lock);
    return unused;
}

static void *reader(void *unused)
{
    pthread_mutex_lock(&data1_lock);
    int t1 = data1;
    pthread_mutex_unlock(&data1_lock);
    if (t1 == 0)
        return unused;
    pthread_mutex_lock(&data2_lock);
    int t2 = data2;
    pthread_mutex_unlock(&data2_lock);
    assert(t2 == t1 + 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, stage, NULL);
    pthread_create(&b, NULL, stage, NULL);
    pthread_create(&c, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
