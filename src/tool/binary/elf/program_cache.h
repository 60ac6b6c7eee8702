/* program_cache.h - the cache of what the analysis of a program's file has shown: tables of dead values (liveness/cache.c), accesses
 * that go unseen (uninstrumented/unseen.c).
 *
 * It lies in $XDG_CACHE_HOME/mazurka/KIND (~/.cache/mazurka/KIND). A file in it is named by the content of the program's file, because a
 * build id can be given by hand, and by that of the tool, whose analysis may have changed. A damaged or foreign file counts as none. What
 * cannot be read is worked out anew, and a failure to write is ignored: nobody need know whether something was in the cache. */
#ifndef MZ_TOOL_BINARY_ELF_PROGRAM_CACHE_H
#define MZ_TOOL_BINARY_ELF_PROGRAM_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Path of the entry for `path`: `version` is that of the layout, `more` is what it depends on besides (or NULL). NULL:
 * nowhere. */
char *program_cache_file(const char *kind, unsigned version, const char *path, const char *more);

/* The folder of a kind, and a file of one that the user has named. */
char *program_cache_folder(const char *kind); /* NULL: there is no home */
char *program_cache_file_in(const char *directory, unsigned version, const char *path, const char *more);

char *program_cache_read(const char *file, size_t *size); /* NULL: there is none, or it is damaged */
void  program_cache_used(const char *file);               /* it was of use: what was not for a month goes */
void  program_cache_write(const char *file, const void *content, size_t size);

/* The files of a folder that were not used for longest go, until the others have no more bytes. */
void program_cache_bound(const char *directory, uint64_t most);

/* From now on nothing is kept, or read (--no-cache). */
void program_cache_turn_off(void);

#endif
