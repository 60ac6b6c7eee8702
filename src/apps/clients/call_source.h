/* call_source.h - calls of a library as C or C++: what clients and the program of sequential_program.h have in common. */
#ifndef MZ_APPS_CLIENTS_CALL_SOURCE_H
#define MZ_APPS_CLIENTS_CALL_SOURCE_H

#include <stdio.h>

#include "apps/clients/client.h"

/* Headers that clients include, and the variable of the object. */
void source_prelude(FILE *out, const struct spec *spec, bool with_lines);

/* A call whose results go to `slots` from the number `slot` on: one line, without its end. */
void source_call(FILE *out, const struct call *call, const char *slots, size_t slot);

/* push(q, 1, &out2), where variables out… take what it stores. */
void source_expression(FILE *out, const struct call *call);

/* The constructor and the calls before; the destructor. */
void source_begin(FILE *out, const struct spec *spec, bool with_lines);
void source_end(FILE *out, const struct spec *spec, bool with_lines);

/* The words for the compiler that go with a source of ours: its name, those of the library, or of the reference, and flags. */
struct strings source_words(const struct spec *spec, const char *source, bool reference);

#endif
