// expect: verified
// Shape: SV-COMP, pthread family, stateful01 (from the Inspect examples): two threads, two locks, two data words. The
// assertion as in the safe variant: data1 is 16 and data2 is 5 in the end.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *thread1(void *unused)
{
    pthread_mutex_lock(&ma);
    data1++;
    pthread_mutex_unlock(&ma);
    pthread_mutex_lock(&mb);
    data2++;
    pthread_mutex_unlock(&mb);
    return unused;
}

static void *thread2(void *unused)
{
    pthread_mutex_lock(&ma);
    data1 += 5;
    pthread_mutex_unlock(&ma);
    pthread_mutex_lock(&mb);
    data2 -= 6;
    pthread_mutex_unlock(&mb);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread1, NULL);
    pthread_create(&b, NULL, thread2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data1 == 16 && data2 == 5);
    return 0;
}
