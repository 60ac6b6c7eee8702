/* splits.c - see splits.h. Places on stacks are the same in all threads that run a function: they are counted together. */
#include "tool/splits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/launch.h"
#include "tool/naming.h"
#include "tool/objects.h"
#include "tool/symbols.h"
#include "tool/util.h"

enum { MOST = 30, HANG_MS = 10000 };

struct difference {
    char    *name;
    uint64_t count, value[2];
};

#if defined(__x86_64__)
static const char *const registers[] = {"floating-point modes", "r15", "r14", "r13", "r12", "rbx", "rbp", "return address"};
#else
static const char *const registers[] = {"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
    "return address", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15", "fpcr", "fpsr"};
#endif

static const char *function_at(struct symbols *symbols, uint64_t pc)
{
    const char *name = pc ? symbols_function(symbols, pc - 1) : NULL;
    return name ? name : "?";
}

static char *name_of(const struct naming *n, const struct wire_split *s)
{
    struct value_type type;
    const char *function = function_at(n->symbols, s->pc);
    switch (s->kind) {
    case WIRE_SPLIT_STACK:
        return s->pc ? format_text("%s: frame, sp%+" PRId64, function, s->offset)
                     : format_text("stack of thread %u, outside of all functions", s->thread);
    case WIRE_SPLIT_REGISTER:
        return format_text("%s: %s", function,
                           (size_t)s->offset < sizeof registers / sizeof *registers ? registers[s->offset] : "register");
    case WIRE_SPLIT_PENDING:
        return format_text("%s: operation that is about to be performed", function);
    default:
        return name_data(n, AT_THE_END, s->addr, 8, &type);
    }
}

static int by_count(const void *a, const void *b)
{
    const struct difference *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->name, y->name);
}

static size_t gather(const struct wire *w, struct difference *differences)
{
    struct naming n = {w, symbols_open(w)};
    size_t count = 0;
    for (uint32_t i = 0; i < w->splits && i < WIRE_MAX_SPLITS; i++) {
        const struct wire_split *s = &w->split[i];
        char *name = name_of(&n, s);
        size_t at = 0;
        while (at < count && strcmp(differences[at].name, name) != 0)
            at++;
        if (at == count)
            differences[count++] = (struct difference){name, 0, {s->value[0], s->value[1]}};
        differences[at].count += s->count;
    }
    qsort(differences, count, sizeof *differences, by_count);
    return count;
}

void splits_print(const char *program, char *const *argv, uint64_t states, enum wire_dead_values mode)
{
    char *why, *absolute = realpath(program, NULL);
    if (!absolute || !program_is_ours(absolute, &why))
        die("%s", absolute ? why : format_text("%s cannot be found", program));
    struct launch l = {.program = absolute, .argv = argv, .hang_ms = HANG_MS,
        .config = {.mode = WIRE_SEARCH, .seed = 1, .all_faults = 1, .splits = (uint32_t)states, .max_states = states,
                   .dead_values = mode},
        .dead_values = dead_values_of(absolute, mode)};
    launch_run(&l);
    if (l.end != LAUNCH_DONE || !l.wire->split_states)
        die("the search gave no states to look at: try `mazurka check %s`", program);
    struct difference *differences = allocate(WIRE_MAX_SPLITS * sizeof *differences);
    size_t count = gather(l.wire, differences);
    printf("%" PRIu64 " states; in so many of them another one is the same but for this place:\n", l.wire->split_states);
    for (size_t i = 0; i < count && i < MOST; i++)
        printf("%8" PRIu64 "  %s (say 0x%" PRIx64 " and 0x%" PRIx64 ")\n", differences[i].count, differences[i].name,
               differences[i].value[0], differences[i].value[1]);
    launch_free(&l);
}
