/* calls.c - rows of functions by their names. Knows nothing but the table, and uses no libc, for the runtime has it too. */
#include "model/calls.h"

#include <stdbool.h>
#include <stddef.h>

#include "model/call_table.h"
#include "model/calls_cxx.h"
#include "model/premise_table.h"

#define HAS_A_CLASS(name, class, ...) _Static_assert(PREMISE_##class <= PREMISE_EXACT, #name " is exact, or has a premise");
CALLS_MODELLED(HAS_A_CLASS)
CALLS_CXX_MODELLED(HAS_A_CLASS)

struct call {
    const char *name;
    uint64_t traits;
};

#define ROW(name, ...) {#name, TRAITS(__VA_ARGS__)},
#define GUARDED_ROW(name, touched, ...) {#name, TRAITS(__VA_ARGS__)},
#define MODELLED_ROW(name, how, ...) {#name, TRAITS(__VA_ARGS__) | (PREMISE_##how == PREMISE_CLOCKS ? TRAIT_CLOCK : 0)},
static const struct call modelled[] = {CALLS_MODELLED(MODELLED_ROW)};
static const struct call annotations[] = {CALLS_ANNOTATIONS(ROW)};
static const struct call pure[] = {CALLS_PURE(ROW)};
static const struct call setup[] = {CALLS_SETUP(ROW)};
static const struct call processes[] = {CALLS_PROCESSES(ROW)};
static const struct call refused[] = {CALLS_REFUSED(ROW)};
static const struct call guarded[] = {CALLS_GUARDED(GUARDED_ROW)};
static const struct call guarded_state[] = {CALLS_GUARDED_STATE(GUARDED_ROW)};
static const struct call others[] = {CALLS_OTHERS(ROW)};

#define LIST(class, rows) {class, rows, sizeof rows / sizeof *rows}
static const struct list {
    enum call_class class;
    const struct call *rows;
    size_t count;
} lists[] = {
    LIST(CALL_MODELLED, modelled),
    LIST(CALL_MODELLED, annotations),
    LIST(CALL_PURE, pure),
    LIST(CALL_SETUP, setup),
    LIST(CALL_SETUP, processes),
    LIST(CALL_REFUSED, refused),
    LIST(CALL_GUARDED, guarded),
    LIST(CALL_GUARDED_STATE, guarded_state),
    LIST(CALL_UNKNOWN, others),
};

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

/* NULL: the list does not have it. */
static const struct call *find(const struct list *list, const char *name)
{
    const struct call *rows = list->rows;
    for (size_t count = list->count; count > 0;) {
        size_t middle = count / 2;
        int order = compare(name, rows[middle].name);
        if (order == 0)
            return &rows[middle];
        if (order > 0) {
            rows += middle + 1;
            count -= middle + 1;
        } else {
            count = middle;
        }
    }
    return NULL;
}

/* NULL: none of them has it. */
static const struct list *list_of(const char *name, const struct call **row)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if ((*row = find(&lists[i], name)) != NULL)
            return &lists[i];
    return NULL;
}

static bool starts_with(const char *name, const char *prefix)
{
    while (*prefix)
        if (*name++ != *prefix++)
            return false;
    return true;
}

bool calls_annotate(const char *name)
{
    const struct call *row;
    const struct list *list = list_of(name, &row);
    return list && list->rows == annotations;
}

enum call_class calls_classify(const char *name)
{
    const struct call *row;
    const struct list *list = list_of(name, &row);
    if (list)
        return list->class;
    return starts_with(name, "__tsan_") || starts_with(name, "mz_") ? CALL_MODELLED : calls_classify_cxx(name);
}

uint64_t calls_traits(const char *name)
{
    const struct call *row;
    return list_of(name, &row) ? row->traits : calls_traits_cxx(name);
}

void calls_each(uint64_t traits, void (*each)(const char *name, void *data), void *data)
{
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l].count; i++)
            if (lists[l].rows[i].traits & traits)
                each(lists[l].rows[i].name, data);
}

static bool is_word(const char *text, size_t length, const char *word)
{
    size_t n = 0;
    while (n < length && word[n] == text[n])
        n++;
    return n == length && word[n] == '\0';
}

bool calls_are_listed(const char *list, const char *name)
{
    while (*list) {
        size_t n = 0;
        while (list[n] && list[n] != ',')
            n++;
        if (is_word(list, n, name) || is_word(list, n, "all"))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}
