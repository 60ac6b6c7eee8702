/* library_words.h - members of classes of the C++ library, in the words of those who use them. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_LIBRARY_WORDS_H
#define MZ_TOOL_BINARY_SYMBOLS_LIBRARY_WORDS_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* Word for a member: "_M_finish" is "end". NULL if only what is inside of it is. */
const char *library_word(const char *member);

/* The first type that a template was given. */
bool library_argument(Dwarf_Die *class, Dwarf_Die *type);

/* Is the class memory for an object of another one, which *type then is? */
bool library_holds(Dwarf_Die *type);

/* Name of a block that the library has made: of a shared_ptr, or a node of a container. NULL if it is none of these. A new string. */
char *library_block(Dwarf_Die *type);

#endif
