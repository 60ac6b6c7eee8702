/* found.c - see found.h. */
#include "tool/run/found.h"

#include <stdio.h>

#include "tool/binary/symbols/demangle.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/cli/printable.h"
#include "tool/run/suppressed_places.h"

enum { PATIENCE_MS = 1000 }; /* most searches are over by then, and tell more */

static char *place_text(struct symbols *s, uint64_t pc)
{
    struct place p = symbols_call(s, pc);
    char *line = symbols_line(s, &p);
    return p.function ? format_text("%s in %s", line, demangle_function(p.function)) : line;
}

char *found_line(struct symbols *s, const struct fault *f)
{
    if (f->kind == FAULT_RACE)
        return format_text("data race, %s and %s", place_text(s, f->other_pc), place_text(s, f->pc));
    char *text = f->text[0] ? format_text(": %.*s", (int)sizeof f->text - 1, f->text) : format_text("%s", "");
    char *place = f->kind == FAULT_ASSERTION && f->file[0] ? format_text(", %.*s:%u", (int)sizeof f->file - 1, f->file, f->line)
                  : f->pc                                  ? format_text(", %s", place_text(s, f->pc))
                                                           : format_text("%s", "");
    return format_text("%s%s%s", fault_words[f->kind], demangle_text(text), place);
}

static void tell(struct found *f, const struct launch *l, const struct fault *fault)
{
    if (fault->kind >= FAULT_KINDS || fault->kind == FAULT_EXIT || suppressed_by_place(l->suppressions, f->symbols, fault))
        return;
    char *line = found_line(f->symbols, fault);
    if (strings_contain(&f->lines, line))
        return;
    strings_add(&f->lines, line);
    fprintf(stderr, "found so far: %s\n", printable(line));
}

void found_update(struct found *f, const struct launch *l, struct progress *p, uint64_t elapsed_ms)
{
    const struct wire *w = l->wire;
    uint32_t count = __atomic_load_n(&w->findings, __ATOMIC_ACQUIRE);
    count = count < WIRE_MAX_FINDINGS ? count : WIRE_MAX_FINDINGS;
    if (count < f->told) /* the search has started over */
        f->told = count;
    if (!l->show_progress || count == f->told)
        return;
    if (f->since == 0)
        f->since = elapsed_ms + 1;
    if (elapsed_ms < f->since + PATIENCE_MS)
        return;
    if (!f->symbols)
        f->symbols = symbols_open(w);
    progress_end(p);
    for (; f->told < count && f->symbols; f->told++)
        tell(f, l, &w->finding[f->told].fault);
    f->told = count;
    f->since = 0;
}

void found_end(struct found *f)
{
    if (f->symbols)
        symbols_close(f->symbols);
}
