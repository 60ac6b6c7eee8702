/* variables.h - names and types of the program's data: `counter`, `table[3].next`, and values as their type shows them. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_VARIABLES_H
#define MZ_TOOL_BINARY_SYMBOLS_VARIABLES_H

#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/value_type.h"

/* The global or static variable at [address, address + size), with members and indices; NULL if there is none. `size` 0:
 * something that is pointed to. *type is what lies there (VALUE_UNKNOWN if that cannot be told). A new string. */
char *variables_name(struct symbols *s, uint64_t address, uint32_t size, struct value_type *type);

/* The same of a thread-local variable, which lies so far from the thread pointer (in two's complement). */
char *variables_thread_local(struct symbols *s, uint64_t from_thread_pointer, uint32_t size, struct value_type *type);

/* A function on a stack. */
struct activation {
    uint64_t    pc;       /* return address of the call that it makes */
    uint64_t    frame;    /* its frame register */
    uint64_t    sp;       /* its stack pointer */
    const char *function; /* its name, if a variable was found */
};

/* The local variable or parameter of the function that covers `address`; NULL if there is none. */
char *variables_local(struct symbols *s, struct activation *in, uint64_t address, uint32_t size, struct value_type *type);

/* Calls `found` for each global or static variable that `pattern` names: `name`, `file.c` (all that are defined in it) or
 * `file.c:name`. Returns how many. */
typedef void variables_found(void *context, uint64_t address, uint64_t size, Dwarf_Die *variable);
size_t variables_match(struct symbols *s, const char *pattern, variables_found *found, void *context);

/* Calls `each` for all global and static variables. */
typedef void variables_visit(void *context, uint64_t address, Dwarf_Die *type, const char *name);
void variables_each(struct symbols *s, variables_visit *each, void *context);

/* And for those local variables and parameters of a function that lie on the stack. */
void variables_locals(struct symbols *s, const struct activation *in, variables_visit *each, void *context);

/* The type of what lies at [address, address + size) in a global or static variable. *name is the variable's if it is all that the variable
 * is, otherwise left alone. */
void variables_type(struct symbols *s, uint64_t address, uint32_t size, struct value_type *type, const char **name);

#endif
