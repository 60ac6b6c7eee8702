/* json_text.h - putting JSON together, from values that are there, or else it dies; and texts of JSON that was read. */
#ifndef MZ_TOOL_CLI_JSON_TEXT_H
#define MZ_TOOL_CLI_JSON_TEXT_H

#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "tool/cli/util.h"

/* Text that may hold any bytes: what is not UTF-8 is replaced. */
static inline json_t *text_of(const char *text, size_t length)
{
    json_t *value = json_stringn(text, length);
    if (value)
        return value;
    char *clean = allocate(length + 1);
    for (size_t i = 0; i < length; i++)
        clean[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
    return json_stringn(clean, length);
}

static inline json_t *text_or_null(const char *text)
{
    return text ? text_of(text, strlen(text)) : json_null();
}

static inline void put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        die("out of memory");
}

static inline void put_number(json_t *object, const char *key, uint64_t value)
{
    put(object, key, json_integer((json_int_t)value));
}

static inline void append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        die("out of memory");
}

static inline json_t *texts_of(const struct strings *texts)
{
    json_t *array = json_array();
    for (size_t i = 0; i < texts->count; i++)
        append(array, text_of(texts->at[i], strlen(texts->at[i])));
    return array;
}

/* "": there is none. */
static inline const char *json_text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* One that stays when the document goes; NULL: there is none. */
static inline char *json_copy_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? format_text("%s", text) : NULL;
}

#endif
