/* series_file.h - --series=FILE: a search in each line of a file, as options of `mazurka check`, one after the other in one process. */
#ifndef MZ_TOOL_COMMANDS_SERIES_FILE_H
#define MZ_TOOL_COMMANDS_SERIES_FILE_H

#include <stdbool.h>

#include "tool/cli/check_settings.h"

struct series {
    const struct wire_series *at;
    size_t count;
};

/* Empty if there is no --series. What is wrong with the file ends the tool with a sentence that names the line. */
struct series series_read(const struct check_settings *settings);

/* May such a search be one of a series? Others want something of the process that was prepared for them. */
struct search_kind;
bool series_takes(const struct search_kind *search);

#endif
