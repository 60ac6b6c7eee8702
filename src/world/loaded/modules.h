/* modules.h - the objects loaded into the process: which are the program's own, which are foreign. */
#ifndef MZ_WORLD_LOADED_MODULES_H
#define MZ_WORLD_LOADED_MODULES_H

#include <link.h>
#include <stdbool.h>

#include "wire/wire.h"

/* Was the object built by `mazurka cc`? It then calls the hooks. */
bool modules_instrumented(const struct dl_phdr_info *info);

/* Register the writable memory of instrumented objects (and the model's own state) as segments, and list all objects
 * for the tool. Returns false when something is wrong: then wire->message says what. */
bool modules_register(struct wire *wire);

/* The same for the data of libraries without hooks that functions without hooks may write: all but the loader's and the runtime's
 * own, and those of the languages' run-time libraries, which unwind. Later once more, for those that were loaded since. False: no
 * memory. */
bool modules_add_libraries(void);
bool modules_is_library(const struct dl_phdr_info *info);
bool modules_is_system(const struct dl_phdr_info *info); /* the C library and that of mathematics */

bool modules_is_named(const struct dl_phdr_info *info, const char *beginning); /* does its file's name begin so? */
bool modules_is_language(const struct dl_phdr_info *info); /* a run-time library that calls what others give to it */

/* Is it code of the system (the C library, the dynamic linker, run-time libraries of languages) that was there when the program began? */
bool modules_have_system_code(const struct wire *wire, uint64_t pc);

/* Was an object with thread-local variables loaded after the program began? The dynamic linker gives memory to them when they are first
 * used, and nobody is told. */
bool modules_are_local_late(const struct wire *wire);

/* Set-up is over: list the objects with hooks that the program has opened by then, so that the tool has names for what is there. Is the
 * byte in one of these? */
void modules_list_late(struct wire *wire);
bool modules_late_has(uint64_t addr);

/* Does the program, or a library that it uses, take this function from others? Those of the system do not count. */
bool modules_take(const char *name);

/* The traits of all functions that they take (model/call_traits.h). */
uint64_t modules_taken_traits(void);

/* Does any library without hooks, besides those, call functions that may change data of the C library? */
bool modules_libraries_use_c(void);

/* Functions of instrumented objects, and of libraries that were added, that run when the program ends, after all exit handlers, in
 * this order. NULL: no more. */
typedef void destructor(void);
destructor *modules_destructor(unsigned index);

#endif
