/* rc11.c - see rc11.h. */
#include "tool/result/rc11.h"

#include <stddef.h>

#include "tool/cli/util.h"

char *rc11_note(const struct rc11 *r, bool bug)
{
    if (r->decides)
        return !bug ? NULL : format_text("this needs weak memory: under sequential consistency %s",
            r->verified ? "the program is verified" : "no bug was found");
    if (!r->searched)
        return !r->limited ? NULL : format_text("RC11 was not explored, for %s; --memory-model=c11 explores it", r->why);
    char *bounded = r->stale ? format_text("; all was that reads values with at most %u newer one%s (--stale=%u)", (unsigned)r->stale,
        r->stale == 1 ? "" : "s", (unsigned)r->stale) : format_text("%s", "");
    return format_text("RC11 was not explored whole, and the verdict is that of sequential consistency: %s%s%s", r->why, bounded,
        r->limited ? "; --memory-model=c11 goes on" : "");
}
