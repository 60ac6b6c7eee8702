/* agreement.c - see agreement.h.
 *
 * The search writes some of its states down, with the decisions that led to them. The same decisions, with dead values kept,
 * must lead to the same state but for what was cleared: every byte is the same, or zero where the program as compiled has
 * something. So a value that was called dead and is read after all shows as soon as it has gone anywhere. And from there to some
 * end the program must print the same.
 */
#include "tool/commands/states/agreement.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/symbols.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/util.h"
#include "tool/run/launch.h"
#include "tool/run/name_words.h"
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
    const struct wire *kept;
    uint32_t number;
};

static bool agree_or_tell(const struct wire_word *word, uint64_t cleared, uint64_t kept, void *data)
{
    const struct sample *s = data;
    if (agree(s->search, word, cleared, kept))
        return true;
    struct naming n = {.wire = s->kept, .symbols = symbols_open(s->kept)};
    printf("state %" PRIu32 " cannot be reached with dead values kept: %s is 0x%" PRIx64 " there, and 0x%" PRIx64 " here\n", s->number + 1,
           printable(name_word(&n, word)), kept, cleared);
    symbols_close(n.symbols);
    return false;
}

static bool compare(const struct launch *search, uint32_t number, const struct wire *kept)
{
    const struct wire_sample *s = &search->wire->sample[number];
    struct sample sample = {search, kept, number};
    return words_agree(wire_words(search->wire) + s->first_word, s->words, wire_words(kept), kept->sample[0].words, agree_or_tell, &sample);
}

/* To where the search was when it wrote sample `number` down, and on from there to some end. */
static void replay(struct launch *replay, const struct launch *search, uint32_t number, enum wire_dead_values mode)
{
    const struct wire *w = search->wire;
    const struct wire_sample *s = &w->sample[number];
    struct launch like = *search;
    like.config.dead_values = mode;
    like.config.samples = mode == WIRE_DEAD_KEEP;
    like.config.run_on = RUN_ON;
    struct dead_values known = search->dead_values ? *search->dead_values : (struct dead_values){0};
    known.flags &= mode != WIRE_DEAD_KEEP;
    like.dead_values = &known; /* where frames end, too */
    launch_replay(replay, &like, wire_ranges(w), w->ranges, wire_decisions(w) + s->first, s->count);
}

/* Has it come to an end of its own? Otherwise nothing is known: a busy machine may have let it starve. */
static bool has_ended(const struct launch *l)
{
    bool killed = l->end == LAUNCH_DIED && l->signal == SIGKILL; /* by whoever needed memory, and by no program */
    return l->end == LAUNCH_DONE || l->end == LAUNCH_DAMAGED || (l->end == LAUNCH_DIED && !killed);
}

enum agreement { DIFFERS, AGREES, UNKNOWN };

static enum agreement unknown(uint32_t number)
{
    printf("state %" PRIu32 " was not compared: a replay did not end\n", number + 1);
    return UNKNOWN;
}

/* Was it there, whatever came then, and has met the same state? */
static enum agreement has_reached(const struct launch *kept, const struct launch *search, uint32_t number)
{
    if (kept->end == LAUNCH_DAMAGED || kept->wire->samples != 1) {
        if (!has_ended(kept))
            return unknown(number);
        printf("state %" PRIu32 " cannot be reached with dead values kept: %s\n", number + 1,
               kept->end != LAUNCH_DONE ? "the replay did not end well" : printable(kept->wire->message));
        return DIFFERS;
    }
    return compare(search, number, kept->wire) ? AGREES : DIFFERS;
}

static bool output_is_the_same(const struct launch *a, const struct launch *b)
{
    uint64_t size = a->wire->output_bytes;
    return a->end == b->end && size == b->wire->output_bytes && memcmp(wire_output(a->wire), wire_output(b->wire), size) == 0;
}

/* The output must be the same, whatever dead values are. */
static enum agreement prints_the_same(const struct launch *kept, const struct launch *search, uint32_t number)
{
    static const enum wire_dead_values modes[] = {WIRE_DEAD_CLEAR, WIRE_DEAD_POISON};
    bool same = true, ended = has_ended(kept);
    for (int i = 0; i < 2 && same && ended; i++) {
        struct launch with;
        replay(&with, search, number, modes[i]);
        ended = has_ended(&with);
        same = output_is_the_same(&with, kept);
        launch_free(&with);
    }
    if (!ended)
        return unknown(number);
    if (!same)
        printf("from state %" PRIu32 " on, the program prints something else with dead values kept or poisoned\n", number + 1);
    return same ? AGREES : DIFFERS;
}

static enum agreement is_the_same(const struct launch *search, uint32_t number)
{
    struct launch kept;
    replay(&kept, search, number, WIRE_DEAD_KEEP);
    enum agreement reached = has_reached(&kept, search, number), all = reached == AGREES ? prints_the_same(&kept, search, number) : reached;
    launch_free(&kept);
    return all;
}

int agreement_print(const char *program, char *const *argv, uint64_t states, uint64_t milliseconds, json_t **told)
{
    struct launch search;
    uint32_t count[UNKNOWN + 1] = {0}, compared = 0;
    uint64_t end = milliseconds ? clock_ms(CLOCK_MONOTONIC) + milliseconds : UINT64_MAX;
    /* Whether a loop's first round comes back to its state is a matter of dead values: each round is a step. */
    words_search(&search, program, argv, (struct wire_config){.dead_values = WIRE_DEAD_CLEAR, .samples = (uint32_t)states,
        .max_milliseconds = milliseconds, .waiting = WIRE_WAITING_STEP});
    const struct wire *w = search.wire;
    uint32_t samples = w->samples < WIRE_MAX_SAMPLES ? w->samples : WIRE_MAX_SAMPLES;
    while (compared < samples && !search.interrupted && !end_is_asked() && clock_ms(CLOCK_MONOTONIC) < end)
        count[is_the_same(&search, compared++)]++;
    count[UNKNOWN] += samples - compared;
    if (compared < samples)
        printf("%" PRIu32 " states were not compared: stopped by %s\n", samples - compared,
            search.interrupted || end_is_asked() ? "a signal" : "--time");
    printf("%" PRIu32 " of %" PRIu32 " states, out of %s, are reached with dead values kept, too\n", count[AGREES], samples,
           show_count(w->counters.states));
    *told = json_pack("{s:I,s:I,s:I,s:I,s:I}", "states", (json_int_t)w->counters.states, "samples", (json_int_t)samples, "agree",
        (json_int_t)count[AGREES], "differ", (json_int_t)count[DIFFERS], "not_compared", (json_int_t)count[UNKNOWN]);
    launch_free(&search);
    return count[DIFFERS] ? EXIT_BUG : count[UNKNOWN] ? EXIT_UNKNOWN : EXIT_VERIFIED;
}
