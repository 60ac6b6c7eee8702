/* argument.h - reads through a pointer argument that a function makes before anything else: a deadline, attributes, a format,
 * delimiters.
 *
 * It is read in a step of its own and kept by value, in the frame of the stand-in: what other threads make of the memory afterwards
 * changes nothing any more, as if libc had looked at it first. (An operation that looked at it when it is performed would have to name
 * it besides its objects, or a reduction would overlook what changes it.) For stand-ins, with the address to which they return.
 */
#ifndef MZ_PROBE_ARGUMENT_H
#define MZ_PROBE_ARGUMENT_H

#include "probe/libc.h"

/* Value of *pointer. */
#define ARGUMENT(pc, pointer)                                  \
    ({                                                         \
        announce_read_from(pc, pointer, sizeof *(pointer));    \
        *(pointer);                                            \
    })

/* The string, or a copy of it; one that nobody can write, as most are, is used as it is. */
#define TEXT_ARGUMENT(pc, s)                                                                             \
    ({                                                                                                   \
        const char *text_ = (s);                                                                         \
        uint64_t bytes_ = argument_text(pc, text_);                                                      \
        bytes_ ? argument_copy(__builtin_alloca(bytes_ + ARGUMENT_PAD), text_, bytes_) : text_;          \
    })

enum { ARGUMENT_PAD = 16 };

/* Can nobody write there? */
bool argument_is_constant(const void *object);

/* Read the string: its bytes with the end; 0: it is constant, or NULL. */
uint64_t argument_text(uint64_t pc, const char *s);

const char *argument_copy(char *to, const char *s, uint64_t bytes);

/* Bytes of a string with its end, found by the engine, where a wild pointer is caught. */
uint64_t argument_text_size(uint64_t pc, const char *s);

#endif
