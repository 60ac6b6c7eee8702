/* heap_name.c - see heap_name.h. */
#include "tool/run/heap_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

static const char *behind_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static const char *read_number(const char *text, uint64_t *number)
{
    char *end;
    text = behind_blanks(text);
    if (!isdigit((unsigned char)*text))
        return NULL;
    *number = strtoull(text, &end, 10);
    return end;
}

/* " #2": the end of it, or the text itself if it begins otherwise. NULL: no number comes. */
static const char *read_count(const char *text, uint32_t *number)
{
    uint64_t count;
    const char *at = behind_blanks(text);
    if (*at != '#')
        return text;
    at = read_number(at + 1, &count);
    if (!at || count == 0 || count > UINT32_MAX)
        return NULL;
    *number = (uint32_t)count;
    return at;
}

/* The list says which function the statement is in, too. */
static bool is_end(const char *text)
{
    return *text == '\0' || starts_with(text, " in ");
}

/* " + 16", " [3]", or nothing, and no more. */
static bool read_part(const char *text, struct wire_block *block)
{
    const char *at = behind_blanks(text);
    char sign = *at;
    if (is_end(text))
        return true;
    if ((sign != '+' && sign != '[') || !(at = read_number(at + 1, &block->at)))
        return false;
    block->part = sign == '[' ? WIRE_ELEMENT : WIRE_OFFSET;
    return sign == '[' ? *at == ']' && is_end(at + 1) : is_end(at);
}

bool heap_name_read(const char *text, struct heap_name *out)
{
    static const char lock[] = "lock in ";
    *out = (struct heap_name){.lock = starts_with(text, lock)};
    const char *at = strstr(text, " at "), *file = at ? at + strlen(" at ") : text, *colon = strrchr(file, ':');
    uint64_t line;
    const char *rest = colon ? read_number(colon + 1, &line) : NULL;
    if (!rest || colon == file || (out->lock && !at))
        return false;
    out->line = format_text("%.*s", (int)(rest - file), file);
    rest = read_count(rest, &out->block.number);
    return rest && read_part(rest, &out->block);
}
