/* instances.c - see instances.h. */
#include "apps/diff/instances.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "tool/binary/names/fault_text.h"
#include "tool/binary/names/naming.h"
#include "tool/binary/names/steps.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"
#include "tool/result/result.h"
#include "tool/result/visible_set.h"
#include "tool/run/launch.h"

/* Decisions of the recorded execution at most: programs of this size end long before. */
#define LONGEST_RUN (1ULL << 20)

/* --- the run --------------------------------------------------------------------------------------------------------------- */

/* As the command line of a search that only looks around. */
static struct check_settings settings_for(const char *program, const struct strings *arguments, const struct strings *check,
                                          const char *visible)
{
    struct check_settings settings;
    struct strings words = {0};
    strings_add(&words, "check");
    strings_add(&words, program);
    strings_append(&words, check);
    strings_add(&words, "--search=walk");
    strings_add(&words, "--walks=8");
    strings_add(&words, "--seed=1");
    strings_add(&words, "--quiet");
    strings_add(&words, "--no-trace");
    strings_addf(&words, "--visible-to=%s", visible);
    strings_add(&words, "--");
    strings_append(&words, arguments);
    check_read_arguments(&settings, (int)words.count, words.at);
    return settings;
}

static const char *trouble(const struct launch *l)
{
    const struct wire *w = l->wire;
    if (l->end != LAUNCH_DONE)
        return "it ended, or hung, before Mazurka was done with it";
    if (w->verdict == WIRE_CUT || w->ended_by == WIRE_CUT)
        return "it calls what is not supported";
    if (w->verdict == WIRE_REFUSED || w->verdict == WIRE_FAILED_EARLY || w->verdict == WIRE_UNSOUND)
        return w->message[0] ? w->message : "it was refused";
    return NULL;
}

static void die_of_run(const char *program, const struct launch *l)
{
    if (l->interrupted)
        end_early(l->interrupted);
    const char *what = trouble(l);
    if (what)
        die("the program cannot be run: %.500s (`mazurka check %s` tells more)", what, program);
}

/* --- what was recorded ------------------------------------------------------------------------------------------------------ */

static uint64_t in_program(const struct wire *w, uint64_t pc)
{
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++)
        if (w->module[i].flags & WIRE_MODULE_PROGRAM && pc >= w->module[i].lo && pc < w->module[i].hi)
            return pc - w->module[i].base;
    return UINT64_MAX;
}

/* A number that is used again is one instance: a search knows threads by their numbers. */
static void add_instance(struct instances *all, const struct program_map *map, size_t number, const char *start, uint64_t address)
{
    bool *reached = allocate(map->function_count + 1);
    program_map_reach(map, address, reached);
    if (number >= all->count) {
        all->at = resize(all->at, (number + 1) * sizeof *all->at);
        memset(&all->at[all->count], 0, (number + 1 - all->count) * sizeof *all->at);
        all->count = number + 1;
    }
    struct instance *i = &all->at[number];
    if (!i->start)
        *i = (struct instance){.start = format_text("%s", start), .reached = reached};
    else if (!strstr(i->start, start))
        i->start = format_text("%s, then %s", i->start, start);
    for (size_t k = 0; k < map->function_count; k++)
        i->reached[k] |= reached[k];
}

static uint64_t address_of_main(const struct program_map *map)
{
    for (size_t i = 0; i < map->function_count; i++)
        if (strcmp(map->functions[i].name, "main") == 0)
            return map->functions[i].start;
    return UINT64_MAX;
}

static void read_threads(struct instances *all, const struct program_map *map, const struct naming *n)
{
    const struct wire *w = n->wire;
    add_instance(all, map, 0, "main", address_of_main(map));
    for (uint32_t i = 0; i < w->threads && i < WIRE_MAX_THREADS; i++) {
        const char *name = name_start(n, w->thread[i].thread, w->thread[i].event);
        if (w->thread[i].thread < MOST_THREADS)
            add_instance(all, map, w->thread[i].thread, name ? name : "?", in_program(w, w->thread[i].start));
    }
}

static void see(struct instances *all, uint64_t pc, size_t instance)
{
    for (size_t i = all->seen_count; i > 0 && i + 16 > all->seen_count; i--) /* loops */
        if (all->seen[i - 1].pc == pc && all->seen[i - 1].instance == instance)
            return;
    all->seen = resize(all->seen, (all->seen_count + 1) * sizeof *all->seen);
    all->seen[all->seen_count++] = (struct sighting){pc, instance};
}

static void read_sightings(struct instances *all, const struct naming *n)
{
    for (uint64_t i = 0; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        size_t instance = e->thread;
        for (uint32_t k = 0; k < e->stack_used && k < WIRE_STACK; k++) {
            uint64_t pc = in_program(n->wire, e->stack[k]);
            if (pc != UINT64_MAX && instance < all->count)
                see(all, pc, instance);
        }
    }
}

static uint64_t libraries_of(const struct wire *w)
{
    uint64_t digest = 0;
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        size_t length = 0;
        char *content = w->module[i].flags & WIRE_MODULE_PROGRAM ? NULL : read_whole_file(w->module[i].path, &length);
        if (content)
            digest = XXH3_64bits_withSeed(content, length, digest);
        free(content);
    }
    return digest;
}

static char *fault_of(const struct naming *n)
{
    struct place ignored;
    for (uint32_t i = 0; i < n->wire->findings && i < WIRE_MAX_FINDINGS; i++)
        if (n->wire->finding[i].fault.kind != FAULT_RACE)
            return fault_headline(n, &n->wire->finding[i].fault, &ignored);
    return NULL;
}

struct instances instances_of(const struct program_map *map, const char *program, const struct strings *arguments,
                              const struct strings *check, const char *visible)
{
    struct instances all = {0};
    struct check_settings settings = settings_for(program, arguments, check, visible);
    struct launch search = {0}, replay = {0};
    struct strings words = {0};
    strings_add(&words, program);
    strings_append(&words, arguments);
    visible_set_open(visible);
    check_search(&search, &settings, program, words.at);
    die_of_run(program, &search);
    struct report report = {.settings = &settings, .program = program, .search = &search, .name = program};
    visible_set_write(&report);
    struct launch like = search;
    like.config.run_on = LONGEST_RUN;
    like.config.race = WIRE_RACE_OFF;
    uint64_t ranges = search.wire->ranges < WIRE_MAX_RANGES ? search.wire->ranges : WIRE_MAX_RANGES;
    launch_replay(&replay, &like, wire_ranges(search.wire), ranges, NULL, 0);
    die_of_run(program, &replay);
    struct naming naming = {.wire = replay.wire, .symbols = symbols_open(replay.wire)};
    read_threads(&all, map, &naming);
    for (size_t i = 0; i < all.count; i++)
        if (!all.at[i].start)
            add_instance(&all, map, i, "?", UINT64_MAX);
    read_sightings(&all, &naming);
    all.libraries = libraries_of(naming.wire);
    all.fault = fault_of(&naming);
    symbols_close(naming.symbols);
    launch_free(&replay);
    launch_free(&search);
    return all;
}

/* --- who may be where ------------------------------------------------------------------------------------------------------- */

/* Behind a call the address is that of the next instruction: one inside of the call is meant. */
static bool is_in(const struct fragment *f, uint64_t pc)
{
    for (size_t i = 0; i < f->count; i++)
        if (pc - 1 >= f->at[i].start && pc - 1 < f->at[i].start + f->at[i].length)
            return true;
    return false;
}

bool instance_was_there(const struct instances *all, size_t instance, const struct fragment *f)
{
    for (size_t i = 0; i < all->seen_count; i++)
        if (all->seen[i].instance == instance && is_in(f, all->seen[i].pc))
            return true;
    return false;
}

bool instance_may_execute(const struct program_map *map, const struct instances *all, size_t instance, const struct fragment *f)
{
    for (size_t i = 0; i < f->count; i++) {
        size_t function = program_map_function(map, f->at[i].start);
        if (function != SIZE_MAX && all->at[instance].reached[function])
            return true;
    }
    return instance_was_there(all, instance, f);
}
