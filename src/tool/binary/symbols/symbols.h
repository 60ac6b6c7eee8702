/* symbols.h - from addresses in the program to names in its source: functions, lines, variables.
 *
 * Made from the list of loaded objects that the runtime leaves in the wire, or from a program's file alone. Everything
 * degrades: without debug information to names of the symbol table, without that to object + offset.
 */
#ifndef MZ_TOOL_BINARY_SYMBOLS_SYMBOLS_H
#define MZ_TOOL_BINARY_SYMBOLS_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

struct variable_index; /* variables.c */
struct replay_blocks;    /* replay_blocks.h */
struct use;              /* use.h */
struct function_index;   /* function_index.h */
struct code_symbols;     /* code_symbols.h */

/* The code of a compilation unit: [low, high) in memory. */
struct code_range {
    uint64_t  low, high, bias;
    Dwarf_Die unit;
};

/* Place of a piece of code in the source. */
struct place {
    const char *function; /* NULL if unknown */
    const char *file;     /* NULL if unknown */
    int         line;     /* 0 if unknown */
    uint64_t    pc;
    bool        library;  /* code of the C++ library, in its headers or in libmazurka-cxx.so, or OpenMP's: not what a user has written */
    bool        openmp;   /* of libmazurka-omp.so */
};

struct symbols {
    Dwfl                  *dwfl;
    const struct wire     *wire;      /* NULL if made from a file alone */
    struct variable_index *variables; /* made when first needed, with what frees it */
    void (*free_variables)(struct variable_index *index);
    struct replay_blocks    *blocks;    /* likewise */
    void (*free_blocks)(struct replay_blocks *blocks);
    struct code_range     *code;      /* by address */
    size_t                 code_count;
    struct place          *known;     /* places that were looked up before, by hash of their address */
    struct function_index *functions;
    struct code_symbols   *code_symbols;
    struct use            *use;       /* for which names are wanted; NULL: for none */
    char                  *directory; /* with a slash: file names below it are shown relative to it */
    struct moved_file     *moved;     /* names that were relative to another folder */
    size_t                 moved_count;
};

struct symbols *symbols_open(const struct wire *wire);
/* Addresses are then those in the file. NULL if it cannot be read. */
struct symbols *symbols_open_file(const char *program);
void symbols_close(struct symbols *s);

/* Is the object the program or one that was instrumented? What a foreign library keeps is nobody's concern. */
bool symbols_instrumented(const struct symbols *s, Dwfl_Module *module);

/* Is it code of the runtime, which is not the program's? */
bool symbols_in_runtime(const struct symbols *s, uint64_t pc);

/* `pc` is a return address: the call before it is meant. */
struct place symbols_call(struct symbols *s, uint64_t pc);
/* The same with where it was inlined: innermost first, each with the function around it, headers of the C++ library among them. Their
 * number; 0 if nothing is known. */
struct chain_place {
    struct place place;
    int          column; /* 0 if unknown */
};
size_t symbols_chain(struct symbols *s, uint64_t pc, struct chain_place *chain, size_t most);

/* `pc` is the instruction that is meant. */
struct place symbols_instruction(struct symbols *s, uint64_t pc);

/* "f.c:12", "program+0x11f9" or "0x55…": a new string. */
char *symbols_line(struct symbols *s, const struct place *p);

/* The compilation unit around `pc`; NULL if there is none. */
const struct code_range *symbols_unit(const struct symbols *s, uint64_t pc);

/* Name of the function that begins at or contains `address`; NULL if unknown. */
const char *symbols_function(struct symbols *s, uint64_t address);

/* The text that begins at an address among the program's constants; NULL if there is none. */
const char *symbols_text(struct symbols *s, uint64_t address);

/* "libfoo.so+0x1234" for an address inside an object, else "0x1234"; a new string. */
char *symbols_raw(struct symbols *s, uint64_t address);

#endif
