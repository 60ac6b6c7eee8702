// expect: bug assertion "got != 'x'"
// A number is made to name another open file by one thread, while another one reads from it: from either of them, and each has its own
// position, which the copies share.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int a, b, c;

static void *work(void *unused)
{
    (void)unused;
    assert(dup2(a, b) == b);
    c = fcntl(a, F_DUPFD, 0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    char got, next;
    a = open(__FILE__, O_RDONLY);
    b = open(__FILE__, O_RDONLY);
    lseek(a, 4, SEEK_SET);
    lseek(b, 10, SEEK_SET);
    pthread_create(&t, NULL, work, NULL);
    assert(read(b, &got, 1) == 1);
    pthread_join(t, NULL);
    assert(read(c, &next, 1) == 1);
    assert((got == ' ' && next == 'x') || (got == 'x' && next == 'p'));
    assert(got != 'x'); // BUG HERE
    return 0;
}
