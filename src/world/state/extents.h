/* extents.h - all memory that makes up a state, range by range: for the self-check, and for code without hooks. */
#ifndef MZ_WORLD_STATE_EXTENTS_H
#define MZ_WORLD_STATE_EXTENTS_H

#include "world/world.h"

typedef void extents_visitor(uint64_t lo, uint64_t hi, void *data);

/* Calls each(lo, hi, data) for writable data of the program, heaps, live stacks, thread-local storage and the thread structs'
 * rewound part. Multiples of 8 bytes. Data of the C library are left out: the runtime itself makes it count threads. */
void extents_each(const struct world *w, extents_visitor *each, void *data);
void extents_model(extents_visitor *each, void *data); /* the model's state: one range */

/* Memory that code without hooks can write, called by thread t: the same with thread-local variables of the program,
 * without t's of libraries, and without that part of t's stack that is saved in this epoch. Data of the C library only if that is
 * asked for. */
void extents_writable(const struct world *w, const struct thread *t, bool of_c, extents_visitor *each, void *data);

/* Data of libraries without hooks; those of the C library only if that is asked for. */
void extents_libraries(bool of_c, extents_visitor *each, void *data);

/* Data of the program and its libraries with hooks. */
void extents_program(extents_visitor *each, void *data);
void extents_c_library(extents_visitor *each, void *data); /* its alone */

#endif
