// expect: refused "closing the descriptor of a stream that is open"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *unused)
{
    FILE *file = fopen("/dev/null", "w");
    close(fileno(file)); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    FILE *file = fopen("/dev/null", "w");
    close(fileno(file));
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
