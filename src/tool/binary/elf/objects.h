/* objects.h - the object files of an executable: is it a program that can be checked, and was all of it
 * instrumented? */
#ifndef MZ_TOOL_BINARY_ELF_OBJECTS_H
#define MZ_TOOL_BINARY_ELF_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/util.h"

/* `mazurka cc` leaves this word in the producer of units that clang compiles: their reads before writes have hooks. */
#define OBJECT_MARK "mazurka-reads"
/* Behind it, without the plugin for clang, places of inline assembly that accesses memory: this and "f.c:12". */
#define OBJECT_ASSEMBLY " asm@"
/* Section in which the plugins leave such places in an object. */
#define OBJECT_UNSEEN ".mazurka.unseen"
/* And a byte in objects that were compiled with -fvolatile=relaxed: 1 where that has changed accesses, otherwise 0. */
#define OBJECT_RELAXED_VOLATILE ".mazurka.volatile"
/* Without the plugin gcc's objects have a symbol for each place: this, and the place in hexadecimal. */
#define OBJECT_SYMBOL "mazurka_unseen_"
/* File name of the plugin for gcc (src/plugin), which gcc itself mentions in the producer. */
#define OBJECT_PLUGIN "mazurka-gcc.so"
/* And of that for clang, which `mazurka cc` mentions there, behind the mark. */
#define OBJECT_CLANG_PLUGIN "mazurka-clang.so"

/* Can `mazurka check` run the program? If not, *why is a sentence that begins with its path. */
bool program_is_ours(const char *path, char **why);

/* Is it a shared library that `mazurka cc` linked? */
bool library_is_instrumented(const char *path);

/* The largest byte in the section of this name; -1: the file has none. */
int object_section_byte(const char *path, const char *name);

/* Number of functions that run when it is loaded; SIZE_MAX: that is not known. */
size_t object_constructors(const char *path);

/* Is a library of this name one of the C library, of the compilers or of Mazurka? */
bool library_is_systems(const char *name);

/* Does a program need nothing but the stub and the C library, from where tool and system have them? What the environment adds is not
 * looked at. */
bool program_has_no_others(const char *path);

struct gap_list; /* gap_list.h */
struct image;    /* liveness/image.h */
/* Adds gaps: units and functions of the program in which accesses go unseen, none if all is well. In a stripped program that cannot be
 * told, and one sentence says so. */
void object_gaps(struct gap_list *gaps, struct image *image, const char *path); /* image: NULL if the file has no code that is known */

#endif
