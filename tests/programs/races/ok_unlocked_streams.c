// expect: verified
// Functions of stdio that take no lock do not race under flockfile or a mutex, at different streams, or where they only look; nor do those
// that take the lock themselves.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *shared;

static void *work(void *number)
{
    flockfile(stdout);
    putchar_unlocked('a');
    printf("b");
    putc_unlocked('c', stdout);
    funlockfile(stdout);
    puts("d");
    pthread_mutex_lock(&lock);
    putc_unlocked('e', stderr);
    pthread_mutex_unlock(&lock);
    if (feof_unlocked(shared) || ferror(shared))
        puts("f");
    FILE *own = tmpfile();
    putc_unlocked('g', own);
    fclose(own);
    return number;
}

int main(void)
{
    pthread_t t;
    shared = tmpfile();
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    fclose(shared);
    return 0;
}
