/* schedule.c - the records of a schedule, written and followed. */
#include "hunt/schedule.h"

static uint64_t next; /* of the script */

static uint32_t keep_stack(const struct thread *t)
{
    if (!hunt_wire->explain || !t || hunt_wire->stacks >= HUNT_MAX_STACKS)
        return 0;
    struct hunt_stack *s = &hunt_wire->stack[hunt_wire->stacks++];
    for (unsigned i = 0; i < HUNT_MAX_FRAMES; i++)
        s->pc[i] = i < t->is->frames ? t->is->stack[i] : 0;
    return (uint32_t)hunt_wire->stacks;
}

void schedule_note(enum hunt_event event, const struct thread *t, const struct thread *from)
{
    uint64_t at = hunt_wire->records++;
    if (at >= HUNT_MAX_RECORDS)
        return;
    struct hunt_record *r = &hunt_wire->record[at];
    *r = (struct hunt_record){
        .at = hunt_wire->steps, .own = from ? from->is->own : 0, .pc = t->is->pc - hunt_wire->base, .object = t->is->object,
        .event = (uint16_t)event, .kind = (uint16_t)t->is->kind, .from = (uint16_t)(from ? from->number : HUNT_MAX_THREADS),
        .thread = (uint16_t)t->number, .stack = keep_stack(t), .from_stack = keep_stack(from)};
    if (!from)
        return;
    r->from_kind = (uint16_t)from->is->kind;
    r->from_state = (uint16_t)from->is->state;
    r->from_pc = from->is->pc - hunt_wire->base;
    r->from_object = from->is->object;
}

static const struct hunt_record *script(void)
{
    return next < hunt_wire->script_count ? &hunt_wire->script[next] : NULL;
}

bool schedule_is_exact(void)
{
    return hunt_wire->mode == HUNT_EXACT && !hunt_wire->diverged && script();
}

/* That a thread is lost happens in the replay likewise, by itself. */
const struct hunt_record *schedule_event(void)
{
    while (script() && script()->event == HUNT_OUT)
        next++;
    const struct hunt_record *r = script();
    bool is_due = r && r->at == hunt_wire->steps && r->event != HUNT_SWITCH && r->event != HUNT_CHOSEN;
    return is_due && r->thread < hunt_wire->threads ? r : NULL;
}

void schedule_taken(void)
{
    next++;
}

void schedule_differs(void)
{
    if (!hunt_wire->diverged && hunt_wire->mode == HUNT_EXACT)
        hunt_wire->diverged = hunt_wire->steps + 1;
}

uint64_t schedule_until(void)
{
    return schedule_is_exact() ? script()->at : 0;
}

static bool is_among(const uint16_t *ready, unsigned count, unsigned thread)
{
    for (unsigned i = 0; i < count; i++)
        if (ready[i] == thread)
            return true;
    return false;
}

static unsigned without_script(const uint16_t *ready, unsigned current)
{
    return current != HUNT_MAX_THREADS ? current : ready[0];
}

static unsigned exact_choice(const uint16_t *ready, unsigned count, unsigned current)
{
    const struct hunt_record *r = script();
    if (!r || r->at != hunt_wire->steps || r->event != HUNT_SWITCH) {
        if (current == HUNT_MAX_THREADS && r)
            schedule_differs(); /* the script lets a thread go on that cannot */
        return without_script(ready, current);
    }
    next++;
    const struct hunt_thread *t = hunt_threads[r->thread].is;
    if (!is_among(ready, count, r->thread)) {
        schedule_differs();
        return without_script(ready, current);
    }
    if (t->kind != r->kind || t->pc - hunt_wire->base != r->pc)
        schedule_differs();
    return r->thread;
}

/* Segments: `thread` runs until it has had `own` decisions. One whose thread waits is put off; the next one whose thread can run is taken
 * meanwhile. */
unsigned schedule_guided(const uint16_t *ready, unsigned count)
{
    const struct hunt_record *all = hunt_wire->script;
    while (script() && all[next].own <= hunt_wire->thread[all[next].thread].own)
        next++;
    for (uint64_t i = next; i < hunt_wire->script_count; i++) {
        const struct hunt_thread *t = &hunt_wire->thread[all[i].thread];
        if (t->own < all[i].own && is_among(ready, count, all[i].thread))
            return all[i].thread;
    }
    return HUNT_MAX_THREADS;
}

uint64_t schedule_guided_left(unsigned current)
{
    uint64_t own = hunt_wire->thread[current].own; /* before the decision that is taken now */
    return script() && script()->thread == current && script()->own > own ? script()->own - own - 1 : 0;
}

void schedule_skip(void)
{
    next += script() != NULL;
}

static unsigned guided_choice(const uint16_t *ready, unsigned count, unsigned current)
{
    unsigned chosen = schedule_guided(ready, count);
    return chosen != HUNT_MAX_THREADS ? chosen : without_script(ready, current);
}

unsigned schedule_choice(const uint16_t *ready, unsigned count, unsigned current)
{
    if (hunt_wire->mode == HUNT_GUIDED)
        return guided_choice(ready, count, current);
    return hunt_wire->diverged ? without_script(ready, current) : exact_choice(ready, count, current);
}

/* The segment of the script is over, and the next thread by number goes on. */
unsigned schedule_give_way(const uint16_t *ready, unsigned count, unsigned current)
{
    schedule_skip();
    for (unsigned i = 0; i < count; i++)
        if (ready[i] > current)
            return ready[i];
    return ready[0];
}

unsigned schedule_waiter(const uint16_t *waiting, unsigned count)
{
    const struct hunt_record *r = script();
    if (hunt_wire->mode == HUNT_SEARCH)
        return waiting[rng_below(&hunt_random, count)];
    if (!schedule_is_exact() || r->event != HUNT_CHOSEN)
        return waiting[0];
    next++;
    if (!is_among(waiting, count, r->thread)) {
        schedule_differs();
        return waiting[0];
    }
    return r->thread;
}
