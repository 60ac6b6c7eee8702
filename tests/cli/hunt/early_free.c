/* A session that is closed, and its pages given back, while a thread may still use it. */
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

static sem_t opened;
static int *session;

static void *user(void *p)
{
    sem_wait(&opened);
    *session += 1;
    return p;
}

int main(void)
{
    pthread_t t;
    sem_init(&opened, 0, 0);
    session = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&t, NULL, user, NULL);
    sem_post(&opened);
    sem_post(&opened); /* meant to be a wait for the user */
    munmap(session, 4096);
    pthread_join(t, NULL);
    return 0;
}
