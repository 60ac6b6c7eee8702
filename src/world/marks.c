/* marks.c - see marks.h. */
#include "world/marks.h"

#include "world/memory/hash.h"
#include "world/memory/tracked.h"
#include "world/memory/undo.h"
#include "world/orders/weak_world.h"
#include "world/outside/snapshot.h"
#include "world/race/deed_labels.h"
#include "world/race/unordered.h"
#include "world/state/identity.h"
#include "world/state/library_tls.h"

struct digest marks_memory(struct world *w)
{
    return mz__hot.undo_top == mz__hot.epoch_start && !threadset_any(w->touched) ? w->digest : identity_commit(w);
}

struct digest marks_state(struct world *w)
{
    struct digest memory = marks_memory(w);
    return w->weak ? digest_xor(memory, weak_world_digest()) : memory;
}

bool marks_is_at(struct world *w, struct digest state)
{
    return !w->faulted && w->end == LTS_RUNNING && digest_equal(marks_state(w), state);
}

/* Is all as it was in memory, and for others, so that the thread that has moved knows more at most? What it could do before it still can
 * (docs/design/reductions-proofs.md). */
bool marks_only_learned(struct world *w, struct digest memory)
{
    return !w->faulted && w->end == LTS_RUNNING && weak_world_only_learned() && digest_equal(marks_memory(w), memory);
}

struct digest marks_digest(void *self)
{
    struct world *w = self;
    struct digest d = marks_state(w);
    return w->race.level == RACE_ORDERED ? digest_xor(d, unordered_digest(w->live)) : d;
}

struct mark marks_take(void *self)
{
    struct world *w = self;
    struct digest digest = marks_digest(self); /* first: it brings the rest up to date */
    return (struct mark){.digest = digest,
                         .live = w->live,
                         .position = (uint64_t)mz__hot.undo_top,
                         .world = {.unread = w->unread,
                                   .deeds = mz__deeds ? deeds_pending() : 0,
                                   .end = (uint8_t)w->end,
                                   .stuck = w->stuck,
                                   .waiting = w->waiting,
                                   .atomic = w->atomic,
                                   .known = w->busy.known,
                                   .busy = w->busy.waiting,
                                   .counting = w->busy.counting,
                                   .rest = w->foresight.rest,
                                   .weak = w->weak ? weak_world_digest() : (struct digest){0, 0},
                                   .memory = w->digest}};
}

void marks_rewind(void *self, const struct mark *m)
{
    struct world *w = self;
    if (w->freed && w->end == LTS_RUNNING)
        wire_note_bits(&w->wire->freed_and_left, w->freed);
    undo_to((char *)m->position);
    snapshot_rewound((char *)m->position);
    THREADSET_EACH(t, w->touched)
        library_tls_restore(t);
    w->digest = m->world.memory;
    if (w->weak)
        weak_world_rewound(m->world.weak);
    w->unread = m->world.unread;
    w->live = m->live;
    unordered_rewound(digest_xor(m->digest, digest_xor(w->digest, m->world.weak)), w->live);
    if (mz__deeds)
        deeds_rewind(m->world.deeds);
    w->waiting = m->world.waiting;
    w->atomic = m->world.atomic;
    w->busy.known = m->world.known;
    w->busy.waiting = m->world.busy;
    w->busy.counting = m->world.counting;
    w->foresight.rest = m->world.rest;
    w->foresight.learning = w->foresight.expecting = false;
    w->end = (enum lts_end)m->world.end;
    w->stuck = m->world.stuck;
    w->touched = w->newborn = NO_THREADS;
    w->faulted = false;
    if (w->light)
        tracked_begin();
    world_threads_changed();
    identity_new_epoch();
}
