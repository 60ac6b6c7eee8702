/* kept.h - what looking at a program's file has told, kept from one command to the next: tables of dead values (liveness/cache.c), accesses
 * that go unseen (uninstrumented/unseen.c).
 *
 * It is kept in $XDG_CACHE_HOME/mazurka/KIND (~/.cache/mazurka/KIND), by the content of the file, because a build id can be given by
 * hand, and by that of the tool, whose analysis may have changed. A damaged or foreign file is as good as none. Nobody need know whether
 * something was kept: what cannot be read is worked out, and that something cannot be written is nobody's concern. */
#ifndef MZ_TOOL_BINARY_ELF_KEPT_H
#define MZ_TOOL_BINARY_ELF_KEPT_H

#include <stddef.h>

/* Where what is known of `path` is kept: `version` is that of the layout, `more` is what it depends on besides (or NULL). NULL: nowhere. */
char *kept_file(const char *kind, unsigned version, const char *path, const char *more);

char *kept_read(const char *file, size_t *size); /* NULL: there is none, or it is damaged */
void  kept_used(const char *file);               /* it was of use: what was not for a month goes */
void  kept_write(const char *file, const void *content, size_t size);

/* From now on nothing is kept, or read (--no-cache). */
void kept_turn_off(void);

#endif
