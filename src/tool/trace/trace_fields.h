/* trace_fields.h - the lines of a .mzt file, for those who write it (trace_write.c) and read it (trace_read.c). */
#ifndef MZ_TOOL_TRACE_TRACE_FIELDS_H
#define MZ_TOOL_TRACE_TRACE_FIELDS_H

#include "tool/trace/trace_file.h"

#define TRACE_MAGIC "mazurka-trace "

enum field_kind {
    FIELD_TEXT,     /* char *, left out if NULL */
    FIELD_NEEDED,   /* char *, must be there */
    FIELD_LIST,     /* struct strings: one line each */
    FIELD_NUMBER,   /* uint64_t */
    FIELD_HEX,      /* uint64_t */
    FIELD_OPTIONS,  /* one line for each option that has a word for it (options.h); its kind is that of the option */
    FIELD_RANGES,   /* one line each: space start length */
    FIELD_SCHEDULE, /* lines of decisions */
};

struct field {
    const char     *word;
    enum field_kind kind;
    size_t          offset;
};

extern const struct field trace_fields[]; /* ends with one without a word */

/* Value of an option: flags are numbers there, and so is a choice that began as a flag; other choices have their
 * word. */
static inline bool trace_has_word(const struct option_row *row)
{
    return row->kind == OPTION_CHOICE;
}

#endif
