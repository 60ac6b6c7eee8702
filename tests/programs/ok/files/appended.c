// expect: verified
// ends: 2
// Two threads write to one file, each by a descriptor of its own: what one writes at once is not parted, and either may be first.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *work(void *text)
{
    int fd = open("log", O_WRONLY | O_APPEND);
    assert(write(fd, text, 2) == 2);
    close(fd);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    char text[5] = "";
    int fd = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pthread_create(&t, NULL, work, "aa");
    pthread_create(&u, NULL, work, "bb");
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(read(fd, text, 5) == 4 && (strcmp(text, "aabb") == 0 || strcmp(text, "bbaa") == 0));
    unlink("log");
    return 0;
}
