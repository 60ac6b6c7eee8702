/* image.h - an ELF file with machine code, as those read it who look at instructions (this folder, machine_code.c): functions, bytes
 * at addresses, names of what is called. */
#ifndef MZ_TOOL_BINARY_LIVENESS_IMAGE_H
#define MZ_TOOL_BINARY_LIVENESS_IMAGE_H

#include <elfutils/libdw.h>
#include <gelf.h>

#include "tool/binary/liveness/code.h"

struct image_function {
    uint64_t    start, end;
    const char *name;
};

struct image_bytes { /* a section that is loaded */
    uint64_t       start, end;
    const uint8_t *data;     /* NULL: zeros, which are not in the file */
    bool           writable; /* when the program runs */
};

struct image_pointer { /* a word that the dynamic linker sets: to the address of `name`, or of `target` in this file */
    uint64_t    at, target;
    const char *name;
};

/* The name of words that lead to a thread-local variable. What is called through them leaves all registers alone but that of its result,
 * and compilers know it. */
#define IMAGE_TLS_DESCRIPTOR "(where a thread-local variable lies)"

struct image_pad { /* calls in [start, end) that throw go on at `landing` */
    uint64_t start, end, landing;
};

struct image_die { /* debug information of a function */
    uint64_t  start;
    Dwarf_Die die;
};

struct image {
    int      fd;
    Elf     *elf;
    Dwarf   *dwarf; /* NULL: none */
    bool     position_independent;
    const struct architecture *architecture;
    uint8_t  build_id[32];
    uint32_t build_id_size;
    struct image_function *functions; /* by address, one for each address */
    size_t function_count;
    struct image_bytes *bytes;
    size_t byte_count;
    struct image_pointer *pointers;   /* by address */
    size_t pointer_count;
    struct image_pad *pads;
    size_t pad_count;
    struct image_function *frames;    /* functions that can be unwound, without their names */
    size_t frame_count;
    struct image_function *unread;    /* functions with an exception table that was not understood */
    size_t unread_count;
    struct image_die *dies;           /* of code that was not optimized, by address; see escaped_extents.c */
    size_t die_count;
    uint64_t *endless;                /* functions that debug information says do not return, by address */
    size_t endless_count;
    bool   dies_read;
    uint64_t *labels;                 /* addresses inside of functions that others compute; entered_labels.c */
    size_t    label_count;
    uint64_t  borrowed;               /* registers that callees preserve and that some function reads for its caller's value; borrowed.c */
    uint64_t *savers;                 /* functions that store such registers elsewhere than in their own frames */
    size_t    saver_count;
    uint64_t    *stub_address;        /* cache of image_called_name: a hash table */
    const char **stub_name;
    csh handle;                       /* of capstone */
};

/* NULL with a sentence in *why if the file cannot be read or is of another machine. */
struct image *image_open(const char *path, char **why);
void image_close(struct image *image);

/* `size` bytes at an address of the file; NULL if they are not in it. */
const uint8_t *image_at(const struct image *image, uint64_t address, uint64_t size);
bool image_writable(const struct image *image, uint64_t address); /* or not known */
/* The index of the first one that begins there or behind; function_count if there is none. */
size_t image_first_function(const struct image *image, uint64_t from);
const struct image_function *image_function_at(const struct image *image, uint64_t address);
const struct image_pointer *image_pointer_at(const struct image *image, uint64_t address);
/* A word that nobody writes once the dynamic linker has set it to an address in this file, as compilers reach variables of other units. */
const struct image_pointer *image_fixed_pointer_at(const struct image *image, uint64_t address);
/* Name of what a call of `target` calls: a function of the file or, through a stub of the linker, of another one; "" if
 * unknown. */
const char *image_called_name(struct image *image, uint64_t target);

/* The same of the call that returns to `address`. */
const char *image_called_before(struct image *image, uint64_t address);

/* escaped_extents.c: does the function that begins here never return, by debug information? */
bool image_never_returns(struct image *image, uint64_t address);

/* borrowed.c: is the function that begins here one of the savers? */
bool image_saves_registers(const struct image *image, uint64_t start);

/* escaped_extents.c: was a unit surely compiled without optimization? */
bool image_is_unoptimized(Dwarf_Die *unit);

/* flag_readers.c: does its code read floating-point exceptions by instructions of its own? surely: bytes that look so by chance do not
 * count, which takes long in large files. */
bool image_reads_flags(struct image *image, bool surely);

/* exceptions.c: fills pads, frames and unread. */
void image_read_exceptions(struct image *image, Elf_Data *frames, uint64_t address);

#endif
