// expect: bug deadlock "thread 0 waits in descriptor read"
// native: endless
// Main waits for two bytes of a pipe whose writing end it has open itself; only one comes.
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *writer(void *unused)
{
    write(p[1], "a", 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c[2];
    pipe(p);
    pthread_create(&t, NULL, writer, NULL);
    read(p[0], &c[0], 1);
    read(p[0], &c[1], 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
