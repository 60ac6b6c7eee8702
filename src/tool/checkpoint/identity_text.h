/* identity_text.h - facts that are compared between processes (process_identity.h), as JSON: texts, numbers, and
 * words. */
#ifndef MZ_TOOL_CHECKPOINT_IDENTITY_TEXT_H
#define MZ_TOOL_CHECKPOINT_IDENTITY_TEXT_H

#include <inttypes.h>

#include "tool/cli/json_text.h"

static inline char *hex(uint64_t number)
{
    return format_text("%016" PRIx64, number);
}

static inline void put_text(json_t *o, const char *key, const char *text)
{
    json_t *value = json_string(text);
    json_object_set_new(o, key, value ? value : json_string("?")); /* not UTF-8: nothing that differs in it is seen */
}

/* Dies if they are not UTF-8: they `cannot`, for this option. */
static inline json_t *words_json(char *const *words, const char *option, const char *cannot)
{
    json_t *list = json_array();
    for (; words && *words; words++) {
        json_t *word = json_string(*words);
        if (!word)
            die("%s: an argument, or a variable of the environment, is not UTF-8: it cannot be %s", option, cannot);
        json_array_append_new(list, word);
    }
    return list;
}

#endif
