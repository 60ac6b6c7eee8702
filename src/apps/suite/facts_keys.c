/* facts_keys.c - objects of facts files: missing keys, unknown keys, values of the wrong kind. */
#include "apps/suite/facts_keys.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_words[] = {
    [KEY_TEXT] = "a string", [KEY_WORDS] = "an array of strings", [KEY_COUNT] = "a whole number above 0",
    [KEY_NUMBER] = "a whole number", [KEY_COUNTS] = "an array of whole numbers", [KEY_OBJECT] = "an object",
    [KEY_NO_OBJECT] = "an object or null", [KEY_OBJECTS] = "an array of objects",
};

void mistake(const struct mistakes *m, const char *key, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_arguments(format, args);
    va_end(args);
    strings_addf(m->list, key[0] ? "%s: \"%s\": %s" : "%s:%s %s", m->file, key, text);
}

static bool all_of(const json_t *array, bool (*good)(const json_t *value))
{
    size_t i;
    json_t *value;
    if (!json_is_array(array))
        return false;
    json_array_foreach(array, i, value)
        if (!good(value))
            return false;
    return true;
}

static bool is_text(const json_t *value) { return json_is_string(value); }
static bool is_number(const json_t *value) { return json_is_integer(value) && json_integer_value(value) >= 0; }
static bool is_object(const json_t *value) { return json_is_object(value); }

static bool is_of_kind(const json_t *value, enum key_kind kind)
{
    switch (kind) {
    case KEY_TEXT:    return json_is_string(value) && json_string_length(value) > 0;
    case KEY_WORDS:   return all_of(value, is_text);
    case KEY_COUNT:   return json_is_integer(value) && json_integer_value(value) > 0;
    case KEY_NUMBER:  return is_number(value);
    case KEY_COUNTS:  return all_of(value, is_number);
    case KEY_OBJECT:  return json_is_object(value);
    case KEY_NO_OBJECT: return json_is_object(value) || json_is_null(value);
    case KEY_OBJECTS: return all_of(value, is_object);
    }
    return false;
}

static const struct key *find(const struct key *keys, const char *name)
{
    for (; keys->name; keys++)
        if (strcmp(keys->name, name) == 0)
            return keys;
    return NULL;
}

static char *whole_key(const char *path, const char *name)
{
    return path[0] ? format_text("%s.%s", path, name) : format_text("%s", name);
}

static void unknown_key(const struct mistakes *m, const char *path, const char *name, const struct key *keys)
{
    const char *names[64] = {NULL};
    for (size_t i = 0; keys[i].name && i + 1 < sizeof names / sizeof *names; i++)
        names[i] = keys[i].name;
    const char *nearest = nearest_word(name, names);
    mistake(m, whole_key(path, name), nearest ? "unknown key. Is \"%s\" meant?" : "unknown key%s", nearest ? nearest : "");
}

void keys_check(const struct mistakes *m, const json_t *object, const char *path, const struct key *keys)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        const struct key *key = find(keys, name);
        if (!key)
            unknown_key(m, path, name, keys);
        else if (!is_of_kind(value, key->kind))
            mistake(m, whole_key(path, name), "must be %s", kind_words[key->kind]);
    }
    for (; keys->name; keys++)
        if (!keys->optional && !json_object_get(object, keys->name))
            mistake(m, whole_key(path, keys->name), "is missing: %s", kind_words[keys->kind]);
}

json_t *key_value(const json_t *object, const char *name, enum key_kind kind)
{
    json_t *value = json_object_get(object, name);
    return value && is_of_kind(value, kind) ? value : NULL;
}

const char *key_text(const json_t *object, const char *name)
{
    return json_string_value(key_value(object, name, KEY_TEXT));
}

struct strings key_words(const json_t *object, const char *name)
{
    struct strings words = {0};
    size_t i;
    json_t *value;
    json_array_foreach(key_value(object, name, KEY_WORDS), i, value)
        strings_add(&words, json_string_value(value));
    return words;
}
