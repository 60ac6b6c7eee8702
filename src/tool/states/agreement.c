/* agreement.c - see agreement.h.
 *
 * The search writes some of its states down, with the decisions that led to them. The same decisions, with dead values kept,
 * must lead to the same state but for what was cleared: every byte is the same, or zero where the program as compiled has
 * something. So a value that was called dead and is read after all shows as soon as it has gone anywhere. And from there to some
 * end the program must print the same.
 */
#include "tool/states/agreement.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/names/symbols.h"
#include "tool/options.h"
#include "tool/printable.h"
#include "tool/run/launch.h"
#include "tool/states/name_words.h"
#include "tool/util.h"
#include "wire/liveness_table.h"

enum { RUN_ON = 1000 }; /* decisions */

/* Is `cleared` what is left of `kept`? Where floating-point exceptions are cleared it is bits, elsewhere bytes. */
static bool is_rest_of(const struct wire_word *word, uint64_t cleared, uint64_t kept)
{
    if (word->kind == WIRE_WORD_REGISTER && (cleared & ~kept) == 0)
        return true;
    for (int shift = 0; shift < 64; shift += 8) {
        uint8_t a = (uint8_t)(cleared >> shift), b = (uint8_t)(kept >> shift);
        if (a != b && a != 0)
            return false;
    }
    return true;
}

/* --- places that are compared ------------------------------------------------------------------------------------------- */

/* The program's own table. */
static const struct liveness_header *table_of(const struct launch *search)
{
    const struct dead_values *d = search->dead_values;
    return d && d->size > sizeof(uint64_t) ? (const struct liveness_header *)(d->bytes + sizeof(uint64_t)) : NULL;
}

static uint64_t base_of(const struct wire *w)
{
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        if (w->module[i].flags & WIRE_MODULE_PROGRAM)
            return w->module[i].base;
    }
    return 0;
}

/* Is it in the frame of a function that was understood? Frames of others begin with what was there before, which depends on all
 * that the process has done. */
static bool is_in_analysed_frame(const struct launch *search, const struct wire_word *word)
{
    const struct liveness_header *table = table_of(search);
    uint64_t pc = word->pc - base_of(search->wire);
    const struct liveness_entry *entry = NULL;
    bool found = false;
    for (uint32_t i = 0; table && i < table->sites && !found; i++)
        found = liveness_sites(table)[i].pc == pc;
    for (uint32_t i = 0; found && i < table->entries && liveness_entries(table)[i].pc <= pc; i++)
        entry = &liveness_entries(table)[i];
    return entry && word->offset >= 0 && word->offset < (int64_t)entry->frame;
}

/* Variables, and what a thread is about to do, must be the same altogether: there are no leftovers. */
static bool agree(const struct launch *search, const struct wire_word *word, uint64_t cleared, uint64_t kept)
{
    switch (word->kind) {
    case WIRE_WORD_START:
        return true;
    case WIRE_WORD_REGISTER:
        return is_rest_of(word, cleared, kept);
    case WIRE_WORD_STACK:
        return is_rest_of(word, cleared, kept) || !is_in_analysed_frame(search, word);
    default:
        return false;
    }
}

/* --- comparing -------------------------------------------------------------------------------------------------------- */

struct sample {
    const struct launch *search;
    const struct naming *naming;
    uint32_t number;
};

static bool agree_or_tell(const struct wire_word *word, uint64_t cleared, uint64_t kept, void *data)
{
    const struct sample *s = data;
    if (agree(s->search, word, cleared, kept))
        return true;
    printf("state %" PRIu32 " cannot be reached with dead values kept: %s is 0x%" PRIx64 " there, and 0x%" PRIx64 " here\n", s->number + 1,
           printable(name_word(s->naming, word)), kept, cleared);
    return false;
}

static bool compare(const struct launch *search, const struct naming *n, uint32_t number, struct wire_word *kept, uint64_t kept_count)
{
    const struct wire_sample *s = &search->wire->sample[number];
    struct sample sample = {search, n, number};
    return words_agree(wire_words(search->wire) + s->first_word, s->words, kept, kept_count, agree_or_tell, &sample);
}

static void replay(struct launch *replay, const struct launch *search, uint32_t number, enum wire_dead_values mode, bool to_the_end)
{
    const struct wire *w = search->wire;
    const struct wire_sample *s = &w->sample[number];
    struct launch like = *search;
    like.config.dead_values = mode;
    like.config.samples = to_the_end ? 0 : 1;
    like.config.run_on = to_the_end ? RUN_ON : 0;
    struct dead_values known = search->dead_values ? *search->dead_values : (struct dead_values){0};
    known.flags &= mode != WIRE_DEAD_KEEP;
    like.dead_values = &known; /* where frames end, too */
    launch_replay(replay, &like, wire_ranges(w), w->ranges, wire_decisions(w) + s->first, s->count);
}

/* Where the search was when it wrote sample `number` down, with dead values kept. */
static bool reach(const struct launch *search, uint32_t number)
{
    struct launch kept;
    replay(&kept, search, number, WIRE_DEAD_KEEP, false);
    bool reached = kept.end == LAUNCH_DONE && kept.wire->verdict == WIRE_REPLAYED && kept.wire->samples == 1;
    if (!reached)
        printf("state %" PRIu32 " cannot be reached with dead values kept: %s\n", number + 1,
               kept.end != LAUNCH_DONE ? "the replay did not end" : printable(kept.wire->message));
    else {
        struct naming n = {.wire = kept.wire, .symbols = symbols_open(kept.wire)};
        reached = compare(search, &n, number, wire_words(kept.wire), kept.wire->sample[0].words);
    }
    launch_free(&kept);
    return reached;
}

/* From there to some end: the output must be the same, whatever dead values are. */
static bool prints_the_same(const struct launch *search, uint32_t number)
{
    static const enum wire_dead_values modes[] = {WIRE_DEAD_CLEAR, WIRE_DEAD_KEEP, WIRE_DEAD_POISON};
    struct launch with[3];
    bool same = true;
    for (int i = 0; i < 3; i++) {
        replay(&with[i], search, number, modes[i], true);
        same &= with[i].end == with[0].end && with[i].wire->output_bytes == with[0].wire->output_bytes
            && memcmp(wire_output(with[i].wire), wire_output(with[0].wire), with[0].wire->output_bytes) == 0;
    }
    for (int i = 0; i < 3; i++)
        launch_free(&with[i]);
    if (!same)
        printf("from state %" PRIu32 " on, the program prints something else with dead values kept or poisoned\n", number + 1);
    return same;
}

bool agreement_print(const char *program, char *const *argv, uint64_t states)
{
    struct launch search;
    uint32_t agreed = 0;
    words_search(&search, program, argv, (struct wire_config){.dead_values = WIRE_DEAD_CLEAR, .samples = (uint32_t)states});
    const struct wire *w = search.wire;
    uint32_t samples = w->samples < WIRE_MAX_SAMPLES ? w->samples : WIRE_MAX_SAMPLES;
    for (uint32_t i = 0; i < samples; i++)
        agreed += reach(&search, i) && prints_the_same(&search, i);
    printf("%" PRIu32 " of %" PRIu32 " states, out of %s, are reached with dead values kept, too\n", agreed, samples,
           show_count(w->counters.states));
    launch_free(&search);
    return agreed == samples;
}
