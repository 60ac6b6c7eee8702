/* race_labels.c - see race_labels.h. */
#include "world/race/race_labels.h"

#include "world/memory/undo.h"
#include "world/race/deed_labels.h"
#include "world/race/order.h"
#include "world/race/race.h"
#include "world/race/shadow.h"
#include "world/world.h"

bool race_foresee_label(struct world *w, const struct thread *t, unsigned outcome)
{
    char *top = mz__hot.undo_top;
    uint32_t pending = deeds_pending();
    struct outcome as = {outcome & OUTCOME_HOW, outcome & OUTCOME_SUCCEEDED, outcome & OUTCOME_EXCHANGED};
    struct reach reach[2];
    if (mz__ordering_lost || race_begins_section(w, t)) /* which orders it */
        return false;
    unsigned n = race_reaches_at_present(t, reach);
    for (unsigned i = 0; i < n; i++)
        race_label_access(DEED_ACCESS, t, &t->op, &reach[i]);
    if (!op_is_access(t->op.kind))
        order_performed(t, &t->op, as, 0, w->atomic);
    undo_to(top);
    w->race.foreseen[t->number] = deeds_label(pending);
    return true;
}

/* ---- what the search asks ------------------------------------------------------------------------------------------ */

static void labels_allow(void *self, bool fit)
{
    struct race *r = &((struct world *)self)->race;
    r->labels_fit = fit && r->rule == WIRE_RACE_GRAPH && r->mode == WIRE_RACE_REPORT;
}

static uint32_t labels_take(void *self)
{
    (void)self;
    return deeds_label(0);
}

/* What a thread waits for that it looks at may be what another one has written: it goes on when that is something else. */
static uint32_t labels_looks(void *self)
{
    struct world *w = self;
    uint32_t pending = deeds_pending();
    THREADSET_EACH(t, w->busy.waiting & w->busy.known & w->live) {
        struct reach reach[2];
        unsigned n = race_reaches_at_present(&w->thread[t], reach);
        for (unsigned i = 0; i < n; i++)
            race_label_access(DEED_LOOK, &w->thread[t], &w->thread[t].op, &reach[i]);
    }
    return deeds_label(pending);
}

static uint32_t labels_count(void *self)
{
    (void)self;
    return deeds_labels();
}

static const struct deed *labels_deeds(void *self, uint32_t label, uint32_t *count)
{
    (void)self;
    return deeds_of(label, count);
}

static bool labels_told(void *self, uint64_t pc, uint64_t other)
{
    return race_is_told(&((struct world *)self)->race, pc, other);
}

/* No search starts over because of what shows then. Nothing is learnt for foresight: it would lack its part of a label. */
static void labels_clocks(void *self, bool kept)
{
    struct world *w = self;
    w->race.level = kept ? RACE_CLOCKS : RACE_LABELLED;
    deeds_suspend(kept);
    w->foresight.asked_for = false;
    shadow_keep_atomics(true);
}

static void labels_give_up(void *self)
{
    struct world *w = self;
    w->race.labels_fit = false;
    w->race.wanted = RACE_ORDERED;
    w->sharing.grown = true;
    shadow_keep_atomics(false);
}

static uint64_t labels_bytes(void *self)
{
    (void)self;
    return deeds_bytes();
}

const struct lts_labels race_labels = {
    .made = &mz__deeds, .foreseen = mz__world.race.foreseen, .allow = labels_allow, .take = labels_take, .looks = labels_looks,
    .count = labels_count, .deeds = labels_deeds, .told = labels_told, .clocks = labels_clocks, .give_up = labels_give_up,
    .bytes = labels_bytes};
