/* first_spec.h - a first specification of a library, from its header: `mazurka clients --from=queue.h`. */
#ifndef MZ_APPS_CLIENTS_FIRST_SPEC_H
#define MZ_APPS_CLIENTS_FIRST_SPEC_H

#include "tool/cli/util.h"

/* Writes it to `path`, or, if that is NULL, to NAME.spec; the sources of the library, or what is found beside the header; and words for the
 * compiler. The result is the path. What keeps it from being written ends the tool with a sentence. */
const char *first_spec_write(const char *header, const struct strings *sources, const struct strings *flags, const char *path);

/* The same of the class that a header of C++ declares. The file is not there yet. */
const char *first_spec_of_class(const char *header, const struct strings *sources, const struct strings *flags, const char *path);

#endif
