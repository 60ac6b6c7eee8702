/* search_table.c - the tables of searches, orders, bounds and heuristics, as data. */
#include "model/search_table.h"

#include <string.h>

#define DEFINED(id, called, ...) const struct search_kind search_kind_##id = {.name = called, __VA_ARGS__};
SEARCH_TABLE(DEFINED)

#define LISTED(id, ...) &search_kind_##id,
const struct search_kind *const search_kinds[] = {SEARCH_TABLE(LISTED) NULL};

#define PART_DEFINED(table, id, called, ...) const struct part_kind table##_kind_##id = {.name = called, __VA_ARGS__};
#define ORDER_DEFINED(...) PART_DEFINED(order, __VA_ARGS__)
ORDER_TABLE(ORDER_DEFINED)
#define HEURISTIC_DEFINED(...) PART_DEFINED(heuristic, __VA_ARGS__)
HEURISTIC_TABLE(HEURISTIC_DEFINED)
#define BOUND_DEFINED(...) PART_DEFINED(bound, __VA_ARGS__)
BOUND_TABLE(BOUND_DEFINED)

/* The order of a search that has none. */
static const struct part_kind order_kind_default = {"default", "threads by their numbers", PAPER_DFS_RB ", section 9", NULL};

#define ORDER_LISTED(id, ...) &order_kind_##id,
const struct part_kind *const order_kinds[] = {&order_kind_default, ORDER_TABLE(ORDER_LISTED) NULL};
#define HEURISTIC_LISTED(id, ...) &heuristic_kind_##id,
const struct part_kind *const heuristic_kinds[] = {HEURISTIC_TABLE(HEURISTIC_LISTED) NULL};
#define BOUND_LISTED(id, ...) &bound_kind_##id,
const struct part_kind *const bound_kinds[] = {BOUND_TABLE(BOUND_LISTED) NULL};

const struct search_kind *search_kind_named(const char *name)
{
    static const struct search_kind unknown = {.name = "", .help = ""};
    size_t length = strlen(name) + 1;
    for (const struct search_kind *const *k = search_kinds; *k; k++)
        if (strlen((*k)->name) + 1 == length && memcmp((*k)->name, name, length) == 0)
            return *k;
    return &unknown;
}
