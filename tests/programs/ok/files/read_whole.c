// expect: verified
// options: --search=dfs --reduction=none
// What a read has taken from a file it gives to memory in a step of its own: what others write to the file between does not get there.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int fd;

static void *work(void *unused)
{
    char text[4] = "";
    long count = pread(fd, text, 3, 0);
    assert(count == 0 || strcmp(text, "old") == 0 || strcmp(text, "new") == 0);
    return unused;
}

int main(void)
{
    fd = fileno(tmpfile());
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    (void)!write(fd, "old", 3);
    (void)!pwrite(fd, "new", 3, 0);
    pthread_join(t, NULL);
    return 0;
}
