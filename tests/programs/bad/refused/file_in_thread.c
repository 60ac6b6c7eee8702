// expect: refused "fopen is supported only before the first thread or choice"
// Files may be used in set-up; later what they change could not be put back.
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
    FILE *file = fopen("/dev/null", "w"); // BUG HERE
    if (file)
        fclose(file);
    return unused;
}

int main(void)
{
    FILE *file = fopen("/dev/null", "w");
    if (file)
        fclose(file);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
