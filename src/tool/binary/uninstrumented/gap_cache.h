/* gap_cache.h - gaps of a file, kept from one check to the next (program_cache.h). */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_GAP_CACHE_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_GAP_CACHE_H

#include "tool/binary/uninstrumented/gap_list.h"

enum { GAPS_VERSION = 2 }; /* of the layout */

bool gaps_read(const char *file, struct gap_list *gaps); /* false: there is none, or it is damaged */
void gaps_write(const char *file, const struct gap_list *gaps);

#endif
