/* repository.h - source files as a code host names them: from the top of the repository. */
#ifndef MZ_TOOL_CLI_REPOSITORY_H
#define MZ_TOOL_CLI_REPOSITORY_H

#include <stdbool.h>

/* The top folder of the work tree of git around here, or the working directory where there is none; a slash ends it. */
const char *repository_top(void);

struct repository_path {
    char *path;   /* from the top, or absolute */
    bool  inside; /* of that folder */
};

/* `file` is absolute, or relative to the working directory. */
struct repository_path repository_path_of(const char *file);

#endif
