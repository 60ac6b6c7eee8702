/* place.c - see place.h. */
#include "apps/suite/place.h"

#include <sys/stat.h>

#include "tool/cli/util.h"

bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *suite_default_directory(void)
{
    const char *installed = path_join(self_library_dir(), "../../share/mazurka/suite");
    if (is_directory("suite"))
        return "suite";
    if (is_directory(installed))
        return installed;
    die("there is no folder `suite` here: name one, as in `mazurka suite list DIR`");
}
