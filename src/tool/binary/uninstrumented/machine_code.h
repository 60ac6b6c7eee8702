/* machine_code.h - a look at the instructions of the program: what makes accesses that no hook announces.
 *
 * Compilers turn atomics into calls of hooks and put a hook before every access, so certain instructions in a function that
 * was compiled with hooks tell of something else: inline assembly, vectors that are too wide for clang's hooks, builtins (where a
 * plugin has seen to them, they have hooks or were named: src/plugin), a function that asked for no hooks. Machine code is judged by
 * a reader for each architecture (instructions_*.c), chosen by the file.
 */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_MACHINE_CODE_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/binary/uninstrumented/gap_list.h"
#include "tool/cli/util.h"

struct image; /* liveness/image.h */

/* Adds gaps in functions of the file, none if all is well. */
void machine_gaps(struct gap_list *gaps, struct image *image, const char *path);

/* Does the function at [lo, hi) call hooks? */
bool machine_has_hooks(struct image *image, uint64_t lo, uint64_t hi);

/* --- between machine_code.c and the readers ---------------------------------------------------------------------------- */

enum oddity {
    ODD_NONE,
    ODD_ATOMIC, /* an atomic instruction on memory that is not the function's own */
    ODD_WIDE,   /* an access of 32 bytes or more, likewise */
    ODD_BUILTIN, /* an access that compilers make for a builtin of the processor's, or for vectors, only, likewise */
    ODD_STREAM, /* a store past the caches, likewise: for a builtin, or for clang's store that is said not to be read soon */
    ODD_CLOCK,  /* a clock or random number of the processor's */
    ODD_SYSTEM, /* a system call */
    ODDITIES
};

/* Is it the name of a hook that announces an access? */
bool machine_is_hook(const char *name);

/* One that announces that a function was entered or left. */
static inline bool machine_is_entry_hook(const char *name)
{
    return starts_with(name, "__tsan_func_");
}

/* One that announces a range. */
static inline bool machine_is_range_hook(const char *name)
{
    return starts_with(name, "__tsan_") && ends_with(name, "_range");
}

/* Facts seen in a function so far. Starts as all zeros, but for `given` and `returns`. */
struct walk {
    uint32_t given;         /* registers that hold addresses of parameters when it begins; 0: not known, or there are none */
    bool     returns;       /* a struct that its caller made: its address is in the register which is for that */
    struct {
        uint64_t   *at;     /* where it was met */
        size_t      count;
        const char *name;   /* of the first instruction */
    } odd[ODDITIES];
    bool     hooked;        /* it calls hooks that announce accesses, */
    bool     enters;        /* or at least that it was entered */
    unsigned builtins, ranges; /* how often there is something like ODD_BUILTIN, and a hook of a range, which plugins give to some */
    uint64_t access;        /* first access to memory that is not on the stack; 0: none */
};

/* The oddity was met, in an instruction that is called so. */
void machine_note(struct walk *walk, enum oddity odd, uint64_t address, const char *name);

/* Walks through the function at [low, high). */
typedef void machine_reader(struct image *image, uint64_t low, uint64_t high, struct walk *walk);
machine_reader instructions_x86_64, instructions_aarch64;

#endif
