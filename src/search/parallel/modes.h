/* modes.h - the modes in which several processes search: engine/parallel_mode.h says what each of them is. */
#ifndef MZ_SEARCH_MODES_H
#define MZ_SEARCH_MODES_H

#include "search/engine/parallel_mode.h"

extern const struct parallel parallel_modes;

#endif
