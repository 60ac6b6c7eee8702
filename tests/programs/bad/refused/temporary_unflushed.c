// expect: refused "using a file by its number, after its stream and without fflush in between"
// What was written to the stream is still in its buffer: whoever reads the file by its number finds nothing.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *file)
{
    char text[4];
    fputs("abc", file);
    assert(pread(fileno(file), text, 4, 0) == 3); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, tmpfile());
    pthread_join(t, NULL);
    return 0;
}
