// expect: bug deadlock
// One thread is enough to wait for ever.
#include <semaphore.h>

int main(void)
{
    sem_t s;
    sem_init(&s, 0, 0);
    sem_wait(&s);
    return 0;
}
