// expect: verified
// Numbers that dup, dup2 and fcntl make name the same open file: one position, which lives as long as any of the numbers. Before the first
// thread and after it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char byte(int fd)
{
    char c;
    return read(fd, &c, 1) == 1 ? c : '\0';
}

static void in_order(int fd, int copy, int third)
{
    lseek(fd, 3, SEEK_SET);
    assert(byte(copy) == 'e' && byte(fd) == 'x' && byte(third) == 'p');
    assert(lseek(third, 0, SEEK_CUR) == 6 && lseek(copy, -2, SEEK_CUR) == 4 && byte(fd) == 'x');
    assert(pread(copy, &(char){0}, 1, 0) == 1 && lseek(fd, 0, SEEK_CUR) == 5);
}

/* Closes them all. */
static void check(int fd, int copy)
{
    struct stat one, other;
    int third = fcntl(copy, F_DUPFD, 100), apart = open(__FILE__, O_RDONLY);
    assert(third == 100 && dup2(fd, fd) == fd);
    in_order(fd, copy, third);
    assert(fstat(fd, &one) == 0 && fstat(third, &other) == 0 && one.st_ino == other.st_ino);
    assert(lseek(apart, 0, SEEK_CUR) == 0);
    assert(close(fd) == 0 && lseek(third, 0, SEEK_CUR) == 5 && byte(copy) == 'p');
    assert(read(fd, &(char){0}, 1) == -1 && errno == EBADF && dup(fd) == -1 && errno == EBADF);
    assert(dup2(third, apart) == apart && byte(apart) == 'e');
    assert(open("/dev/null", O_RDONLY) == fd && byte(fd) == '\0' && byte(third) == 'c');
    assert(close(fd) == 0 && close(copy) == 0 && close(apart) == 0 && byte(third) == 't' && close(third) == 0);
    assert(lseek(third, 0, SEEK_CUR) == -1 && errno == EBADF);
}

static void written(void)
{
    FILE *stream = tmpfile();
    char name[] = "/tmp/copiesXXXXXX", got[4] = "";
    int fd = mkstemp(name), copy = dup(fd);
    unlink(name);
    assert(write(fd, "ab", 2) == 2 && write(copy, "cd", 2) == 2 && close(fd) == 0 && lseek(copy, 1, SEEK_SET) == 1);
    assert(read(copy, got, 2) == 2 && got[0] == 'b' && got[1] == 'c' && close(copy) == 0);
    fclose(stream);
}

static int left, left_copy;

static void *work(void *unused)
{
    (void)unused;
    check(left, left_copy);
    int fd = open(__FILE__, O_RDONLY), copy = dup(fd);
    assert(copy == fd + 1);
    check(fd, copy);
    written();
    return NULL;
}

int main(void)
{
    int fd = open(__FILE__, O_RDONLY), copy = dup(fd);
    check(fd, copy);
    left = open(__FILE__, O_RDONLY), left_copy = dup(left);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
