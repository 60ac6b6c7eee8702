/* place.h - the location of a suite. */
#ifndef MZ_APPS_SUITE_PLACE_H
#define MZ_APPS_SUITE_PLACE_H

#include <stdbool.h>

bool is_directory(const char *path);

/* `suite`, in this folder or where Mazurka is installed; dies if there is none. */
const char *suite_default_directory(void);

#endif
