// expect: refused "reading a file that the program has written itself"
// What is written in the search goes nowhere: it cannot be read back.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *work(void *name)
{
    FILE *file = fopen(name, "w");
    fprintf(file, "text\n");
    fclose(file);
    file = fopen(name, "r"); // BUG HERE
    fclose(file);
    return NULL;
}

int main(void)
{
    char name[] = "/tmp/file_in_thread_XXXXXX";
    if (mkstemp(name) < 0 || remove(name) != 0)
        return 0;
    pthread_t t;
    pthread_create(&t, NULL, work, name);
    pthread_join(t, NULL);
    return 0;
}
