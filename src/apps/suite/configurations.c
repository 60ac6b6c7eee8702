/* configurations.c - the table of configurations.
 *
 * As in section 9 of the paper on DFS-RB, with limits in states in place of times: what is a minute there is {states} here, so that five
 * seconds are a twelfth of it, and 30 a half. A search that iterates over thresholds (I) has a minute for each of them. Rival 1 must find
 * the error itself, not the walks before it: --runs sees to that. Rival 4 stops at known states in the authors' code, so it is
 * dpor-stateful here. --rb-paper matches states as printed.
 */
#include "apps/suite/configurations.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "apps/suite/facts.h"

#define BEST   "<I,pl,d,Lb,0.75,1.5>"

#define SEARCH_ROW .scale = "paper", .by = BY_RUNS, .buggy = true
#define RB_OPTIONS(tuple) "--search=dfs --rb=" tuple " --rb-paper --rb-states={states} --states={states*5}"
#define BEST_OPTIONS RB_OPTIONS(BEST)

#define RB(number, tuple) \
    {.name = "rb-" number, .group = "top-ten", .title = number ". " tuple, .figure = tuple, SEARCH_ROW, .random = true, \
     .options = RB_OPTIONS(tuple)}
#define RIVAL(name_, figure_, title_, ...) \
    {.name = name_, .group = "rivals", .title = title_, .figure = figure_, SEARCH_ROW, __VA_ARGS__}
#define WITH_BEST(name_, figure_, title_, ...) \
    {.name = "rb-1+" name_, .group = "combinations", .title = "1. with " title_, .figure = "dfs-rb + " figure_, SEARCH_ROW, \
     .random = true, __VA_ARGS__}

const struct configuration configurations[] = {
    {.name = "check", .group = "regression", .title = "mazurka check", .scale = "small", .by = BY_CHECK, .buggy = true, .fixed = true,
     .options = ""},
    {.name = "silence", .group = "regression-large", .title = "mazurka check, up to the limit", .scale = "paper", .by = BY_CHECK,
     .fixed = true, .options = "--states={states}"},
    {.name = "census", .group = "characteristics", .title = "mazurka census", .scale = "paper", .by = BY_CENSUS, .buggy = true,
     .options = "--states={states}"},
    {.name = "least-preemptions", .group = "characteristics", .title = "least preemptions", .scale = "small", .by = BY_BOUND,
     .buggy = true, .options = "--search=dfs --reduction=none --preemptions=0..9 --states={states}"},
    RB("1", BEST),
    RB("2", "<I,pl,d,Lb,0.90^r,1.2>"),
    RB("3", "<I,pl,ncs,F,1-r/5,1>"),
    RB("4", "<I,pl,d,R,1-r/5,1.1>"),
    RB("5", "<I,pl,ncs,Lb,0.90^r,1.5>"),
    RB("6", "<I,pl,ncs,Lb,0.90^r,1.2>"),
    RB("7", "<I,pl,ncs,Lb,0.75,1.5>"),
    RB("8", "<I,pl,d,Lb,0.95^r,1>"),
    RB("9", "<I,pl,ncs,R,1-r/2,1.5>"),
    RB("10", "<I,pl,d,F,0.75^r,1.5>"),
    RIVAL("default", "default order", "default search order", .options = "--search=dfs --reduction=none --states={states}"),
    RIVAL("preemptions-5", "preemptions=5", "at most 5 preemptions", .options = "--search=dfs --preemptions=5 --states={states}"),
    RIVAL("preemptions-10", "preemptions=10", "at most 10 preemptions", .options = "--search=dfs --preemptions=10 --states={states}"),
    RIVAL("guided", "order=preemptions", "guided: most preemptions", .options = "--search=dfs --order=preemptions --states={states}"),
    RIVAL("dpor", "dpor", "dynamic POR", .options = "--search=dfs --reduction=dpor-stateful --partly --states={states}"),
    RIVAL("heap-por", "hybrid", "heap reachability POR, hybrid analyses",
          .options = "--search=dfs --reduction=spor --future --states={states}"),
    RIVAL("heap-por-guessed", "hybrid", "heap reachability POR, members guessed",
          .options = "--search=dfs --reduction=spor --filter=last --states={states}"),
    RIVAL("hybrid-reordering", "hybrid reordering", "hybrid analyses: reordering",
          .options = "--search=dfs --order=future --states={states}"),
    RIVAL("hybrid-pruning", "hybrid pruning", "hybrid analyses: pruning", .options = "--search=dfs --filter=future --states={states}"),
    RIVAL("random", "order=random", "random search order", .random = true, .options = "--search=dfs --order=random --states={states}"),
    RIVAL("restarts-fixed", "restarts=fixed", "restarts, fixed", .random = true,
          .options = "--search=dfs --order=random --restarts=fixed --restart-states={states/12} --states={states}"),
    RIVAL("restarts-luby", "restarts=luby", "restarts, Luby", .random = true,
          .options = "--search=dfs --order=random --restarts=luby --restart-states={states/12} --states={states}"),
    RIVAL("restarts-walsh", "restarts=walsh", "restarts, Walsh", .random = true,
          .options = "--search=dfs --order=random --restarts=walsh --restart-states={states/12} --states={states}"),
    WITH_BEST("preemptions-10", "preemptions=10", "at most 10 preemptions", .options = BEST_OPTIONS " --preemptions=10"),
    WITH_BEST("guided", "order=preemptions", "guided: most preemptions", .options = BEST_OPTIONS " --order=preemptions"),
    WITH_BEST("hybrid-reordering", "hybrid reordering", "hybrid analyses: reordering", .options = BEST_OPTIONS " --order=future"),
    WITH_BEST("hybrid-pruning", "hybrid pruning", "hybrid analyses: pruning", .options = BEST_OPTIONS " --filter=future"),
    WITH_BEST("random", "order=random", "random search order", .options = BEST_OPTIONS " --order=random"),
    WITH_BEST("restarts-fixed", "restarts=fixed", "restarts, fixed",
              .options = BEST_OPTIONS " --restarts=fixed --restart-states={states/2}"),
    {0},
};

static bool is_asked_for(const struct configuration *c, const struct strings *patterns)
{
    return matches_any(patterns, c->name) || matches_any(patterns, c->group) || strings_contain(patterns, "all");
}

static void refuse_unknown(const struct strings *patterns)
{
    for (size_t i = 0; i < patterns->count; i++) {
        struct strings one = {0};
        const char *names[2 * sizeof configurations / sizeof *configurations] = {NULL};
        size_t count = 0;
        bool found = false;
        strings_add(&one, patterns->at[i]);
        for (const struct configuration *c = configurations; c->name; c++) {
            found |= is_asked_for(c, &one);
            names[count++] = c->name;
            names[count++] = c->group;
        }
        const char *nearest = found ? NULL : nearest_word(patterns->at[i], names);
        if (!found)
            die("--configurations: nothing is called %s%s%s%s `mazurka suite list --configurations` lists them", patterns->at[i],
                nearest ? ". Is " : ".", nearest ? nearest : "", nearest ? " meant?" : "");
    }
}

struct configuration_list configurations_matching(const struct strings *patterns)
{
    struct configuration_list list = {allocate(sizeof configurations), 0};
    refuse_unknown(patterns);
    for (const struct configuration *c = configurations; c->name; c++)
        if (is_asked_for(c, patterns))
            list.at[list.count++] = c;
    return list;
}

/* --- options ----------------------------------------------------------------------------------------------------------- */

static uint64_t at_least_1(uint64_t n)
{
    return n ? n : 1;
}

/* {states}, {states/12}, {states*5}; 0: it is none of these. */
static uint64_t value_of(const char *braces, uint64_t states)
{
    unsigned by;
    char end, behind;
    if (strcmp(braces, "{states}") == 0)
        return states;
    if (sscanf(braces, "{states/%u%c%c", &by, &end, &behind) == 2 && end == '}' && by > 0)
        return at_least_1(states / by);
    if (sscanf(braces, "{states*%u%c%c", &by, &end, &behind) == 2 && end == '}')
        return by * states;
    return 0;
}

/* One word, with what stands in braces replaced. */
static char *word_for(const char *word, size_t length, uint64_t states)
{
    char *text = format_text("%.*s", (int)length, word), *brace = strchr(text, '{');
    if (!brace)
        return text;
    uint64_t value = value_of(brace, states);
    if (value == 0)
        die("the option %s of a configuration has no meaning: {states}, {states/12} and {states*5} have one", text);
    *brace = '\0';
    return format_text("%s%" PRIu64, text, value);
}

struct strings configuration_options(const struct configuration *c, uint64_t states)
{
    struct strings words = {0};
    for (const char *at = c->options ? c->options : ""; *at;) {
        size_t length = strcspn(at, " ");
        if (length > 0)
            strings_add(&words, word_for(at, length, states));
        at += length + (at[length] == ' ');
    }
    return words;
}
