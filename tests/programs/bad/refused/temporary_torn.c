// expect: refused "a temporary file that is written while another thread reads it"
// options: --race=off --search=dfs --reduction=none
// What was taken from the file is given to memory that is shared, in a step of its own: the file has changed between. (A reduction
// knows that the two do not depend on each other, and gives what was taken first.)
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd;
static char text[4];

static void *work(void *unused)
{
    (void)!pread(fd, text, 3, 0); // BUG HERE
    return unused;
}

int main(void)
{
    FILE *file = tmpfile();
    fd = fileno(file);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    (void)!write(fd, "old", 3);
    text[0] = '-';
    lseek(fd, 0, SEEK_SET);
    (void)!write(fd, "new", 3);
    pthread_join(t, NULL);
    return 0;
}
