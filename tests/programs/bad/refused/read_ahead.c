// expect: refused "using a file by its number, after its stream and without fflush in between"
// libc's stream has read more of the file than the program has: where a read by number begins depends on the size of its buffer.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *file)
{
    char c;
    assert(fgetc(file) == '/' && fflush(file) == 0 && read(fileno(file), &c, 1) == 1 && c == '/');
    assert(fgetc(file) == ' ' && read(fileno(file), &c, 1) == 0); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, fopen(__FILE__, "r"));
    pthread_join(t, NULL);
    return 0;
}
