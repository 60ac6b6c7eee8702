// expect: refused "the position in a file that is written is known only before the first thread or choice"
#include <pthread.h>
#include <stdio.h>

static void *work(void *file)
{
    fputs("text", file);
    if (ftell(file) != 4) // BUG HERE
        return NULL;
    return file;
}

int main(void)
{
    FILE *file = fopen("/dev/null", "w");
    fputs("text", file);
    pthread_t t;
    pthread_create(&t, NULL, work, file);
    pthread_join(t, NULL);
    return 0;
}
