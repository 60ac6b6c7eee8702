/* liveness_table.h - the tables of dead values that the tool makes of the machine code, for the runtime.
 *
 * And about the future: what may still be accessed from each call on (tool/binary/liveness/future.h).
 *
 * One table describes one instrumented ELF file. It is a header followed by six arrays without gaps, in the order of the
 * fields below, all in the byte order of the machine; addresses are those of the file (what its symbol table has), so that
 * a module's load bias is all there is to add. The tool keeps it in a cache by build id and hands it over as it is.
 *
 * S is the stack pointer as it is just before a call instruction (on x86_64 the return address then lies at S - 8). In a function
 * that takes memory from the stack as it goes, S is the stack pointer at its entry; it is found from the frame pointer.
 */
#ifndef MZ_WIRE_LIVENESS_TABLE_H
#define MZ_WIRE_LIVENESS_TABLE_H

#include <stdint.h>

#define LIVENESS_MAGIC 0x3156494c4b5a414dull /* "MAZKLIV1" */
enum { LIVENESS_VERSION = 16, LIVENESS_MAX_BUILD_ID = 32 };

/* Registers that a callee must preserve, as bits of a mask. x86_64: rbx, rbp, r12, r13, r14, r15. aarch64: x19 to x28, x29,
 * d8 to d15. */
enum { LIVENESS_MAX_REGISTERS = 19 };

struct liveness_header {
    uint64_t magic;
    uint32_t version;
    uint32_t machine;        /* EM_X86_64 or EM_AARCH64 */
    uint32_t build_id_size;
    uint8_t  build_id[LIVENESS_MAX_BUILD_ID];
    uint32_t sites;          /* lengths of the arrays */
    uint32_t entries;
    uint32_t saves;
    uint32_t ranges;
    uint32_t sets;
    uint32_t extents;
    uint32_t handlers;       /* the set of what any thread may access at any time: by functions that were registered, or for signals */
    uint32_t functions;      /* instrumented ones, and how many of them were analysed */
    uint32_t functions_analysed;
    uint32_t calls;          /* call sites in instrumented functions; the analysed ones are the sites */
    uint32_t hooks;          /* those of the calls that call a hook (__tsan_*), and how many of them are sites */
    uint32_t hooks_analysed;
    uint32_t stays;          /* 1: its code comes to that of others only by what the dynamic linker has set, or mz_calls tells */
    uint32_t leaves;         /* 1: it has a function that ends in a jump to another one, with arguments of its own */
    uint32_t reads_flags;    /* 1: its code reads floating-point exceptions by instructions of its own */
    uint32_t lists_calls;    /* 1: its sets have all calls that may be made, unless they have anything */
};

/* A call in an analysed function: what is not read again by this function after the call has returned. */
struct liveness_site {
    uint32_t pc;             /* return address */
    uint32_t dead;           /* mask of callee-saved registers */
    uint32_t first_range;    /* dead bytes of the frame: ranges relative to S, ascending, apart from each other */
    uint32_t ranges;
    uint32_t below;          /* if not 0: S is the frame pointer less this */
    uint16_t arguments;      /* registers, by their numbers (x86_64: 0 is rax; aarch64: x0 to x15), that were set since the last call: all
                              * that can hold arguments of this one */
    uint8_t  vectors;        /* the same of vector registers */
    uint8_t  stack_words;    /* words at S that are arguments; UINT8_MAX: nobody knows */
    uint8_t  elsewhere;      /* 1: a function of another file may be called, of which nothing is known: it can leave by a jump, too */
    uint8_t  unread;         /* 1: what it returns in the register for integers is not read */
    uint16_t way_out;        /* 1: behind the call the function can come to its end (tool/binary/liveness/ways_out.c) */
    uint32_t function;       /* whose call it is: a number */
    uint32_t in_loop;        /* 1: behind the call lies a loop that comes back to it; */
    uint32_t loop_dead;      /* as long as that is not left, these registers */
    uint32_t first_loop_range, loop_ranges; /* and bytes are not read */
    uint32_t from, after;    /* the sets of what may be accessed before the function returns: by the call and behind it; behind it */
};

/* The call of __tsan_func_entry in a function whose prologue was understood. */
struct liveness_entry {
    uint32_t pc;             /* return address of the call */
    uint32_t frame;          /* the return address of the function, or on aarch64 the caller's frame, begins at S + frame */
    uint32_t first_range;    /* stale bytes in [S, S + frame): everything that the prologue has not stored */
    uint16_t ranges;
    uint16_t saves;          /* where the prologue saved the caller's registers, and the arguments of a variadic function */
    uint32_t first_save;
};

struct liveness_save {
    uint32_t at;             /* offset from S */
    uint32_t reg;            /* number of its bit in a mask; or LIVENESS_ARGUMENT, LIVENESS_VECTOR + number of a register */
};

/* A variadic function stores all registers that can hold arguments, whether or not they do (liveness_site: arguments, vectors). */
enum { LIVENESS_ARGUMENT = 32, LIVENESS_VECTOR = 48, LIVENESS_VECTOR_BYTES = 16 };

struct liveness_range {
    uint32_t from, size;     /* offset from S and bytes */
};

/* Accesses that may be made of the variables of which it is known who accesses them. Those are LIVENESS_SET_KNOWN; of all else nothing is
 * known. And the calls that may be made by functions that were understood: the byte before the return address of each. */
struct liveness_set {
    uint32_t first_extent;   /* ascending, apart from each other */
    uint32_t extents;
    uint32_t anything;       /* 1: any variable may be accessed; extents are calls only */
};
enum { LIVENESS_SET_ANYTHING, LIVENESS_SET_KNOWN };

static inline const struct liveness_site *liveness_sites(const struct liveness_header *h)
{
    return (const struct liveness_site *)(h + 1);
}
static inline const struct liveness_entry *liveness_entries(const struct liveness_header *h)
{
    return (const struct liveness_entry *)(liveness_sites(h) + h->sites);
}
static inline const struct liveness_save *liveness_saves(const struct liveness_header *h)
{
    return (const struct liveness_save *)(liveness_entries(h) + h->entries);
}
static inline const struct liveness_range *liveness_ranges(const struct liveness_header *h)
{
    return (const struct liveness_range *)(liveness_saves(h) + h->saves);
}
static inline const struct liveness_set *liveness_sets(const struct liveness_header *h)
{
    return (const struct liveness_set *)(liveness_ranges(h) + h->ranges);
}
/* Addresses of the file and bytes. */
static inline const struct liveness_range *liveness_extents(const struct liveness_header *h)
{
    return (const struct liveness_range *)(liveness_sets(h) + h->sets);
}

#endif
