/* facts_keys.h - checks of an object in a facts file: mistakes are collected, each with its file and key. */
#ifndef MZ_APPS_SUITE_FACTS_KEYS_H
#define MZ_APPS_SUITE_FACTS_KEYS_H

#include <jansson.h>

#include "tool/cli/util.h"

enum key_kind {
    KEY_TEXT,    /* a string that is not empty */
    KEY_WORDS,   /* strings */
    KEY_COUNT,   /* a whole number above 0 */
    KEY_NUMBER,  /* one from 0 on */
    KEY_COUNTS,  /* whole numbers from 0 on */
    KEY_OBJECT,  /* with members */
    KEY_NO_OBJECT, /* likewise, or null */
    KEY_OBJECTS, /* an array of them */
};

struct key {
    const char   *name;
    enum key_kind kind;
    bool          optional;
};

/* List of mistakes, as "FILE: KEY: sentence". */
struct mistakes {
    const char     *file;
    struct strings *list;
};
void mistake(const struct mistakes *m, const char *key, const char *format, ...) PRINTF(3, 4);

/* Reports what is missing, unknown, or of another kind than in `keys`, which end with a row of zeros; `path` names the object ("" for the
 * whole file). */
void keys_check(const struct mistakes *m, const json_t *object, const char *path, const struct key *keys);

/* The member if it is of its kind, else NULL. */
json_t *key_value(const json_t *object, const char *name, enum key_kind kind);
const char *key_text(const json_t *object, const char *name);
struct strings key_words(const json_t *object, const char *name);

#endif
