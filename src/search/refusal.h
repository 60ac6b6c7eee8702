/* refusal.h - refusal of combinations of parts of a search that are unsound or mean nothing (refusal.c). */
#ifndef MZ_SEARCH_REFUSAL_H
#define MZ_SEARCH_REFUSAL_H

#include "search/engine/search_config.h"

/* Why the parts of a search do not fit together, or NULL. */
const char *search_refusal(const struct search_config *c);

#endif
