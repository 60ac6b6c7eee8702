// expect: bug misuse "init of a mutex that is initialized already and was not destroyed"
// Both threads set the module up.
#include <pthread.h>

static pthread_mutex_t lock;

static void *set_up(void *unused)
{
    pthread_mutex_init(&lock, NULL); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set_up, NULL);
    set_up(NULL);
    pthread_join(t, NULL);
    return 0;
}
