// expect: bug assertion "data < 3"
// Shape: SV-COMP, pthread family, and SCTBench, lazy01: three threads under one lock add 1, add 2 and check. Known verdict:
// unsafe, when the checker comes last.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *thread1(void *unused)
{
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *thread2(void *unused)
{
    pthread_mutex_lock(&mutex);
    data += 2;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *thread3(void *unused)
{
    pthread_mutex_lock(&mutex);
    assert(data < 3); // BUG HERE
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, thread1, NULL);
    pthread_create(&b, NULL, thread2, NULL);
    pthread_create(&c, NULL, thread3, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
