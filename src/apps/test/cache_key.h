/* cache_key.h - inputs of the result of a case, as far as they are known before its check: Mazurka, the program with
 * its libraries and sources, the machine, folder and environment, options and arguments. The rest the check itself
 * tells (tool/commands/result_inputs.h). */
#ifndef MZ_APPS_TEST_CACHE_KEY_H
#define MZ_APPS_TEST_CACHE_KEY_H

#include <jansson.h>

#include "apps/test/test_settings.h"

/* The same for all cases, as it is now; "files" are those that it names. NULL, and a phrase in *why: results cannot be kept. */
json_t *cache_key_base(const struct test_settings *s, const char **why);

/* Key of one case, by its words (of check, and of the program behind them), and the variable that selects it (or NULL):
 * a text, a digest. */
char *cache_key_of(const json_t *base, const struct strings *words, const char *variable);

#endif
