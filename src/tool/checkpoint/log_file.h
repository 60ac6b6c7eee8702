/* log_file.h - a file that is only added to: blocks, each with its checksum, in groups that belong together. What a machine that has
 * failed has written of the last group is left out: a reader stops at the first block that is not whole, and goes by the groups before
 * it.
 *
 * One process at a time has the file (flock), and only its owner may read it: the memory of a program is in it. */
#ifndef MZ_TOOL_CHECKPOINT_LOG_FILE_H
#define MZ_TOOL_CHECKPOINT_LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOG_VERSION = 9 };

enum log_type {
    LOG_HEADER = 1, /* what is checked, and how: JSON */
    LOG_PROCESS,    /* what was loaded: JSON */
    LOG_SETUP,      /* what set-up has left */
    LOG_RECORDS,    /* of the runtime (model/record.h) */
    LOG_NOTES,      /* what a process has noticed by the way; all of them count */
    LOG_FINDINGS,   /* the last one counts */
    LOG_GROUP,      /* ends a group */
    LOG_FILES,      /* that the program has read or tried to open; all of them count */
    LOG_FOUND,      /* on other machines (--mpi); all of them count */
};

struct log_block {
    enum log_type type;
    const void   *bytes;
    size_t        size;
};

struct log_file {
    const char *path;
    int         fd;
    uint64_t    at, first, whole; /* where the next block goes to, and where the first and the last group end */
    /* of a file that was there: */
    struct log_block *blocks; /* of whole groups */
    size_t      count;
    uint64_t    torn;         /* bytes behind them */
    void       *map;          /* where they lie; it keeps the lock, too */
    size_t      map_bytes;
};

struct log_file log_create(const char *path); /* dies where there is one */
struct log_file log_open(const char *path);   /* dies where there is none, or another program has it, or it is something else */

void log_close(struct log_file *log);

/* False, with errno: the disk is full, say. Then what was added since the last group is taken back. */
bool log_add(struct log_file *log, enum log_type type, const void *bytes, size_t size);
bool log_end_group(struct log_file *log);
bool log_cut(struct log_file *log, uint64_t end); /* all groups behind `end` */

/* The last block of a type before block `end`, or NULL. */
const struct log_block *log_last(const struct log_file *log, enum log_type type, size_t end);

#endif
