// expect: verified
// The program closes its stdout (and stderr): the verdict still arrives.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    printf("into the void\n");
    return unused;
}

int main(void)
{
    pthread_t t;
    close(1);
    close(2);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return done != 1;
}
