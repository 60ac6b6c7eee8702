// expect: bug crash "SIGPIPE"
// The reader may leave before the writer has written: then the signal ends the process.
// native: 0
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *reader(void *unused)
{
    char c;
    read(p[0], &c, 1);
    close(p[0]);
    return unused;
}

int main(void)
{
    pthread_t t;
    pipe(p);
    write(p[1], "a", 1);
    pthread_create(&t, NULL, reader, NULL);
    write(p[1], "b", 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
