/* both_models.c - see both_models.h. */
#include "tool/commands/both_models.h"

#include <string.h>

#include "model/search_table.h"
#include "tool/cli/options.h"

static bool is_other_search(const struct check_settings *s)
{
    return strcmp(s->how.search, search_kind_auto.name) != 0;
}

static bool is_poised(const struct check_settings *s)
{
    return s->config.race_rule == WIRE_RACE_POISED;
}

#define BY_HAND "whoever puts a search together gets that one search"
#define COMPARED "it is for numbers of states, which are those of one search"

/* An option that keeps to one model: wherever it is given, or as is_so says. All others go together with both, but for the parts of
 * searches (is_part). */
static const struct row {
    const char *option, *why;
    bool (*is_so)(const struct check_settings *s);
} rows[] = {
    {"search", BY_HAND, is_other_search},
    {"reduction", BY_HAND, NULL},
    {"variant", BY_HAND, NULL},
    {"walks", BY_HAND, NULL},
    {"runs", BY_HAND, NULL},
    {"series", BY_HAND, NULL},
    {"mpi", "RC11 is explored on one machine", NULL},
    {"checkpoint", "what it keeps is of one search", NULL},
    {"budget", "it divides its time among searches of its own", NULL},
    {"uninit", "it searches again by itself", NULL},
    {"livelock", "a thread that reads an old value again and again is no livelock", NULL},
    {"visible", "RC11 goes by the memory that threads are found to share", NULL},
    {"track", "RC11 goes by the memory that threads are found to share", NULL},
    {"visible-from", COMPARED, NULL},
    {"visible-to", COMPARED, NULL},
    {"every-step", COMPARED, NULL},
    {"match", "it is about states under sequential consistency", NULL},
    {"race-rule", "under RC11 data races are looked for by happens-before", is_poised},
    {"rounds", "under RC11 all rounds of loops are made one by one", NULL},
    {"dot", "one search is drawn", NULL},
    {"witness", "what a witness says is said of sequential consistency", NULL},
    {NULL, NULL, NULL},
};

/* Bounds, orders, filters, and what single searches take. */
static bool is_part(const struct option_row *option)
{
    return option->described || option->searches;
}

static const char *keeps_to_one(const struct check_settings *s, const char **why)
{
    for (const struct row *r = rows; r->option; r++) {
        *why = r->why;
        if (option_is_given(option_find(check_options, r->option), s) && (!r->is_so || r->is_so(s)))
            return r->option;
    }
    *why = BY_HAND;
    for (const struct option_row *option = check_options; option->help; option++)
        if (option->name && is_part(option) && option_is_given(option, s))
            return option->name;
    return NULL;
}

void both_models_settle(struct check_settings *s)
{
    const char *why, *option = keeps_to_one(s, &why);
    uint8_t asked = s->config.memory_model;
    if (asked == WIRE_MEMORY_SC || asked == WIRE_MEMORY_C11)
        return;
    if (option && asked == WIRE_MEMORY_AUTO)
        die("--memory-model=auto explores two models, and --%s keeps to one: %s", option, why);
    s->config.memory_model = WIRE_MEMORY_SC;
    s->models = option ? MODELS_KEPT_TO_SC : asked == WIRE_MEMORY_AUTO ? MODELS_BOTH_ASKED : MODELS_BOTH;
    s->one_model = option ? format_text("--%s keeps to sequential consistency: %s", option, why) : NULL;
}
