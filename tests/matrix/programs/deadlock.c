#include <semaphore.h>

#include "../between.h"

static sem_t never;

static void wrong(void)
{
    sem_wait(&never);
}

int main(void)
{
    sem_init(&never, 0, 0);
    return both(wrong, nothing);
}
