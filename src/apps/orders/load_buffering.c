/* load_buffering.c - see load_buffering.h. A compare-exchange that fails reads with an order of its own: reads are numbered 2n, and 2n + 1
 * where operation n fails. */
#include "apps/orders/load_buffering.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/json_text.h"

/* --- where threads come --------------------------------------------------------------------------------------------------------- */

static size_t point_at(struct way *way, uint64_t address)
{
    for (size_t i = 0; i < way->count; i++)
        if (way->at[i].address == address)
            return i;
    way->at = resize(way->at, (way->count + 1) * sizeof *way->at);
    way->at[way->count] = (struct waypoint){.address = address};
    return way->count++;
}

static uint64_t number_of(const json_t *text)
{
    const char *digits = json_string_value(text);
    return digits ? strtoull(digits, NULL, 16) : 0;
}

static void number_set_add(struct number_set *set, uint64_t number)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->at[i] == number)
            return;
    set->at = resize(set->at, (set->count + 1) * sizeof *set->at);
    set->at[set->count++] = number;
}

/* One that only set-up came to accesses nothing while there are threads. */
static void add_operation(struct way *way, const json_t *operation)
{
    const json_t *cells = json_object_get(operation, "cells"), *thread = json_object_get(operation, "thread");
    size_t number = point_at(way, number_of(json_object_get(operation, "address")));
    struct waypoint *p = &way->at[number];
    struct levels written = site_levels(operation);
    bool first = !p->atomic;
    long by = json_is_integer(thread) ? (long)json_integer_value(thread) : -1;
    p->atomic = true;
    p->kind = site_kind(operation);
    p->size = (uint64_t)json_integer_value(json_object_get(operation, "size"));
    p->any |= !json_is_array(cells);
    for (size_t i = 0; i < json_array_size(cells); i++)
        number_set_add(&p->cells, (uint64_t)json_integer_value(json_array_get(cells, i)));
    p->thread = first || p->thread == by ? by : -1;
    p->written = first || levels_equal(p->written, written) ? written : (struct levels){__ATOMIC_RELAXED, __ATOMIC_RELAXED};
}

void way_add(struct way *way, const json_t *atomics)
{
    const json_t *operations = json_object_get(atomics, "operations"), *pairs = json_object_get(atomics, "program_order");
    way->lost |= !json_is_array(pairs);
    for (size_t i = 0; i < json_array_size(operations); i++)
        add_operation(way, json_array_get(operations, i));
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        size_t first = point_at(way, number_of(json_array_get(pair, 0))), then = point_at(way, number_of(json_array_get(pair, 1)));
        number_set_add(&way->at[first].next, then);
    }
}

/* --- pairs of a read and a write behind it ----------------------------------------------------------------------------------- */

/* Orders of all waypoints; of each read, which writes are behind it, and which of those it may be performed behind. */
struct pairs {
    const struct way *way;
    struct levels    *levels;
    bool             *all, *loose; /* read by write */
};

static bool reads(const struct waypoint *p)
{
    return p->atomic && p->kind != ATOMIC_STORE && p->kind != ATOMIC_FENCE;
}

static bool writes(const struct waypoint *p)
{
    return p->atomic && p->kind != ATOMIC_LOAD && p->kind != ATOMIC_FENCE;
}

static bool overlap(const struct waypoint *a, const struct waypoint *b)
{
    for (size_t i = 0; i < a->cells.count; i++)
        for (size_t k = 0; k < b->cells.count; k++)
            if (a->cells.at[i] < b->cells.at[k] + b->size && b->cells.at[k] < a->cells.at[i] + a->size)
                return true;
    return a->any || b->any;
}

/* May what is written be read there by another thread? */
static bool may_tell(const struct waypoint *write, const struct waypoint *read)
{
    bool others = write->thread < 0 || write->thread != read->thread;
    return writes(write) && reads(read) && others && overlap(write, read);
}

/* All threads agree on the order of accesses of one word. */
static bool is_one_word(const struct waypoint *a, const struct waypoint *b)
{
    return a->size == b->size && !a->any && !b->any && a->cells.count == 1 && b->cells.count == 1 && a->cells.at[0] == b->cells.at[0];
}

static bool is_acquired(const struct pairs *p, size_t read)
{
    struct levels l = p->levels[read / 2];
    return levels_acquire(read % 2 ? l.failure : l.order);
}

static void come_to(struct pairs *p, size_t read, size_t write, bool fenced)
{
    const struct waypoint *r = &p->way->at[read / 2], *w = &p->way->at[write];
    size_t pair = read * p->way->count + write;
    if (!writes(w))
        return;
    p->all[pair] = true;
    p->loose[pair] |= !fenced && !is_acquired(p, read) && !levels_release(p->levels[write].order) && !is_one_word(r, w);
}

/* Loads and stores on either side of a fence are in order. */
static bool is_fence(const struct pairs *p, size_t i)
{
    const struct waypoint *at = &p->way->at[i];
    return at->atomic && at->kind == ATOMIC_FENCE && p->levels[i].order != __ATOMIC_RELAXED;
}

/* All that threads come to behind the read: `fenced`, also behind fences. */
static void follow(struct pairs *p, size_t read, bool fenced)
{
    const struct way *way = p->way;
    bool *seen = allocate((way->count + 1) * sizeof *seen);
    size_t *left = allocate((way->count + 1) * sizeof *left), count = 0;
    left[count++] = read / 2;
    while (count > 0) {
        const struct waypoint *at = &way->at[left[--count]];
        for (size_t i = 0; i < at->next.count; i++) {
            size_t next = at->next.at[i];
            if (seen[next] || (!fenced && is_fence(p, next)))
                continue;
            seen[next] = true;
            come_to(p, read, next, fenced);
            left[count++] = next;
        }
    }
    free(left);
    free(seen);
}

/* An update writes behind what it reads itself. */
static struct pairs pairs_of(const struct way *way, struct levels *levels)
{
    size_t size = 2 * way->count * way->count + 1;
    struct pairs p = {way, levels, allocate(size * sizeof *p.all), allocate(size * sizeof *p.loose)};
    for (size_t read = 0; read < 2 * way->count; read++) {
        const struct waypoint *at = &way->at[read / 2];
        if (!reads(at) || (read % 2 && at->kind != ATOMIC_EXCHANGE_IF))
            continue;
        if (read % 2 == 0)
            come_to(&p, read, read / 2, true);
        for (size_t i = 0; way->lost && i < way->count; i++)
            come_to(&p, read, i, false);
        follow(&p, read, false);
        follow(&p, read, true);
    }
    return p;
}

static void forget(struct pairs *p)
{
    free(p->all);
    free(p->loose);
}

/* --- circles ---------------------------------------------------------------------------------------------------------------------- */

/* From what this one writes back to the read. */
static bool comes_back(const struct pairs *p, size_t write, size_t read, bool *seen)
{
    const struct way *way = p->way;
    seen[write] = true;
    for (size_t r = 0; r < 2 * way->count; r++) {
        if (!may_tell(&way->at[write], &way->at[r / 2]))
            continue;
        if (r / 2 == read / 2)
            return true;
        for (size_t w = 0; w < way->count; w++)
            if (!seen[w] && p->all[r * way->count + w] && comes_back(p, w, read, seen))
                return true;
    }
    return false;
}

static bool closes_circle(const struct pairs *p, size_t read, size_t write)
{
    bool *seen = allocate((p->way->count + 1) * sizeof *seen), closes = comes_back(p, write, read, seen);
    free(seen);
    return closes;
}

bool way_may_buffer(const struct way *way, const struct sites *sites, size_t program, const struct levels *levels, size_t count)
{
    struct levels *written = allocate((way->count + 1) * sizeof *written), *now = allocate((way->count + 1) * sizeof *now);
    for (size_t i = 0; i < way->count; i++) {
        const struct site *s = site_at(sites, (struct instruction){program, way->at[i].address});
        size_t number = s ? (size_t)(s - sites->at) : count;
        written[i] = way->at[i].written;
        now[i] = s && !s->kept && number < count ? levels[number] : written[i];
    }
    struct pairs before = pairs_of(way, written), after = pairs_of(way, now);
    bool may = false;
    for (size_t i = 0; i < 2 * way->count * way->count && !may; i++)
        may = after.loose[i] && !before.loose[i] && closes_circle(&after, i / way->count, i % way->count);
    forget(&before);
    forget(&after);
    free(written);
    free(now);
    return may;
}
