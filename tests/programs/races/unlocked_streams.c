// expect: verified
// races: 3
// Functions of stdio that take no lock race with each other and with those that do, also in the form that headers make of them.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *work(void *unused)
{
    putc_unlocked('a', stdout);  // RACE
    fwrite("c", 1, 1, stdout);   // RACE
    getc_unlocked(file);         // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    file = tmpfile();
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
