// expect: bug misuse "init of a spin lock that is initialized already and was not destroyed"
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE); // BUG HERE
    return 0;
}
