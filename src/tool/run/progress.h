/* progress.h - one line on the terminal that tells how the search goes; nothing where stderr is not a terminal. */
#ifndef MZ_TOOL_RUN_PROGRESS_H
#define MZ_TOOL_RUN_PROGRESS_H

#include <stdbool.h>

#include "wire/wire.h"

struct progress {
    bool     shown;           /* a line stands on the terminal */
    bool     wanted;
    const char *before;       /* what is known already; NULL: nothing */
    uint64_t last_ms;         /* when it was drawn last, and what stood there */
    uint64_t last_states;
    double   rate;            /* states per second, smoothed */
};

void progress_begin(struct progress *p, bool wanted, const char *before);
void progress_update(struct progress *p, const struct wire *w, uint64_t elapsed_ms);
void progress_end(struct progress *p); /* erases the line */

#endif
