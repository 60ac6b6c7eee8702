// expect: verified
// A pipe between two threads: numbers as the kernel gives them, bytes in order, what the writer did before is ordered, and the end
// when the last descriptor of the writing end is closed.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int p[2], data;

static void *writer(void *unused)
{
    data = 1;
    assert(write(p[1], "ab", 2) == 2);
    assert(write(p[1], "c", 1) == 1);
    assert(close(p[1]) == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    assert(pipe(p) == 0 && p[1] == p[0] + 1);
    pthread_create(&t, NULL, writer, NULL);
    assert(read(p[0], &c, 1) == 1 && c == 'a');
    assert(data == 1);
    assert(read(p[0], &c, 1) == 1 && c == 'b');
    assert(read(p[0], &c, 1) == 1 && c == 'c');
    assert(read(p[0], &c, 1) == 0);
    pthread_join(t, NULL);
    int again[2];
    assert(pipe(again) == 0 && again[0] == p[1]);
    return 0;
}
