/* setup_repeats.c - see setup_repeats.h. */
#include "tool/run/setup_repeats.h"

#include <inttypes.h>
#include <string.h>

#include <xxhash.h>

#include "tool/cli/util.h"
#include "tool/run/deadline.h"
#include "tool/run/name_words.h"

struct comparison {
    const struct wire *wire;
    uint64_t           secret[2]; /* in which bits the secrets of the two processes differ */
    struct wire_word   word;      /* one that differs otherwise: it tells the user most */
    uint64_t           first, second;
    int                tells;     /* how much; 0: nothing differs */
};

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* Both hold the same but for the secrets of their processes: the guard of a stack, or an address that setjmp has hidden, as it is done on
 * aarch64 and on x86_64. */
static bool is_secret(const struct comparison *c, uint64_t difference)
{
    return difference == c->secret[0] || difference == c->secret[1] || difference == rotate(c->secret[1], 17);
}

/* A variable says more than a block of the heap, and that more than a place in a frame. */
static int tells(const struct wire *w, const struct wire_word *word)
{
    bool memory = word->kind == WIRE_WORD_MEMORY || word->kind == WIRE_WORD_PAGE;
    return !memory ? 1 : word->addr >= w->heap_lo && word->addr < w->heap_lo + MOST_THREADS * w->heap_span ? 2 : 3;
}

static bool agree(const struct wire_word *word, uint64_t a, uint64_t b, void *data)
{
    struct comparison *c = data;
    int how_much = is_secret(c, a ^ b) ? 0 : tells(c->wire, word);
    if (how_much > c->tells) {
        c->word = *word;
        c->first = a;
        c->second = b;
        c->tells = how_much;
    }
    return true;
}

/* What differs need not begin where the word does. */
static void move_on(struct comparison *c, unsigned bytes)
{
    c->word.addr += bytes;
    c->first >>= 8 * bytes;
    c->second >>= 8 * bytes;
}

static char *describe(struct comparison *c)
{
    struct naming n = {.wire = c->wire, .symbols = symbols_open(c->wire)};
    char *name = name_word(&n, &c->word), *values = format_text("something else");
    if (c->word.kind == WIRE_WORD_MEMORY) {
        unsigned byte = (unsigned)__builtin_ctzll(c->first ^ c->second) / 8;
        move_on(c, byte & 4);
        name = name_word(&n, &c->word);
        if (strstr(name, "+0x")) { /* that is the object's name, and the variable begins within the word */
            move_on(c, byte & 3);
            name = name_word(&n, &c->word);
        }
    }
    if (c->word.kind != WIRE_WORD_PAGE)
        values = format_text("0x%" PRIx64 " and, run again, 0x%" PRIx64, c->first, c->second);
    char *text = format_text("set-up does not leave the same memory each time it is run: %s holds %s", name, values);
    return launch_input_repeats() ? text : format_text("%s; if the program reads standard input, give it a file", text);
}

static bool is_comparable(const struct wire *w)
{
    return w->set_up && w->setup_words <= WIRE_MAX_SETUP;
}

char *setup_repeats_compare(const struct wire *a, const struct wire *b)
{
    struct comparison c = {.wire = a, .secret = {a->secret[0] ^ b->secret[0], a->secret[1] ^ b->secret[1]}};
    if (!is_comparable(a) || !is_comparable(b))
        return NULL;
    words_agree(wire_setup(a), a->setup_words, wire_setup(b), b->setup_words, agree, &c);
    return c.tells ? describe(&c) : NULL;
}

/* Addresses that setjmp has hidden fill a word: what does is left out. */
uint64_t setup_repeats_digest(const struct wire *w)
{
    uint64_t digest = 1;
    if (!is_comparable(w))
        return 0;
    for (uint64_t i = 0; i < w->setup_words; i++) {
        const struct wire_word *word = &wire_setup(w)[i];
        bool listed = word->kind == WIRE_WORD_MEMORY && word->value >> 48 == 0;
        uint64_t pair[2] = {word->addr, word->value};
        digest = listed ? digest + XXH3_64bits(pair, sizeof pair) : digest;
    }
    return digest;
}

/* Only what could be called verified or covered needs it. */
static bool is_needed(const struct wire *w)
{
    enum wire_verdict end = wire_ending(w);
    return end == WIRE_COMPLETE || end == WIRE_LIMIT_DEPTH || end == WIRE_PARTIAL || w->covered.states;
}

static char *rehearse(const struct launch *search)
{
    struct launch again = {.program = search->program, .argv = search->argv, .config = search->config, .hang_ms = search->hang_ms,
        .ranges = search->ranges, .range_count = search->range_count, .dead_values = search->dead_values};
    again.config.mode = WIRE_REHEARSE;
    deadline_grant_replay();
    launch_run(&again);
    char *difference = again.end == LAUNCH_DONE ? setup_repeats_compare(search->wire, again.wire)
        : format_text("set-up did not end when it was run again%s", again.interrupted ? ", before a signal ended that"
            : again.out_of_time ? ", in the time that was left" : "");
    launch_free(&again);
    return difference;
}

char *setup_repeats_difference(const struct launch *search, const struct wire *replay)
{
    if ((search->end != LAUNCH_DONE && search->end != LAUNCH_DEAF) || setup_repeats_left_out(search))
        return NULL;
    if (replay)
        return setup_repeats_compare(search->wire, replay);
    return is_needed(search->wire) ? rehearse(search) : NULL;
}

char *setup_repeats_left_out(const struct launch *search)
{
    const char *why = !search->config.guard_determinism ? "--no-guard" : search->random_addresses ? "addresses differ"
        : !is_comparable(search->wire) ? "set-up changes too much memory" : NULL;
    return why ? format_text("set-up was not run twice and compared (%s)", why) : NULL;
}
