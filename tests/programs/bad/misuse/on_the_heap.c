// expect: bug misuse "spin lock on a spin lock that was never initialized"
// Memory from malloc is no lock yet.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_spinlock_t *lock = malloc(sizeof *lock);
    pthread_spin_lock(lock); // BUG HERE
    pthread_spin_unlock(lock);
    free((void *)lock);
    return 0;
}
