/* variable_profile.c - the variables of a program, and how often an execution accesses each. */
#include "search/engine/variable_profile.h"

#include "base/reserve.h"

enum { SLOTS = 2 * PROFILE_MOST };

bool profile_open(struct variable_profile *v, enum variable_grain grain)
{
    if (v->at && v->grain != grain)
        profile_clear(v);
    v->grain = grain;
    if (v->at)
        return true;
    size_t bytes = PROFILE_MOST * sizeof *v->at + SLOTS * sizeof *v->index;
    *v = (struct variable_profile){.bytes = bytes, .grain = grain};
    v->at = reserve(&v->bytes, bytes);
    v->index = (uint32_t *)(v->at + PROFILE_MOST);
    return v->at != NULL;
}

void profile_close(struct variable_profile *v)
{
    reserve_release(v->at, v->bytes);
}

void profile_clear(struct variable_profile *v)
{
    if (v->at)
        reserve_forget(v->at, v->bytes);
    v->count = 0;
}

void profile_begin(struct variable_profile *v)
{
    v->execution++;
    v->grown = false;
}

/* By its address, which a state determines: how often a statement was executed it does not. */
uint64_t profile_key(const struct lts *l, tid t)
{
    struct variable_id id;
    return lts_variable(l, t, &id) ? id.start : PROFILE_NONE;
}

/* Position of the variable of a key in the index, or that where it would be. */
static uint32_t slot_of(const struct variable_profile *v, uint64_t key)
{
    uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) % SLOTS;
    while (v->index[i] != 0 && v->at[v->index[i] - 1].key != key)
        i = (i + 1) % SLOTS;
    return i;
}

static uint32_t find(struct variable_profile *v, uint64_t key, const struct variable_id *id)
{
    uint32_t i = slot_of(v, key);
    if (v->index[i] != 0)
        return v->index[i] - 1;
    if (v->count == PROFILE_MOST)
        return PROFILE_MOST - 1;
    v->at[v->count] = (struct variable){.id = *id, .key = key};
    v->index[i] = ++v->count;
    v->grown = true;
    return v->count - 1;
}

/* An element of an array that is not among the variables, where there are very many, counts as the whole array
 * (section 2.4 of the paper). */
static uint64_t key_for(const struct variable_profile *v, struct variable_id *id)
{
    uint64_t key = id->key[v->grain];
    if (v->grain != BY_ELEMENT || v->count < PROFILE_ELEMENTS || key == id->key[BY_WHOLE] || v->index[slot_of(v, key)] != 0)
        return key;
    id->start = id->whole;
    id->size = id->whole_size;
    return id->key[BY_WHOLE];
}

uint32_t profile_next(struct variable_profile *v, const struct lts *l, tid t)
{
    struct variable_id id = {0};
    uint64_t key = lts_variable(l, t, &id) ? key_for(v, &id) : PROFILE_NONE;
    uint32_t number = find(v, key, &id);
    if (id.iteration < v->at[number].id.iteration)
        v->at[number].id.iteration = id.iteration;
    return number;
}

uint32_t profile_none(struct variable_profile *v)
{
    return find(v, PROFILE_NONE, &(struct variable_id){0});
}

uint64_t profile_accesses(const struct variable_profile *v, uint32_t number)
{
    return v->at[number].execution == v->execution ? v->at[number].now : 0;
}

void profile_access(struct variable_profile *v, uint32_t number, tid t)
{
    struct variable *one = &v->at[number];
    one->by = threadset_if(one->execution == v->execution, one->by) | threadset_of(t);
    one->now = profile_accesses(v, number) + 1;
    one->execution = v->execution;
    if (threadset_size(one->by) > one->sharers)
        one->sharers = threadset_size(one->by);
    if (one->now > one->most) {
        one->most = one->now;
        v->grown = true;
    }
}

/* Variables that are accessed more than `limit` times, and the accesses of those. */
static uint32_t above(const struct variable_profile *v, uint64_t limit, uint64_t *accesses)
{
    uint32_t count = 0;
    *accesses = 0;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->at[i].most > limit) {
            *accesses += v->at[i].most;
            count++;
        }
    return count;
}

/* The least number of accesses that fewer than n variables exceed. */
static uint64_t exceeded_by_fewer(const struct variable_profile *v, uint32_t n)
{
    uint64_t low = 0, high = UINT32_MAX, accesses;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (above(v, middle, &accesses) < n)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint64_t profile_most(const struct variable_profile *v, uint32_t n)
{
    uint64_t accesses, equal = exceeded_by_fewer(v, n);
    uint32_t count = above(v, equal, &accesses);
    return accesses + (n - count) * equal;
}

uint64_t profile_median(const struct variable_profile *v)
{
    return exceeded_by_fewer(v, v->count / 2 + 1);
}
