/* repository.c - see repository.h. */
#include "tool/cli/repository.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

static char *with_slash(const char *folder)
{
    return ends_with(folder, "/") ? format_text("%s", folder) : format_text("%s/", folder);
}

static char *find_top(void)
{
    char *here = realpath(".", NULL);
    if (!here)
        return "/";
    for (char *folder = format_text("%s", here), *slash; (slash = strrchr(folder, '/')) != NULL; *slash = '\0')
        if (file_exists(format_text("%s/.git", folder)))
            return with_slash(folder);
    return with_slash(here);
}

const char *repository_top(void)
{
    static const char *top;
    if (!top)
        top = find_top();
    return top;
}

struct repository_path repository_path_of(const char *file)
{
    char *full = realpath(file, NULL);
    if (full && starts_with(full, repository_top()))
        return (struct repository_path){.path = full + strlen(repository_top()), .inside = true};
    return (struct repository_path){.path = full ? full : format_text("%s", file), .inside = !full && file[0] != '/'};
}
