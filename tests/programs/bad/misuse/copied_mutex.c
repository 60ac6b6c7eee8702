// expect: bug misuse "lock on a copy of a mutex: only the original may be used"
// A structure with a lock in it is assigned.
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };
static struct account first, second;

int main(void)
{
    pthread_mutex_init(&first.lock, NULL);
    second = first;
    pthread_mutex_lock(&second.lock); // BUG HERE
    pthread_mutex_unlock(&second.lock);
    return 0;
}
