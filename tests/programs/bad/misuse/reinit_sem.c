// expect: bug misuse "init of a semaphore that is initialized already and was not destroyed"
// A semaphore is not reset by sem_init.
#include <semaphore.h>

static sem_t tokens;

int main(void)
{
    sem_init(&tokens, 0, 1);
    sem_wait(&tokens);
    sem_init(&tokens, 0, 1); // BUG HERE
    sem_destroy(&tokens);
    return 0;
}
