// expect: bug assertion "a == b"
// The reader count is tested outside the mutex: the last reader may not be the one who lets the writer in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, a, b;

static void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    readers++;
    pthread_mutex_unlock(&lock);
    if (readers == 1)
        sem_wait(&room);
    assert(a == b); // BUG HERE
    pthread_mutex_lock(&lock);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    sem_wait(&room);
    a++;
    b++;
    sem_post(&room);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&room, 0, 1);
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
