// expect: bug assertion "text[0] == '/'"
// A descriptor that is closed twice is another thread's the second time.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int mine;

static void *work(void *unused)
{
    char text[1] = "";
    int fd = open(__FILE__, O_RDONLY);
    ssize_t got = read(fd, text, 1);
    assert(got == 1 && text[0] == '/'); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    mine = open(__FILE__, O_RDONLY);
    pthread_create(&t, NULL, work, NULL);
    close(mine);
    close(mine);
    pthread_join(t, NULL);
    return 0;
}
