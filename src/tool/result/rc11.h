/* rc11.h - the result of a search under RC11 that follows one under sequential consistency (--memory-model=auto). */
#ifndef MZ_TOOL_RESULT_RC11_H
#define MZ_TOOL_RESULT_RC11_H

#include <stdbool.h>
#include <stdint.h>

/* Without a bound on how old a value may be, then with bounds, in what is left of the time. */
enum { RC11_TRIES = 3 };

struct rc11_try {
    uint32_t stale;       /* the bound; 0: none */
    bool     whole;       /* all that it allows was explored */
    uint64_t states, milliseconds;
};

struct rc11 {
    bool     searched;
    bool     decides;     /* the verdict and all that is told is that of the last try; otherwise that of sequential consistency */
    bool     whole;       /* everything that RC11 allows was explored */
    bool     limited;     /* a limit has ended it, and not what it came to */
    uint32_t stale;       /* all was explored that reads values with at most so many newer ones; 0: of no bound that is known */
    const char *why;      /* why it was not searched, or all was not explored; NULL: it was */
    unsigned tries;
    struct rc11_try tried[RC11_TRIES];
    bool     verified;    /* what sequential consistency came to */
    uint64_t sc_states, sc_milliseconds;
};

/* Note for the user about it; NULL: none, or the verdict says it. `bug`: the verdict is one. */
char *rc11_note(const struct rc11 *r, bool bug);

#endif
