/* write_table.c - runs the analysis over all functions and writes what it finds in the layout of wire/liveness_table.h. */
#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/future.h"
#include "tool/binary/liveness/liveness.h"
#include "tool/cli/util.h"

/* An array that grows. */
struct array {
    void    *at;
    uint32_t count, room;
};

static void *add(struct array *a, size_t size)
{
    if (a->count == a->room) {
        a->room = a->room ? 2 * a->room : 256;
        a->at = resize(a->at, a->room * size);
    }
    return (char *)a->at + size * a->count++;
}

/* What a site calls, where it is not a function of the file. Unknown: code of which nobody says where it ends. */
enum { CALLED_BY_POINTER, CALLED_ELSEWHERE, CALLED_UNKNOWN };

struct builder {
    struct image *image;
    struct liveness_header header;
    struct array sites, entries, saves, ranges, skipped;
    struct array jumps; /* with tables, of analysed functions */
    struct array targets; /* for each site: the address that is called, or CALLED_… */
    struct array parts; /* addresses of fragments that were analysed with their functions */
    struct array leaving; /* by address: functions that end in a jump to another one; see forget_arguments */
    bool leaves; /* one of them may be called where the target is not known */
    struct future future;
};

/* Bytes of `bits` from place `from` on, as ranges relative to it. Returns how many. */
static uint32_t add_ranges(struct builder *b, const struct function *f, const uint64_t *bits, int32_t from)
{
    uint32_t count = 0;
    for (int32_t end, place = place_next(bits, f, from, true); place < 0; place = place_next(bits, f, end, true)) {
        end = place_next(bits, f, place, false);
        struct liveness_range *range = add(&b->ranges, sizeof *range);
        *range = (struct liveness_range){(uint32_t)(place - from), (uint32_t)(end - place)};
        count++;
    }
    return count;
}

static void add_saves(struct builder *b, const struct function *f)
{
    for (uint32_t at = graph_find(f, f->symbol->start); at < f->entry_call; at++) {
        const struct instruction *i = &f->code[at];
        for (int k = 0; k < i->accesses; k++) {
            const struct access *a = &i->access[k];
            int32_t place = f->places[at][k];
            if (!a->store || a->value == NO_REGISTER || f->architecture->bit[a->value] == NO_REGISTER || place == NO_PLACE
                || place < f->body || !place_bit(f->saves, f, place))
                continue;
            struct liveness_save *save = add(&b->saves, sizeof *save);
            *save = (struct liveness_save){(uint32_t)(place - f->body), (uint32_t)f->architecture->bit[a->value]};
        }
    }
}

static void add_argument(struct liveness_save argument, void *builder)
{
    struct builder *b = builder;
    *(struct liveness_save *)add(&b->saves, sizeof argument) = argument;
}

static bool add_entry(struct builder *b, const struct function *f, uint64_t *bits)
{
    if (!prologue_stale(f, bits))
        return false;
    const struct instruction *call = &f->code[f->entry_call];
    struct liveness_entry entry = {.pc = (uint32_t)(call->address + call->size), .frame = (uint32_t)-f->body,
        .first_range = b->ranges.count, .first_save = b->saves.count};
    uint32_t ranges = add_ranges(b, f, bits, f->body);
    if (ranges > UINT16_MAX)
        return false;
    entry.ranges = (uint16_t)ranges;
    add_saves(b, f);
    prologue_arguments(f, add_argument, b);
    entry.saves = (uint16_t)(b->saves.count - entry.first_save);
    *(struct liveness_entry *)add(&b->entries, sizeof entry) = entry;
    return true;
}

/* Base that the ranges of a call count from: sp or, where that is not known, the lowest place of the frame as it was at
 * the entry. */
int32_t site_base(const struct function *f, uint32_t at, uint32_t *below)
{
    *below = 0;
    if (f->stack_at[at] != NO_PLACE || f->frame_at[at] == NO_PLACE || f->body == NO_PLACE || f->frame_at[at] <= f->body)
        return f->stack_at[at];
    *below = (uint32_t)(f->frame_at[at] - f->body);
    return f->body;
}

/* Bytes that are not in `live`. `wiped`: bytes that the function never touches were cleared at its entry, and
 * stay so. */
static uint32_t add_dead(struct builder *b, const struct function *f, uint64_t *live, int32_t base, bool wiped)
{
    for (uint32_t w = 0; w < place_words(f); w++)
        live[w] = ~live[w] & (wiped ? f->touched[w] : ~0ull);
    return base == NO_PLACE ? 0 : add_ranges(b, f, live, base);
}

static void add_site(struct builder *b, const struct function *f, uint32_t at, uint64_t *bits, bool wiped)
{
    const struct instruction *call = &f->code[at];
    uint32_t all = 0;
    for (int r = 0; r < REGISTERS; r++) {
        if (f->architecture->bit[r] != NO_REGISTER)
            all |= 1u << f->architecture->bit[r];
    }
    struct liveness_site site = {.pc = (uint32_t)(call->address + call->size), .first_range = b->ranges.count,
        .function = b->header.functions};
    arguments_at(f, at, &site);
    int32_t base = site_base(f, at, &site.below);
    site.dead = all & ~live_after_call(f, &f->live, at, bits);
    site.ranges = add_dead(b, f, bits, base, wiped);
    site.in_loop = f->loop[f->block_of[at]] != NO_LOOP;
    site.first_loop_range = b->ranges.count;
    if (site.in_loop) {
        site.loop_dead = all & ~live_after_call(f, &f->rounds, at, bits);
        site.loop_ranges = add_dead(b, f, bits, base, wiped);
    }
    site.way_out = way_out_behind(f, at);
    site.unread = !live_result(f, at);
    bool is_inside = call->target && image_function_at(f->image, call->target);
    site.elsewhere = !(is_inside || hook_kind(f->called[at]) != HOOK_NONE || strcmp(f->called[at], IMAGE_TLS_DESCRIPTOR) == 0
        || (*f->called[at] && calls_classify(f->called[at]) != CALL_UNKNOWN));
    *(struct liveness_site *)add(&b->sites, sizeof site) = site;
    *(uint64_t *)add(&b->targets, sizeof(uint64_t)) = is_inside ? call->target : *f->called[at] ? CALLED_ELSEWHERE
        : call->target ? CALLED_UNKNOWN : CALLED_BY_POINTER;
}

/* --- functions that leave by a jump ----------------------------------------------------------------------------------- */

/* The constructor that gcc gives to a file ends in such a jump where it is optimized: no function of the program is entered by it. */
static bool begins_hooks(const struct function *f, const struct instruction *jump)
{
    const char *name = jump->flow == FLOW_JUMP ? image_called_name(f->image, jump->target) : NULL;
    return name && strcmp(name, "__tsan_init") == 0;
}

/* Does it go on in another function, for which it may have set registers? Functions with hooks return, others need not (no_sanitize). */
static bool leaves(const struct function *f)
{
    bool found = f->problem && !f->block_count;
    for (size_t i = 0; i < f->count && !found; i++) {
        const struct instruction *at = &f->code[i];
        bool known = at->flow != FLOW_INDIRECT;
        for (size_t k = 0; k < f->table_count && !known; k++)
            known = f->tables[k].at == i;
        found = !known
            || ((at->flow == FLOW_JUMP || at->flow == FLOW_BRANCH) && !graph_contains(f, at->target) && !begins_hooks(f, at));
    }
    return found;
}

static void add_leaving(struct builder *b, const struct function *f)
{
    static const char *const starting[] = {"_start", "_init", "_fini", "call_weak_fn", "frame_dummy", "register_tm_clones",
                                           "deregister_tm_clones", "__do_global_dtors_aux", NULL};
    if (!leaves(f))
        return;
    *(uint64_t *)add(&b->leaving, sizeof(uint64_t)) = f->symbol->start;
    b->leaves |= !is_one_of(f->symbol->name, starting);
}

static int by_address(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* The function that finds this return address need not be the one that was called: then any register may hold one of its arguments. */
static void forget_arguments(struct builder *b)
{
    for (uint32_t i = 0; i < b->sites.count; i++) {
        struct liveness_site *site = (struct liveness_site *)b->sites.at + i;
        const uint64_t *target = (const uint64_t *)b->targets.at + i;
        bool left = *target == CALLED_UNKNOWN || (*target == CALLED_BY_POINTER && b->leaves)
            || (b->leaving.count && bsearch(target, b->leaving.at, b->leaving.count, sizeof *target, by_address));
        site->arguments = left ? UINT16_MAX : site->arguments;
        site->vectors = left ? UINT8_MAX : site->vectors;
    }
}

static void add_jumps(struct builder *b, const struct function *f)
{
    for (size_t i = 0; !f->problem && i < f->table_count; i++) {
        if (f->tables[i].sealed)
            *(uint64_t *)add(&b->jumps, sizeof(uint64_t)) = f->code[f->tables[i].at].address;
    }
}

static void add_function(struct builder *b, const struct image_function *symbol)
{
    struct function f;
    uint32_t calls = 0, hooks = 0;
    function_analyse(&f, b->image, symbol);
    borrowed_note(&f);
    for (size_t i = 0; i < f.parts; i++) {
        if (f.part[i].start != symbol->start)
            *(uint64_t *)add(&b->parts, sizeof(uint64_t)) = f.part[i].start;
    }
    future_add(&b->future, &f);
    for (size_t i = 0; f.called && i < f.count; i++) {
        calls += f.code[i].flow == FLOW_CALL;
        hooks += f.code[i].flow == FLOW_CALL && hook_kind(f.called[i]) != HOOK_NONE;
    }
    if (hooks) {
        b->header.functions++;
        b->header.calls += calls;
        b->header.hooks += hooks;
        uint64_t *bits = f.problem ? NULL : allocate((place_words(&f) + 1) * sizeof *bits);
        bool wiped = !f.problem && add_entry(b, &f, bits);
        f.problem = f.problem ? f.problem : f.twice;
        b->header.functions_analysed += !f.problem;
        for (uint32_t i = 0; !f.problem && i < f.count; i++) {
            if (f.code[i].flow != FLOW_CALL || !f.states[f.block_of[i]].reached)
                continue;
            add_site(b, &f, i, bits, wiped);
            b->header.hooks_analysed += hook_kind(f.called[i]) != HOOK_NONE;
        }
        free(bits);
    }
    add_jumps(b, &f);
    add_leaving(b, &f);
    if (hooks && f.problem)
        *(struct liveness_skipped *)add(&b->skipped, sizeof(struct liveness_skipped)) =
            (struct liveness_skipped){format_text("%s", symbol->name), f.problem, calls, hooks};
    function_free(&f);
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

static int by_site(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b; /* pc comes first in both */
    return left < right ? -1 : left > right;
}

/* What follows each call. */
static void add_future(struct builder *b)
{
    struct future *f = &b->future;
    future_finish(f);
    b->header.handlers = future_handlers(f);
    for (uint32_t i = 0; i < b->sites.count; i++) {
        struct liveness_site *site = (struct liveness_site *)b->sites.at + i;
        const struct future_site *known = future_site(f, site->pc);
        site->from = known ? known->at : LIVENESS_SET_ANYTHING;
        site->after = known ? known->after : LIVENESS_SET_ANYTHING;
    }
}

static void write_table(struct builder *b, struct liveness *result)
{
    struct liveness_header *h = &b->header;
    add_future(b);
    forget_arguments(b);
    h->leaves = b->leaves;
    h->lists_calls = b->future.call_count > 0;
    h->reads_flags = image_reads_flags(b->image, true);
    const struct array sets = {.at = b->future.sets.at, .count = b->future.sets.count};
    const struct array extents = {.at = b->future.sets.extent, .count = b->future.sets.extents};
    enum { PARTS = 6 };
    h->magic = LIVENESS_MAGIC;
    h->version = LIVENESS_VERSION;
    h->machine = (uint32_t)b->image->architecture->machine;
    h->build_id_size = b->image->build_id_size;
    memcpy(h->build_id, b->image->build_id, b->image->build_id_size);
    const struct { const struct array *from; size_t size; uint32_t *count; } parts[PARTS] = {
        {&b->sites, sizeof(struct liveness_site), &h->sites},
        {&b->entries, sizeof(struct liveness_entry), &h->entries},
        {&b->saves, sizeof(struct liveness_save), &h->saves},
        {&b->ranges, sizeof(struct liveness_range), &h->ranges},
        {&sets, sizeof(struct liveness_set), &h->sets},
        {&extents, sizeof(struct liveness_range), &h->extents},
    };
    if (b->sites.count)
        qsort(b->sites.at, b->sites.count, sizeof(struct liveness_site), by_site);
    if (b->entries.count)
        qsort(b->entries.at, b->entries.count, sizeof(struct liveness_entry), by_site);
    result->size = sizeof *h;
    for (size_t i = 0; i < PARTS; i++) {
        *parts[i].count = parts[i].from->count;
        result->size += parts[i].from->count * parts[i].size;
    }
    char *out = allocate(result->size);
    result->table = (struct liveness_header *)out;
    memcpy(out, h, sizeof *h);
    out += sizeof *h;
    for (size_t i = 0; i < PARTS; i++) {
        if (parts[i].from->count)
            memcpy(out, parts[i].from->at, parts[i].from->count * parts[i].size);
        out += parts[i].from->count * parts[i].size;
    }
}

static void free_builder(struct builder *b)
{
    free(b->sites.at);
    free(b->entries.at);
    free(b->saves.at);
    free(b->ranges.at);
    free(b->targets.at);
    free(b->leaving.at);
    free(b->parts.at);
    free(b->jumps.at);
    for (uint32_t i = 0; i < b->skipped.count; i++)
        free((char *)((struct liveness_skipped *)b->skipped.at)[i].function);
    free(b->skipped.at);
    future_free(&b->future);
}

static bool is_fragment(const char *name)
{
    const char *dot = strstr(name, ".cold");
    return dot && dot != name;
}

static bool is_part(const struct builder *b, uint64_t start)
{
    for (uint32_t i = 0; i < b->parts.count; i++) {
        if (((const uint64_t *)b->parts.at)[i] == start)
            return true;
    }
    return false;
}

/* Fragments are analysed with the functions that jump there; those of clang's -hot-cold-split are functions themselves. */
static void analyse_all(struct builder *b)
{
    future_begin(&b->future, b->image);
    for (int fragments = 0; fragments < 2; fragments++) {
        for (size_t i = 0; i < b->image->function_count; i++) {
            const struct image_function *f = &b->image->functions[i];
            if (f->end <= UINT32_MAX && is_fragment(f->name) == fragments && !(fragments && is_part(b, f->start)))
                add_function(b, f);
        }
    }
    if (b->leaving.count)
        qsort(b->leaving.at, b->leaving.count, sizeof(uint64_t), by_address);
    if (b->image->borrowed)
        b->future.given_up = "has functions that read registers of their callers";
}

bool liveness_analyse(const char *path, struct liveness *result, char **why)
{
    struct builder b = {.image = image_open(path, why)};
    *result = (struct liveness){0};
    if (!b.image)
        return false;
    analyse_all(&b);
    uint64_t known = 0;
    size_t labels = 0;
    while (b.image->borrowed != known || b.image->label_count != labels) { /* hardly ever */
        struct image *image = b.image;
        known = image->borrowed;
        labels = image->label_count;
        free_builder(&b);
        b = (struct builder){.image = image};
        analyse_all(&b);
    }
    b.header.stays = image_stays(b.image, b.jumps.at, b.jumps.count);
    write_table(&b, result);
    result->skipped = b.skipped.at;
    result->skipped_count = b.skipped.count;
    b.skipped.at = NULL;
    b.skipped.count = 0;
    free_builder(&b);
    image_close(b.image);
    return true;
}

bool liveness_is_sound(const void *table, size_t size)
{
    const struct liveness_header *h = table;
    if (size < sizeof *h || h->magic != LIVENESS_MAGIC || h->version != LIVENESS_VERSION
        || h->build_id_size > LIVENESS_MAX_BUILD_ID)
        return false;
    uint64_t expected = sizeof *h + (uint64_t)h->sites * sizeof(struct liveness_site)
        + (uint64_t)h->entries * sizeof(struct liveness_entry) + (uint64_t)h->saves * sizeof(struct liveness_save)
        + ((uint64_t)h->ranges + h->extents) * sizeof(struct liveness_range) + (uint64_t)h->sets * sizeof(struct liveness_set);
    if (size != expected || h->sets <= LIVENESS_SET_KNOWN || h->handlers >= h->sets)
        return false;
    for (uint32_t i = 0; i < h->sites; i++) {
        const struct liveness_site *s = &liveness_sites(h)[i];
        if ((uint64_t)s->first_range + s->ranges > h->ranges || (uint64_t)s->first_loop_range + s->loop_ranges > h->ranges
            || s->from >= h->sets || s->after >= h->sets)
            return false;
    }
    for (uint32_t i = 0; i < h->sets; i++) {
        const struct liveness_set *s = &liveness_sets(h)[i];
        if ((uint64_t)s->first_extent + s->extents > h->extents)
            return false;
    }
    for (uint32_t i = 0; i < h->entries; i++) {
        const struct liveness_entry *e = &liveness_entries(h)[i];
        if ((uint64_t)e->first_range + e->ranges > h->ranges || (uint64_t)e->first_save + e->saves > h->saves)
            return false;
    }
    return true;
}
