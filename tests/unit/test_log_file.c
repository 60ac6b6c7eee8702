/* test_log_file.c - the file behind --checkpoint (tool/checkpoint/log_file.h): cut at every byte, damaged at every byte, on a disk that
 * is full. */
/* sources: src/tool/checkpoint/log_file.c src/tool/cli/util.c src/tool/cli/subprocess.c src/tool/cli/printable.c */
/* libraries: -lxxhash */
#include "tool/checkpoint/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "tool/cli/util.h"

static char path[64], copy[64];

static void write_groups(void)
{
    unlink(path);
    struct log_file log = log_create(path);
    CHECK(log_add(&log, LOG_HEADER, "header", 6) && log_end_group(&log));
    CHECK(log_add(&log, LOG_RECORDS, "the first records, which are long", 33) && log_end_group(&log));
    CHECK(log_add(&log, LOG_RECORDS, "others", 6) && log_add(&log, LOG_NOTES, "", 0) && log_end_group(&log));
    CHECK_EQ(log.at, log.whole);
    log_close(&log);
}

static void write_copy(const char *bytes, size_t size)
{
    int fd = open(copy, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK_EQ(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

/* How many blocks there are of the first `size` bytes; -1: it is refused. */
static int blocks_of(const char *bytes, size_t size)
{
    write_copy(bytes, size);
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        struct log_file log = log_open(copy);
        _exit(100 + (int)log.count);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) >= 100 ? WEXITSTATUS(status) - 100 : -1;
}

static void whole(void)
{
    write_groups();
    struct log_file log = log_open(path);
    CHECK_EQ(log.count, 7);
    CHECK_EQ(log.torn, 0);
    CHECK_EQ(log_last(&log, LOG_RECORDS, log.count)->size, 6);
    CHECK(memcmp(log_last(&log, LOG_RECORDS, 4)->bytes, "the first records", 17) == 0);
    CHECK(log_last(&log, LOG_FINDINGS, log.count) == NULL);
    log_close(&log);
}

static void cut_or_damaged_anywhere(void)
{
    size_t size;
    write_groups();
    char *bytes = read_whole_file(path, &size);
    const size_t header = 96, first = header + 32 + 64 + 32;
    for (size_t cut = 0; cut < size; cut++)
        CHECK_EQ(blocks_of(bytes, cut), cut < header ? -1 : cut < first ? 2 : 4);
    for (size_t at = 0; at < size; at += 7) {
        bytes[at] ^= 0x10;
        int blocks = blocks_of(bytes, size);
        bytes[at] ^= 0x10;
        CHECK(at < header ? blocks == -1 || blocks == 7 : at < first ? blocks == 2 || blocks == 7 : blocks == 4 || blocks == 7);
        CHECK(blocks != 7 || bytes[at] == 0); /* what fills a block up is nobody's */
    }
    free(bytes);
}

/* What was added is taken back, and what was there can be read. */
static void full_disk(void)
{
    static char large[4096];
    write_groups();
    struct rlimit before, little;
    struct log_file log = log_open(path);
    uint64_t end = log.whole;
    getrlimit(RLIMIT_FSIZE, &before);
    little = before;
    little.rlim_cur = end + 1000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    CHECK(log_add(&log, LOG_RECORDS, "some", 4));
    CHECK(!log_add(&log, LOG_RECORDS, large, sizeof large));
    CHECK_EQ(errno, EFBIG);
    setrlimit(RLIMIT_FSIZE, &before);
    struct stat status;
    CHECK_EQ(fstat(log.fd, &status), 0);
    CHECK_EQ(status.st_size, (off_t)end);
    log_close(&log);
}

static void goes_on(void)
{
    write_groups();
    CHECK_EQ(truncate(path, 300), 0);
    struct log_file log = log_open(path);
    CHECK_EQ(log.count, 4);
    CHECK(log.torn > 0);
    CHECK(log_cut(&log, log.whole) && log_add(&log, LOG_NOTES, "later", 5) && log_end_group(&log));
    log_close(&log);
    log = log_open(path);
    CHECK_EQ(log.count, 6);
    CHECK_EQ(log.torn, 0);
    log_close(&log);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/log_file_%d", (int)getpid());
    snprintf(copy, sizeof copy, "/tmp/log_copy_%d", (int)getpid());
    TEST(whole);
    TEST(cut_or_damaged_anywhere);
    TEST(full_disk);
    TEST(goes_on);
    unlink(path);
    unlink(copy);
    return check_status();
}
