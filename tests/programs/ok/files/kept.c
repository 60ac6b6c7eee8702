// expect: verified
// ends: 1
// errors: pwrite pwrite64 ftruncate ftruncate64 truncate truncate64 rename flock lockf lockf64 stat stat64 lstat lstat64 access
// What is written to a file that is open for both can be read, by other descriptors, too, and by other names.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat about;
static char text[32];

static void lengths_and_names(void)
{
    int fd = open("new.txt", O_RDWR | O_CREAT | O_TRUNC, 0644), again = open("new.txt", O_RDONLY);
    assert(write(fd, "hello", 5) == 5 && pwrite(fd, "J", 1, 0) == 1 && pwrite64(fd, "y", 1, 5) == 1);
    assert(pwrite(again, "x", 1, 0) == -1 && errno == EBADF && pwrite64(fd, "x", 1, -1) == -1 && errno == EINVAL);
    assert(read(again, text, 32) == 6 && memcmp(text, "Jelloy", 6) == 0);
    assert(fstat(fd, &about) == 0 && about.st_size == 6 && S_ISREG(about.st_mode) && about.st_nlink == 1);
    assert(ftruncate(fd, 8) == 0 && stat("new.txt", &about) == 0 && about.st_size == 8);
    assert(ftruncate64(fd, 2) == 0 && ftruncate(fd, -1) == -1 && errno == EINVAL && ftruncate64(again, 1) == -1 && errno == EINVAL);
    assert(truncate("new.txt", 3) == 0 && truncate64("no.txt", 3) == -1 && errno == ENOENT && lseek(fd, 0, SEEK_END) == 3);
    assert(truncate64("new.txt", 2) == 0 && truncate("new.txt", -1) == -1 && errno == EINVAL);
    assert(rename("new.txt", "other.txt") == 0 && rename("new.txt", "x") == -1 && errno == ENOENT);
    assert(open("new.txt", O_RDONLY) == -1 && errno == ENOENT && stat64("new.txt", (struct stat64 *)&about) == -1 && errno == ENOENT);
    assert(access("other.txt", R_OK) == 0 && access("new.txt", F_OK) == -1 && lstat("other.txt", &about) == 0 && about.st_size == 2);
    assert(unlink("other.txt") == 0 && lstat64("other.txt", (struct stat64 *)&about) == -1 && errno == ENOENT);
    assert(pread(fd, text, 10, 0) == 2 && fsync(fd) == 0 && fstat(fd, &about) == 0 && about.st_nlink == 0);
    close(fd), close(again);
}

static void locks(void)
{
    int fd = open("lock", O_RDWR | O_CREAT, 0644), again = open("lock", O_RDWR);
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    assert(flock(fd, LOCK_EX) == 0 && flock(again, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(fd, LOCK_SH) == 0 && flock(again, LOCK_SH) == 0 && flock(fd, LOCK_EX | LOCK_NB) == -1 && flock(again, 3) == -1);
    assert(fcntl(fd, F_SETLK, &range) == 0 && fcntl(again, F_GETLK, &range) == 0 && range.l_type == F_UNLCK);
    assert(lockf(fd, F_LOCK, 0) == 0 && lockf64(again, F_TLOCK, 0) == 0 && lockf(fd, 99, 0) == -1 && lockf64(-1, F_TEST, 0) == -1);
    assert((fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND)) == O_RDWR && fcntl(fd, F_SETFL, O_APPEND) == 0);
    assert(fcntl(fd, F_GETFL) & O_APPEND && fcntl(fd, F_GETFD) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0);
    assert(fcntl(fd, F_GETFD) == FD_CLOEXEC && pwrite(fd, "ab", 2, 9) == 2 && lseek(fd, 0, SEEK_END) == 2 && unlink("lock") == 0);
    close(fd), close(again);
}

static void streams(void)
{
    FILE *file = fopen("a.txt", "a+");
    fputs("abc\n", file);
    rewind(file);
    assert(fgets(text, 32, file) && strcmp(text, "abc\n") == 0 && fclose(file) == 0);
    file = fopen("a.txt", "r");
    assert(fgets(text, 32, file) && strcmp(text, "abc\n") == 0 && !fgets(text, 32, file) && fclose(file) == 0 && unlink("a.txt") == 0);
    char name[] = "./of_search_XXXXXX";
    int fd = mkostemp(name, O_APPEND), again = open(name, O_WRONLY);
    assert(write(again, "1", 1) == 1 && write(fd, "2", 1) == 1 && pread(fd, text, 9, 0) == 2 && memcmp(text, "12", 2) == 0);
    assert(unlink(name) == 0);
    close(fd), close(again);
}

/* What set-up has left open, and what is on the disk. */
static int early;

static void of_setup(void)
{
    int again = open("early.txt", O_RDONLY);
    assert(write(early, "X", 1) == 1 && pread(again, text, 9, 0) == 4 && memcmp(text, "abXd", 4) == 0);
    assert(unlink("early.txt") == 0 && pread(again, text, 9, 0) == 4 && open("early.txt", O_RDONLY) == -1 && errno == ENOENT);
    int other = open("early.txt", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(other >= 0 && read(other, text, 9) == 0 && pread(early, text, 9, 0) == 4);
    assert(unlink("early.txt") == 0);
    close(other), close(again);
}

static void *work(void *unused)
{
    lengths_and_names();
    locks();
    streams();
    of_setup();
    return unused;
}

int main(void)
{
    early = open("early.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(write(early, "abcd", 4) == 4 && lseek(early, 2, SEEK_SET) == 2);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
