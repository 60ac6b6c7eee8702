// expect: bug deadlock
// Shape: SCTBench, phase01_bad (Inspect): a thread that locks twice in a row where the second should have been an unlock of
// another thread's phase; the other thread never gets its turn. Known verdict: deadlock. (With normal mutexes the second
// lock would be misuse at once; here the phases are semaphores.)
#include <pthread.h>
#include <semaphore.h>

static sem_t x, y;
static int lock_status;

static void *thread(void *unused)
{
    sem_wait(&x);
    sem_wait(&y);
    sem_post(&x);
    lock_status++;
    sem_wait(&x);
    sem_post(&y);
    sem_post(&x);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&x, 0, 1);
    sem_init(&y, 0, 1);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
