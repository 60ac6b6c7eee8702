// expect: verified
// ends: 2
// errors: read pread pread64 lseek lseek64
// Two threads read from one descriptor that was opened before: in both orders, and again after going back.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int file, write_only;
char got[2];

static void *work(void *argument)
{
    char *to = argument, text[8];
    assert(read(file, to, 1) == 1);
    assert(pread(file, text, 4, 0) == 4 && memcmp(text, "\177ELF", 4) == 0 && pread64(file, text, 3, 1) == 3 && text[0] == 'E');
    return NULL;
}

static void errors(void)
{
    char text[8];
    assert(read(-1, text, 1) == -1 && errno == EBADF && pread(999, text, 1, 0) == -1 && errno == EBADF);
    assert(read(write_only, text, 1) == -1 && errno == EBADF && lseek(-1, 0, SEEK_SET) == -1 && errno == EBADF);
    assert(pread64(file, text, 1, -1) == -1 && errno == EINVAL && lseek64(file, 0, 99) == -1 && errno == EINVAL);
    assert(lseek(file, 0, SEEK_END) > 100 && read(file, text, 1) == 0 && read(file, text, 0) == 0 && lseek(file, -1, SEEK_SET) == -1);
}

int main(void)
{
    pthread_t t;
    file = open("/proc/self/exe", O_RDONLY);
    write_only = open("/dev/null", O_WRONLY);
    char first;
    assert(read(file, &first, 1) == 1 && first == 0177);
    pthread_create(&t, NULL, work, &got[0]);
    work(&got[1]);
    pthread_join(t, NULL);
    assert(got[0] + got[1] == 'E' + 'L' && lseek(file, 0, SEEK_CUR) == 3 && lseek64(file, 1, SEEK_SET) == 1);
    errors();
    return 0;
}
