/* library_objects.h - the library of a specification, compiled with hooks once: clients are compiled alone, and linked with it. */
#ifndef MZ_APPS_CLIENTS_LIBRARY_OBJECTS_H
#define MZ_APPS_CLIENTS_LIBRARY_OBJECTS_H

#include "apps/clients/spec.h"

struct library {
    const struct spec *spec;
    struct strings     objects; /* in the order of the specification, those that were built already among them */
};

/* Dies if a source does not compile. */
struct library library_compile(const struct spec *spec);

/* Words for the compiler of which a program of the clients in `source` is made. */
struct strings library_words(const struct library *library, const char *source);

#endif
