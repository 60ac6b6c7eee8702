/* test_cache.h - results of cases, kept for the next run (--cache): an unchanged test costs nothing.
 *
 * Kept is what was verified, covered or found where the check says that it would come to the same again. An entry is a file, named by its
 * key (cache_key.h); it counts while all files that the check has named are as they were. It is written whole or not at all, and one that
 * is damaged counts as none. */
#ifndef MZ_APPS_TEST_TEST_CACHE_H
#define MZ_APPS_TEST_TEST_CACHE_H

#include <jansson.h>

#include "apps/test/test_settings.h"

/* Output of a check. */
struct case_documents {
    int     status;
    double  seconds;
    char   *said;
    json_t *document, *sarif; /* NULL: not written */
};

struct test_cache; /* NULL: nothing is kept */

struct test_cache *test_cache_open(const struct test_settings *s);

/* The key of a case by the words of its check (cache_key_of); NULL without a cache. */
char *test_cache_key(struct test_cache *c, const struct strings *words, const char *variable);

/* The documents of an earlier check. The traces of what it has found are there again, too. */
bool test_cache_take(const struct test_cache *c, const char *key, struct case_documents *of);

/* `inputs`: what the check has written of what its result rests on; `trace`: where its first trace was to go. */
void test_cache_keep(struct test_cache *c, const char *key, const char *inputs, const char *trace, const struct case_documents *of);

/* All cases are done. */
void test_cache_close(const struct test_cache *c);

#endif
