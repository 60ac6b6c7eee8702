/* show_splits.c - see show_splits.h. Places on stacks are the same in all threads that run a function: they are counted together. */
#include "tool/commands/states/show_splits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/symbols.h"
#include "tool/cli/printable.h"
#include "tool/cli/util.h"
#include "tool/run/name_words.h"

enum { MOST = 30 };

struct difference {
    char    *name;
    uint64_t count, value[2];
};

static int by_count(const void *a, const void *b)
{
    const struct difference *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->name, y->name);
}

static size_t gather(const struct wire *w, struct difference *differences)
{
    struct naming n = {.wire = w, .symbols = symbols_open(w)};
    size_t count = 0;
    for (uint32_t i = 0; i < w->splits && i < WIRE_MAX_SPLITS; i++) {
        const struct wire_split *s = &w->split[i];
        char *name = name_word(&n, &s->word);
        size_t at = 0;
        while (at < count && strcmp(differences[at].name, name) != 0)
            at++;
        if (at == count)
            differences[count++] = (struct difference){name, 0, {s->word.value, s->other}};
        differences[at].count += s->count;
    }
    qsort(differences, count, sizeof *differences, by_count);
    return count;
}

/* What is printed is the beginning of what the result says. */
static json_t *tell(const struct difference *differences, size_t count, uint64_t states)
{
    json_t *places = json_array();
    printf("%" PRIu64 " states; for each place, how many of them differ from another state in this place alone:\n", states);
    for (size_t i = 0; i < count; i++) {
        const struct difference *d = &differences[i];
        const char *name = printable(d->name);
        if (i < MOST)
            printf("%8" PRIu64 "  %s (such as 0x%" PRIx64 " and 0x%" PRIx64 ")\n", d->count, name, d->value[0], d->value[1]);
        json_array_append_new(places, json_pack("{s:s,s:I}", "place", name, "states", (json_int_t)d->count));
    }
    return json_pack("{s:I,s:o}", "states", (json_int_t)states, "places", places);
}

json_t *splits_print(const char *program, char *const *argv, uint64_t states, uint64_t milliseconds, enum wire_dead_values mode)
{
    struct launch l;
    words_search(&l, program, argv, (struct wire_config){.splits = (uint32_t)states, .max_states = states,
        .max_milliseconds = milliseconds, .dead_values = mode});
    if (!l.wire->split_states)
        die("the search gave no states to look at: try `mazurka check %s`", program);
    struct difference *differences = allocate(WIRE_MAX_SPLITS * sizeof *differences);
    json_t *told = tell(differences, gather(l.wire, differences), l.wire->split_states);
    launch_free(&l);
    return told;
}
