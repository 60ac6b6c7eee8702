/* inherited.h - descriptors left open by set-up, of which the search knows what they are, and which it never reads, writes or closes.
 *
 * When set-up ends, libc's streams are brought to rest: what they hold of output is written, what they have read ahead is given back
 * to the kernel. From then on a stream is a number and some flags (probe/files/descriptors.h), and the kernel's position is where the
 * first read begins. Never rewound.
 */
#ifndef MZ_WORLD_SETUP_INHERITED_H
#define MZ_WORLD_SETUP_INHERITED_H

#include <stdbool.h>
#include <stdint.h>

/* A number names an entry of the table of files: its own, or one of those behind, if several numbers name one open file (copies that dup
 * has made). */
enum { DESCRIPTORS = 256, SHARED_FILES = 32, FILE_ENTRIES = DESCRIPTORS + SHARED_FILES };

/* Permitted use of a descriptor. READ and WRITE are bits; anything that is no regular file, nor /dev/null, is OTHER, unless it is a CHANNEL
 * (probe/channels/channel.h). A COPY names an entry that others name as well. */
enum descriptor_use { USE_NONE = 0, USE_READ = 1, USE_WRITE = 2, USE_BOTH = 3, USE_OTHER = 4, USE_CHANNEL = 8, USE_COPY = 16 };

/* Engine, when set-up ends. `kept`: what is written to files is kept (--file-writes). */
void inherited_take(bool kept);

/* Permitted use of an entry as set-up left it, and a number by which the kernel knows it. */
enum descriptor_use inherited_use(int entry);
int                 inherited_number(int entry);
uint64_t            inherited_file(int entry);  /* what stands for the file behind it in states; 0: none */
uint64_t            inherited_flags(int entry); /* O_APPEND and the like; from this bit on the lock that flock has taken */
enum { INHERITED_LOCK = 60 };
bool                inherited_closes(int fd);   /* FD_CLOEXEC, of a number */

/* The entry that a number names, as set-up left it. */
int inherited_entry(int fd);

/* Does a stream of libc's belong to it? */
bool inherited_stream(int fd);

/* Is it a regular file that is open to be written, by a descriptor that can read it, too, so that what is written has to be kept? */
bool inherited_keeps(uint64_t file);
int  inherited_keeper(uint64_t file); /* a number by which the kernel knows it */

/* Is there one by which the file is written, and what is written is not kept? */
bool inherited_writes(uint64_t file);

/* The file behind a descriptor of the kernel's: what stands for it in states, the same in all processes; 0 if there is none. */
struct file_kind {
    uint64_t file;
    uint64_t size;
    bool     regular, nothing; /* nothing: /dev/null */
    uint64_t links;
    bool     process; /* one of /proc that tells of a process: for the search it is another one, with other threads, than for the program */
};
struct file_kind file_behind(int kernel_fd);

/* Is it such a file, by its path? */
bool path_tells_of_process(const char *path);

/* Number that stands for a pair of numbers. Never 0. */
uint64_t file_number(uint64_t a, uint64_t b);

#endif
