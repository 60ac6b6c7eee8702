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

void splits_print(const char *program, char *const *argv, uint64_t states, enum wire_dead_values mode)
{
    struct launch l;
    words_search(&l, program, argv,
                 (struct wire_config){.splits = (uint32_t)states, .max_states = states, .dead_values = mode});
    if (!l.wire->split_states)
        die("the search gave no states to look at: try `mazurka check %s`", program);
    struct difference *differences = allocate(WIRE_MAX_SPLITS * sizeof *differences);
    size_t count = gather(l.wire, differences);
    printf("%" PRIu64 " states; for each place, how many of them differ from another state in this place alone:\n", l.wire->split_states);
    for (size_t i = 0; i < count && i < MOST; i++)
        printf("%8" PRIu64 "  %s (such as 0x%" PRIx64 " and 0x%" PRIx64 ")\n", differences[i].count, printable(differences[i].name),
               differences[i].value[0], differences[i].value[1]);
    launch_free(&l);
}
