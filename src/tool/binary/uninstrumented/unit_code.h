/* unit_code.h - machine code of compilation units, and the addresses by which one comes to it: where its functions begin, and where the
 * code of a line does. */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_UNIT_CODE_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_UNIT_CODE_H

#include <elfutils/libdw.h>

#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/gap_list.h"

struct code_piece {
    uint64_t lo, hi;
};

struct unit_code {
    struct code_piece *at; /* by address, once they are sorted */
    size_t count;
    bool   known;          /* debug information tells it */
};

/* Adds the unit's code, but not what the linker has left out of the file (--gc-sections). */
void unit_code_add(struct unit_code *code, Elf *elf, Dwarf_Die *unit);

/* Code of several units, for unit_code_has(). */
void unit_code_append(struct unit_code *code, const struct unit_code *more);
void unit_code_sort(struct unit_code *code);
bool unit_code_has(const struct unit_code *sorted, uint64_t address);

/* Is it in a section of instructions? */
bool unit_code_is_executable(Elf *elf, uint64_t address);

/* Give the last gap the beginnings of all functions in this code as spots. It is vague if some of it belongs to no function that
 * has a symbol. */
void unit_code_functions(struct gap_list *gaps, struct image *image, const struct unit_code *code);

/* Give it every instruction of the line, "f.c:12"; it is vague if there is none, and no gap if the linker has left all of them out. */
void unit_code_line(struct gap_list *gaps, struct image *image, Dwarf *dwarf, const char *place);

#endif
