// expect: bug assertion "first == 'a'"
// Two threads write to one temporary file: in which order is seen by whoever reads it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *work(void *text)
{
    fputs(text, file);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    file = tmpfile();
    pthread_create(&t, NULL, work, "aa");
    pthread_create(&u, NULL, work, "bb");
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    rewind(file);
    int first = fgetc(file), second = fgetc(file);
    assert(first == second);
    assert(first == 'a'); // BUG HERE
    return 0;
}
