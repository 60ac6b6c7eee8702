/* header_class.h - the class that a header of C++ declares, with its public functions, from the debug information of a file that includes
 * the header. Types are told apart as header_functions.h does: what is no number, and no pointer or reference to one, is something else. */
#ifndef MZ_APPS_CLIENTS_HEADERS_HEADER_CLASS_H
#define MZ_APPS_CLIENTS_HEADERS_HEADER_CLASS_H

#include "apps/clients/headers/header_functions.h"

struct class_parameter {
    struct header_type type; /* SORT_TO_NUMBER: what is stored */
    bool reference;          /* a result is stored by a reference, not by a pointer */
};

struct class_function {
    const char *name;
    struct header_type     result;
    struct class_parameter parameter[MOST_HEADER_PARAMETERS];
    size_t parameters; /* all, also where those are more */
    bool   constant, is_static;
};

struct header_class {
    const char *name;                          /* with its namespaces; NULL: the header has none */
    const struct class_function *constructor; /* the one with the fewest parameters, all numbers; NULL: there is none */
    bool   implicit;                           /* nobody has declared a constructor */
    struct class_function *at;                 /* others, in the order of the header */
    size_t count;
};

/* `program` is an object with debug information that includes `header`. Of several classes the one with most functions. */
struct header_class header_class_of(const char *program, const char *header);

#endif
