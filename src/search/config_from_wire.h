/* config_from_wire.h - the tool's request as the configuration of a search (config_from_wire.c, names.c). */
#ifndef MZ_SEARCH_CONFIG_FROM_WIRE_H
#define MZ_SEARCH_CONFIG_FROM_WIRE_H

#include "search/engine/search_config.h"

/* Is a name that the tool has passed on not known? Then a sentence says which are. */
bool names_unknown(const struct wire_config *w, char *why, size_t size);

/* Settings of every search. */
void search_basics(struct search_config *c, const struct wire_config *w);

/* The policies that the tool has named, which stay where they are. NULL, or a sentence. */
const char *search_steer(struct search_config *c, const struct wire_steering *w);

/* Likewise its reductions, separated by commas: the first one, and its rivals. False: there is none of that name. */
bool search_reduce(struct search_config *c, const char *names);

#endif
