/* log_file.c - see log_file.h. */
#include "tool/checkpoint/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "tool/cli/util.h"

#define MAGIC 0x676f6c2d617a614dULL /* "Maza-log" */

struct head {
    uint64_t magic;
    uint32_t version, type;
    uint64_t size;
    uint64_t checksum; /* of what is before it here, and of the bytes */
};
enum { ALIGNED = sizeof(struct head) };
_Static_assert(sizeof(struct head) == 32, "records lie at multiples of 32 (model/record.h)");

static uint64_t checksum_of(const struct head *h, const void *bytes)
{
    uint64_t parts[2] = {XXH3_64bits(h, offsetof(struct head, checksum)), XXH3_64bits(bytes, h->size)};
    return XXH3_64bits(parts, sizeof parts);
}

static uint64_t padded(uint64_t size)
{
    return (size + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

static void lock(const struct log_file *log)
{
    if (flock(log->fd, LOCK_EX | LOCK_NB) != 0)
        die("%s: %s", log->path, errno == EWOULDBLOCK ? "another search goes on with this checkpoint" : strerror(errno));
}

/* What is in the way of a new file. */
static _Noreturn void refuse_present(const char *path)
{
    struct stat there;
    bool known = stat(path, &there) == 0;
    if (known && S_ISDIR(there.st_mode))
        die("--checkpoint=%s: this is a directory: name a file in it, such as %s%scheck.mzc", path, path,
            path[strlen(path) - 1] == '/' ? "" : "/");
    if (known && !S_ISREG(there.st_mode))
        die("--checkpoint=%s: this is no file that a search could be kept in", path);
    die("--checkpoint=%s: there is such a file. `mazurka resume %s` goes on with it; remove it to begin anew", path, shell_file(path));
}

struct log_file log_create(const char *path)
{
    struct log_file log = {.path = path, .fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
    if (log.fd < 0 && (errno == EEXIST || errno == EISDIR))
        refuse_present(path);
    if (log.fd < 0)
        die("--checkpoint=%s: the file cannot be made: %s", path, strerror(errno));
    lock(&log);
    return log;
}

static bool write_all(struct log_file *log, const void *bytes, size_t size)
{
    const char *left = bytes;
    while (size > 0) {
        ssize_t wrote = pwrite(log->fd, left, size, (off_t)log->at);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        left += wrote;
        size -= (size_t)wrote;
        log->at += (uint64_t)wrote;
    }
    return true;
}

bool log_cut(struct log_file *log, uint64_t end)
{
    log->at = log->whole = end;
    return ftruncate(log->fd, (off_t)end) == 0;
}

bool log_add(struct log_file *log, enum log_type type, const void *bytes, size_t size)
{
    static const char zeros[ALIGNED];
    struct head h = {.magic = MAGIC, .version = LOG_VERSION, .type = type, .size = size};
    h.checksum = checksum_of(&h, bytes);
    if (write_all(log, &h, sizeof h) && write_all(log, bytes, size) && write_all(log, zeros, padded(size) - size))
        return true;
    int why = errno;
    log_cut(log, log->whole);
    errno = why;
    return false;
}

bool log_end_group(struct log_file *log)
{
    if (!log_add(log, LOG_GROUP, "", 0))
        return false;
    if (fdatasync(log->fd) != 0) {
        int why = errno;
        log_cut(log, log->whole);
        errno = why;
        return false;
    }
    log->whole = log->at;
    log->first = log->first ? log->first : log->at;
    return true;
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

/* The block at `at`, if it is whole. */
static const struct head *block_at(const char *map, uint64_t at, uint64_t size)
{
    const struct head *h = (const struct head *)(map + at);
    uint64_t left = size - at;
    bool there = left >= sizeof *h && h->magic == MAGIC && h->version == LOG_VERSION && h->size <= left - sizeof *h &&
                 padded(h->size) <= left - sizeof *h;
    return there && h->checksum == checksum_of(h, h + 1) ? h : NULL;
}

static void refuse_other(const struct log_file *log, const char *map, uint64_t size)
{
    const struct head *h = (const struct head *)map;
    if (size < sizeof *h || h->magic != MAGIC)
        die("%s: this is no checkpoint of mazurka", log->path);
    if (h->version != LOG_VERSION)
        die("%s: this checkpoint is of version %u, and this mazurka has version %d: the mazurka that has begun it can go on with it",
            log->path, h->version, LOG_VERSION);
}

/* Blocks up to the end of the last group. */
static void read_blocks(struct log_file *log, const char *map, uint64_t size)
{
    size_t count = 0, capacity = 0;
    const struct head *h;
    for (uint64_t at = 0; at < size && (h = block_at(map, at, size)) != NULL;) {
        if (count == capacity) {
            capacity = 2 * capacity + 64;
            log->blocks = resize(log->blocks, capacity * sizeof *log->blocks);
        }
        log->blocks[count++] = (struct log_block){(enum log_type)h->type, h + 1, h->size};
        at += sizeof *h + padded(h->size);
        if (h->type == LOG_GROUP) {
            log->first = log->first ? log->first : at;
            log->whole = at;
            log->count = count;
        }
    }
    log->torn = size - log->whole;
    log->at = log->whole;
}

struct log_file log_open(const char *path)
{
    struct log_file log = {.path = path, .fd = open(path, O_RDWR | O_CLOEXEC)};
    struct stat status;
    if (log.fd < 0 && (errno == EACCES || errno == EROFS))
        die("%s: a search that goes on writes to its checkpoint: %s. A copy of your own serves as well", path, strerror(errno));
    if (log.fd < 0 || fstat(log.fd, &status) != 0)
        die("%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        die("%s: this is no checkpoint of mazurka", path);
    lock(&log);
    if (fstat(log.fd, &status) != 0 || status.st_nlink == 0)
        die("%s: another search has gone on with this checkpoint, has come to its end, and has removed it", path);
    uint64_t size = (uint64_t)status.st_size;
    if (size == 0)
        refuse_other(&log, "", 0);
    log.map_bytes = size;
    log.map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, log.fd, 0);
    if (log.map == MAP_FAILED)
        die("%s: %s", path, strerror(errno));
    refuse_other(&log, log.map, size);
    read_blocks(&log, log.map, size);
    if (log.count == 0)
        die("%s: the beginning of this checkpoint is damaged: remove it and begin anew", path);
    return log;
}

void log_close(struct log_file *log)
{
    if (log->map)
        munmap(log->map, log->map_bytes);
    free(log->blocks);
    close(log->fd);
    *log = (struct log_file){.fd = -1};
}

const struct log_block *log_last(const struct log_file *log, enum log_type type, size_t end)
{
    for (size_t i = end; i-- > 0;)
        if (log->blocks[i].type == type)
            return &log->blocks[i];
    return NULL;
}
