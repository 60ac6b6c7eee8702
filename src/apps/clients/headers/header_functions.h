/* header_functions.h - the functions that a header of C declares, read from what the preprocessor makes of it: names, and of what kind
 * their results and arguments are. Typedefs are followed; what is no plain declaration of a function is passed over. */
#ifndef MZ_APPS_CLIENTS_HEADERS_HEADER_FUNCTIONS_H
#define MZ_APPS_CLIENTS_HEADERS_HEADER_FUNCTIONS_H

#include "tool/cli/util.h"

enum type_sort {
    SORT_VOID,
    SORT_TRUTH,
    SORT_NUMBER,     /* an integer or an enumeration */
    SORT_TO_NUMBER,  /* a pointer to one that is not const */
    SORT_TO_OBJECT,  /* a pointer to a structure */
    SORT_OTHER,
};

struct header_type {
    enum type_sort sort;
    char *text;     /* as it is written; of a pointer to a number: of that number */
    char *object;   /* of a pointer to a structure: "struct queue", whatever typedefs it is written with */
    bool  constant; /* what it points to */
};

struct header_parameter {
    struct header_type type;
    char *name; /* NULL: it has none */
};

enum { MOST_HEADER_PARAMETERS = 8 };

struct header_function {
    char  *name, *text; /* the whole declaration */
    struct header_type      result;
    struct header_parameter parameter[MOST_HEADER_PARAMETERS];
    size_t parameters;
};

struct header_functions {
    struct header_function *at;
    size_t count;
    struct strings complete; /* "struct queue": structures whose members are declared */
};

/* `preprocessed` is the output of the preprocessor, in which lines of `header` are marked with this name. */
struct header_functions header_functions_of(const char *preprocessed, const char *header);

#endif
