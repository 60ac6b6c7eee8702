/* visible_list.c - --visible=LIST and --track=LIST: names of variables and files, as ranges of the program's memory. */
#include <string.h>

#include "tool/names/variables.h"
#include "tool/run/visible_list.h"

static void add_range(void *context, uint64_t address, uint64_t size, const char *name)
{
    (void)name;
    struct range_list *list = context;
    enum { PROGRAM_SPACE = 1 }; /* relative to the first object, which is the program */
    while (size > 0) {
        uint32_t length = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
        list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
        list->at[list->count++] = (struct wire_range){PROGRAM_SPACE, length, address};
        address += length;
        size -= length;
    }
}

struct range_list visible_list(const char *program, const char *option, const char *list)
{
    struct range_list ranges = {0};
    if (strcmp(list, "none") == 0)
        return ranges;
    struct symbols *s = symbols_open_file(program);
    if (!s)
        die("cannot read %s", program);
    char *words = format_text("%s", list), *rest = NULL;
    for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        if (variables_match(s, word, add_range, &ranges) == 0)
            die("--%s=%s: the program has no variable and no file of variables of this name (debug information is needed)", option, word);
    }
    symbols_close(s);
    return ranges;
}
