// expect: refused "sem_open"
// Named semaphores are shared with other processes.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int main(void)
{
    sem_t *s = sem_open("/mazurka-test", O_CREAT, 0600, 1); // BUG HERE
    sem_wait(s);
    return 0;
}
