/* searches.c - `mazurka searches`: every search and every part that one can be put together from. docs/design/searches has a page
 * for each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/util.h"

static const char usage[] =
    "Usage: mazurka searches\n"
    "\n"
    "Lists the searches of `mazurka check` and the parts that one can be put together from: a driver, an order, bounds,\n"
    "early backtracking and restarts are independent of each other. Combinations that would be unsound or mean nothing are\n"
    "refused with a sentence and exit status 4.\n";

struct row {
    const char *option, *help, *paper;
};

#define DFS_RB PAPER_DFS_RB
/* What is in no table of its own. */
static const struct row rows[] = {
    {NULL, "Filters: what is left out of what would be tried; errors can be lost, and nothing is claimed", NULL},
    {"--filter=future", "transitions that access what no other thread seems to access any more", "Parizek 2016"},
    {"--filter=last", "all others, where one accesses what no other thread seems to access any more", "Parizek, Lhotak 2011"},
    {NULL, "Early backtracking", NULL},
    {"--rb=TUPLE", "randomized backtracking: <thb,thm,thr,stg,rtb,rtc>", DFS_RB},
    {"--rb-paper", "match states as printed: no coverage is claimed", DFS_RB ", figure 1"},
    {"--rb-first-form", "go on backtracking after new states only", "next steps, figure 1"},
    {"--rb-complete=order", "then explore what was left, until all is explored", "next steps, IV.D"},
    {"--rb-complete=random", "likewise, picking states at random", "next steps, IV.D"},
    {"--rb-complete=again", "likewise, and go on leaving states early", "next steps, IV.D"},
    {"--rb-complete=choose", "likewise, leaving the whole path for any state that was left", "next steps, IV.D"},
    {NULL, "Restarts of a random search, with nothing visited and a new seed", NULL},
    {"--restarts=fixed", "after every unit (--restart-states, --restart-time)", DFS_RB ", section 9"},
    {"--restarts=luby", "after 1, 1, 2, 1, 1, 2, 4, ... units", "Luby, Sinclair, Zuckerman 1993"},
    {"--restarts=walsh", "after 1, 1.41, 2, 2.83, 4, ... units", "Walsh 1999"},
    {NULL, "Repetition", NULL},
    {"--runs=N", "N runs with different seeds: mean, least, most, deviation, share of runs that found an error", DFS_RB ", table 2"},
    {NULL, "Few variables, with samplers: all else runs nearly untouched", NULL},
    {"--track=LIST", "scheduling points are synchronization and accesses to these variables", "Bindal, Bansal, Lal 2013"},
    {NULL, "Processes", NULL},
    {"--jobs=N", "N processes search together: in parts, sharing what is finished, or side by side (-j N)", NULL},
};

static void print_row(const char *option, const char *value, const char *help, const char *paper)
{
    char *words = format_text("%s%s", option, value);
    printf("  %-24s %s%s%s%s\n", words, help, paper ? " [" : "", paper ? paper : "", paper ? "]" : "");
    free(words);
}

static void print_searches(const char *heading, bool sampling)
{
    puts(heading);
    for (const struct search_kind *const *k = search_kinds; *k; k++)
        if ((*k)->samples == sampling && *k != &search_kind_pairwise)
            print_row("--search=", (*k)->name, (*k)->help, (*k)->paper);
}

static void print_pairwise(const char *heading)
{
    puts(heading);
    print_row("--search=", search_kind_pairwise.name, search_kind_pairwise.help, search_kind_pairwise.paper);
}

static void print_parts(const char *heading, const char *option, const struct part_kind *const *kinds)
{
    puts(heading);
    for (const struct part_kind *const *k = kinds; *k; k++)
        print_row(option, (*k)->form ? (*k)->form : (*k)->name, (*k)->help, (*k)->paper);
}

static void print_bounds(const char *heading)
{
    puts(heading);
    for (const struct part_kind *const *k = bound_kinds; *k; k++)
        print_row(format_text("--%s", (*k)->name), "=N", (*k)->help, (*k)->paper);
}

static void print_reductions(const char *heading)
{
    puts(heading);
    for (const struct reduction_kind *const *k = reduction_algorithms; *k; k++) {
        print_row("--reduction=", (*k)->name, (*k)->help, (*k)->paper);
        for (const struct reduction_kind *const *form = reduction_kinds; *form; form++)
            if ((*form)->variant && strcmp((*form)->of, (*k)->name) == 0)
                print_row("  --variant=", (*form)->variant, (*form)->help, (*form)->paper);
    }
}

static int run(int argc, char **argv)
{
    if (argc > 1)
        die("'searches' takes no arguments: %s", argv[1]);
    print_searches("Drivers: how states are walked through", false);
    print_searches("\nSamplers: executions from the start, each by itself, until a limit or --walks=N ends them; they prove nothing", true);
    print_pairwise("\nPairs: after an edit, the interleavings of two threads at a time around a piece of the code; that proves nothing");
    print_parts("\nOrders: which transition of a state is explored first", "--order=", order_kinds);
    print_parts("\nHeuristics of --search=best", "--heuristic=", heuristic_kinds);
    print_bounds("\nBounds: N, or 0..3 to raise it while something is cut off; a state is done only for what was left of the bound");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].option)
            print_row(rows[i].option, "", rows[i].help, rows[i].paper);
        else
            printf("\n%s\n", rows[i].help);
    }
    print_reductions("\nReductions: orders of steps that do not depend on each other need not all be tried");
    puts("\nDFS-RB: Parizek, Lhotak, \"Fast Detection of Concurrency Errors by State Space Traversal with Randomization and\n"
         "Early Backtracking\"; next steps: their plans after \"Randomized Backtracking in State Space Traversal\" (2011), section IV;\n"
         "S-POR: Cirisci, Enea, Farzan, Mutluergil, \"A Pragmatic Approach to Stateful Partial Order Reduction\".");
    return 0;
}

const struct command searches_command = {
    .name = "searches",
    .help = "list the searches and the parts that they are put together from",
    .example = "mazurka searches",
    .usage = usage,
    .run = run,
};
