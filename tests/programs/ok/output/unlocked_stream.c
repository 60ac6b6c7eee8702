// expect: verified
// options:
// options: --reduction=none
// Who does not take the lock of a stream does not wait for it; nor does its holder, nor who uses another stream.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *printer(void *unused)
{
    pthread_mutex_lock(&lock);
    putchar_unlocked('a');
    putc_unlocked('b', stdout);
    write(STDOUT_FILENO, "c", 1);
    dprintf(STDOUT_FILENO, "d");
    fprintf(stderr, "e\n");
    if (ftrylockfile(stdout) == 0) {
        printf("f");
        funlockfile(stdout);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, printer, NULL);
    flockfile(stdout);
    flockfile(stdout);
    pthread_mutex_lock(&lock);
    printf("hello ");
    puts("again");
    fflush(stdout);
    pthread_mutex_unlock(&lock);
    funlockfile(stdout);
    pthread_mutex_lock(&lock);
    fputs("still", stdout);
    pthread_mutex_unlock(&lock);
    funlockfile(stdout);
    pthread_join(t, NULL);
    return 0;
}
