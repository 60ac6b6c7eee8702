/* progress.c - the line of progress. */
#include "tool/run/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/options.h"

enum { REDRAW_MS = 200, FIRST_MS = 500 };

static const char *const phase_words[] = {
    [WIRE_BOOT] = "starting", [WIRE_SETUP] = "set-up", [WIRE_WALKS] = "looking for shared memory",
    [WIRE_EXPLORE] = "exploring", [WIRE_DONE] = "done",
};

void progress_begin(struct progress *p, bool wanted, const char *before)
{
    const char *terminal = getenv("TERM");
    *p = (struct progress){.before = before, .wanted = wanted && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0};
}

static void measure_rate(struct progress *p, uint64_t states, uint64_t elapsed_ms)
{
    double now = (double)(states - p->last_states) * 1000 / (double)(elapsed_ms - p->last_ms);
    p->rate = states < p->last_states || p->last_ms == 0 ? now : 0.7 * p->rate + 0.3 * now;
    p->last_states = states;
    p->last_ms = elapsed_ms;
}

void progress_update(struct progress *p, const struct wire *w, uint64_t elapsed_ms)
{
    if (!p->wanted || elapsed_ms < FIRST_MS || elapsed_ms < p->last_ms + REDRAW_MS)
        return;
    const struct wire_counters *c = &w->counters;
    uint32_t phase = __atomic_load_n(&w->phase, __ATOMIC_ACQUIRE);
    measure_rate(p, c->states, elapsed_ms);
    char *states = show_count(c->states), *rate = show_count((uint64_t)(p->rate > 0 ? p->rate : 0));
    char *depth = show_count(c->depth), *memory = show_size(c->table_bytes + c->path_bytes), *elapsed = show_duration(elapsed_ms);
    fprintf(stderr, "\r\033[K%s%s: %s states, %s/s, depth %s, %s, %s", p->before ? p->before : "",
        phase <= WIRE_DONE ? phase_words[phase] : "?", states, rate, depth, memory, elapsed);
    fflush(stderr);
    p->shown = true;
    free(states);
    free(rate);
    free(depth);
    free(memory);
    free(elapsed);
}

void progress_end(struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
