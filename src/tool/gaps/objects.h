/* objects.h - what an executable is made of: is it a program that can be checked, and was all of it instrumented? */
#ifndef MZ_TOOL_GAPS_OBJECTS_H
#define MZ_TOOL_GAPS_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/util.h"

/* `mazurka cc` leaves this word in the producer of units that clang compiles: their reads before writes have hooks. */
#define OBJECT_MARK "mazurka-reads"
/* Behind it, without the plugin for clang, places of inline assembly that accesses memory: this and "f.c:12". */
#define OBJECT_ASSEMBLY " asm@"
/* Where the plugins leave such places in an object. */
#define OBJECT_UNSEEN ".mazurka.unseen"
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

/* One compilation unit, as far as debug information and symbols tell. */
struct object_unit {
    const char *name;     /* source file */
    const char *producer; /* compiler and options, or NULL */
    bool instrumented;    /* has the hooks of -fsanitize=thread */
    bool missing_reads;   /* but leaves out the hook of a read that is followed by a write (clang's default) */
    bool missing_copies;  /* but expands memcpy and the like in place, without hooks (gcc's default) */
    const char *missing_struct; /* but has this function, which takes or returns a struct, and gcc without our plugin
                                 * puts no hooks where such structs are read and stored; NULL: none */
    const char *missing_update; /* likewise this bit-field, and no hook where its update reads its neighbours; NULL: none */
    const char *missing_odd;    /* but has this, which clang accesses in pieces that it gives no hooks; NULL: none */
};
struct object_units {
    struct object_unit *at;
    size_t count;
};
/* Nothing for a stripped program. */
struct object_units object_read_units(const char *path);

/* Sentences about units and functions of the program in which accesses go unseen, none if all is well. In a stripped program
 * that cannot be told, and one sentence says so. */
struct strings object_complaints(const char *path);

#endif
