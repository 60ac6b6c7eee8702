/* compile.h - turns C and C++ files into a program that can be checked: `mazurka cc` without the command. */
#ifndef MZ_TOOL_COMPILE_COMPILE_H
#define MZ_TOOL_COMPILE_COMPILE_H

#include "tool/cli/util.h"

/* Does the compiler take `argument` for a source file of C (.c, .i), or of C or C++ (.cc, .cpp, .cxx, ...), by its name? */
bool is_c_source(const char *argument);
bool is_source(const char *argument);

/* Whether `arguments`, sources and options, need the C++ compiler; and what it is to be given then, since it takes sources of C for C++
 * unless it is told. */
bool compile_needs_cxx(const struct strings *arguments);
struct strings compile_for_cxx(const struct strings *arguments);

/* The name of a source without its suffix, for what is made of it: a new string. */
char *source_stem(const char *argument);
/* Name by the first source among words for a compiler; NULL: there is none. */
char *first_source_stem(const struct strings *words);

/* Compile and link `arguments`, which are sources and compiler options, into a program in a temporary directory.
 * `compiler` may be NULL for the default; for C++ gcc means g++, and so on. -O options hold as they are; without one the
 * program is not optimized. The compiler's messages go to stderr. Returns the program's path, or NULL if the compiler failed. */
char *compile_program(const struct strings *arguments, const char *compiler);

/* Compile `arguments`, -c with one source and compiler options, into `object`, by the default compiler: that of C++ for a part of a
 * program of C++. False: the compiler failed. */
bool compile_object(const struct strings *arguments, bool cxx, const char *object);

#endif
