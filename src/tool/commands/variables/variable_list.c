/* variable_list.c - from what the runtime has counted to names, in the order in which they matter. */
#include "tool/commands/variables/variable_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/names/naming.h"
#include "tool/cli/printable.h"
#include "tool/cli/util.h"

enum { ROOM = 1 << 16 /* of the runtime, for variables: search/engine/variable_profile.h */ };

static const char *const births[] = {[BORN_BY_MALLOC] = "malloc", [BORN_BY_CALLOC] = "calloc", [BORN_BY_ALIGNED] = "aligned allocation",
    [BORN_BY_REALLOC] = "realloc", [BORN_BY_NEW] = "new", [BORN_BY_NEW_ARRAY] = "new[]"};
enum { BIRTHS = sizeof births / sizeof *births };

/* --- names ---------------------------------------------------------------------------------------------------------------- */

static struct place place_of_birth(const struct naming *n, const struct wire_variable *v)
{
    uint32_t used = 0;
    while (used < WIRE_STACK && v->stack[used])
        used++;
    return used ? naming_place(n, v->stack, used) : symbols_call(n->symbols, v->id.site);
}

/* "malloc at list.c:12 #2": the second block that the statement has allocated. */
static char *name_birth(const struct naming *n, const struct wire_variable *v, const char **function)
{
    struct place place = place_of_birth(n, v);
    char *line = symbols_line(n->symbols, &place);
    *function = place.function;
    return format_text("%s at %s #%" PRIu64, v->id.birth < BIRTHS ? births[v->id.birth] : "allocation", line, (uint64_t)v->id.count + 1);
}

static char *name_in_heap(const struct naming *n, const struct wire_variable *v, bool whole, const char **function)
{
    const struct variable_id *id = &v->id;
    char *block = name_birth(n, v, function);
    if (id->kind == VARIABLE_LOCK && id->start == id->whole)
        return format_text("lock in %s", block);
    if (id->kind == VARIABLE_LOCK)
        return format_text("lock in %s + %" PRIu64, block, id->start - id->whole);
    if (whole || id->size == 0 || id->size >= id->whole_size)
        return block;
    return id->birth == BORN_BY_CALLOC ? format_text("%s [%" PRIu64 "]", block, (id->start - id->whole) / id->size)
                                       : format_text("%s + %" PRIu64, block, id->start - id->whole);
}

static char *name_variable(const struct naming *n, const struct wire_variable *v, bool whole, const char **function)
{
    struct value_type ignored;
    const struct variable_id *id = &v->id;
    *function = NULL;
    if (id->site)
        return name_in_heap(n, v, whole, function);
    whole = whole && id->whole_size;
    uint64_t size = whole ? id->whole_size : id->size;
    return name_data(n, AT_THE_END, whole ? id->whole : id->start, (uint32_t)size, &ignored);
}

const char *variable_kind_word(const struct listed_variable *v)
{
    static const char *const words[] = {[VARIABLE_GLOBAL] = "global", [VARIABLE_BLOCK] = "heap", [VARIABLE_LOCK] = "lock",
        [VARIABLE_LOCAL] = "local", [VARIABLE_RECORD] = "allocator"};
    return v->is->id.kind < sizeof words / sizeof *words ? words[v->is->id.kind] : "unknown";
}

/* --- the list ------------------------------------------------------------------------------------------------------------- */

static int by_number(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* 2: threads share it, and some write it; 1: they only read it. */
static unsigned sharing_of(const struct wire_variable *v)
{
    return v->sharers < 2 ? 0 : v->writes ? 2 : 1;
}

/* As a search that takes few of them at a time should: shared ones first, lower loop iteration numbers first (section 2.4 of the paper);
 * then what is accessed most. */
static int by_weight(const void *a, const void *b)
{
    const struct listed_variable *x = a, *y = b;
    int order = by_number(sharing_of(y->is), sharing_of(x->is));
    order = order ? order : by_number(x->is->id.iteration, y->is->id.iteration);
    order = order ? order : by_number(y->is->reads + y->is->writes, x->is->reads + x->is->writes);
    order = order ? order : strcmp(x->name, y->name);
    return order ? order : by_number(x->is->id.start, y->is->id.start);
}

/* What is on the stack of the only thread that uses it is no variable that matters, nor is what the allocator keeps for itself. Memory that
 * debug information does not know of and nobody writes holds tables of the compiler's. */
static bool is_left_out(struct variable_list *list, const struct wire_variable *v)
{
    bool own = v->id.kind == VARIABLE_LOCAL && v->sharers < 2;
    bool table = v->id.kind == VARIABLE_GLOBAL && v->id.whole_size == 0 && v->writes == 0;
    list->locals += own;
    return own || table || v->id.kind == VARIABLE_RECORD || v->reads + v->writes == 0;
}

/* "main", "worker", ...: for each thread of the replay. */
static void name_threads(struct variable_list *list, const struct naming *n)
{
    for (unsigned t = 0; t < MOST_THREADS; t++) {
        const char *start = t == 0 || naming_record(n, t, AT_THE_END) ? name_start(n, t, AT_THE_END) : NULL;
        list->thread[t] = start ? printable(start) : NULL;
    }
}

static bool has_accessed(const struct variable_list *list, unsigned thread)
{
    bool any = false;
    for (size_t i = 0; i < list->count && !any; i++)
        any = list->at[i].is->by[thread] > 0;
    return any;
}

void variable_list_name_threads(struct variable_list *list, const struct wire *replayed)
{
    struct naming naming = {.wire = replayed, .symbols = symbols_open(replayed)};
    name_threads(list, &naming);
}

struct variable_list variable_list_of(const struct wire *w, const struct wire *replayed, const char *program)
{
    struct naming naming = {.wire = replayed, .symbols = symbols_open(replayed)};
    const struct wire_sampled *sampled = &w->counters.sampled;
    struct variable_list list = {.wire = w, .program = program, .executions = sampled->executions, .cut = sampled->cuts,
        .full = w->variables >= ROOM, .at = allocate((w->variables + 1) * sizeof *list.at)};
    for (uint64_t i = 0; i < w->variables; i++) {
        const struct wire_variable *v = &wire_variables(w)[i];
        if (is_left_out(&list, v))
            continue;
        struct listed_variable *l = &list.at[list.count++];
        l->is = v;
        l->name = printable(name_variable(&naming, v, w->config.steering.whole_arrays, &l->function));
        l->accesses = (double)(v->reads + v->writes) / (double)(list.executions ? list.executions : 1);
        list.shared += v->sharers > 1;
        list.only_read += sharing_of(v) == 1;
    }
    name_threads(&list, &naming);
    for (unsigned t = 0; t < MOST_THREADS; t++)
        list.nameless |= !list.thread[t] && has_accessed(&list, t);
    qsort(list.at, list.count, sizeof *list.at, by_weight);
    return list;
}
