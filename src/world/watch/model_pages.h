/* model_pages.h - the pages of the model's state that were ever touched. Its tables have room for far more than most programs use
 * (buffers of pipes alone take 2 MiB): what nobody has touched is zero, and needs to be neither copied nor compared. The kernel is
 * asked, not the undo log: writes that the log has missed are what the self-check looks for. */
#ifndef MZ_WORLD_WATCH_MODEL_PAGES_H
#define MZ_WORLD_WATCH_MODEL_PAGES_H

#include <stdbool.h>

#include "world/state/extents.h"

/* Once, when the model's state has its place; false: no memory. */
bool model_pages_enable(void);

/* Number of pages now. A page that was found stays, in its place of the list. */
unsigned model_pages_find(void);

/* Visits those found before `to`, from number `from` on. */
void model_pages_each(unsigned from, unsigned to, extents_visitor *each, void *data);

#endif
