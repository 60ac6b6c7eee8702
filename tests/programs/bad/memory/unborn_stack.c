// expect: bug memory "lock where no thread has its stack"
// A pointer that has gone astray to where the stack of a thread would be that was never born.
#include <pthread.h>

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_create(&u, NULL, nothing, NULL);
    char *astray = (char *)u + 3 * ((char *)u - (char *)t);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    pthread_mutex_lock((pthread_mutex_t *)astray); // BUG HERE
    return 0;
}
