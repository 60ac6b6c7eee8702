// expect: bug deadlock
// Two files are locked in different orders.
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>

static void *work(void *names)
{
    const char *const *name = names;
    flock(open(name[0], O_RDWR), LOCK_EX);
    flock(open(name[1], O_RDWR), LOCK_EX);
    return NULL;
}

int main(void)
{
    static const char *const one[] = {"a", "b"}, *const other[] = {"b", "a"};
    pthread_t t, u;
    open("a", O_RDWR | O_CREAT, 0600);
    open("b", O_RDWR | O_CREAT, 0600);
    pthread_create(&t, NULL, work, (void *)one);
    pthread_create(&u, NULL, work, (void *)other);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
