/* weak_ops.c - see weak_ops.h. */
#include "world/weak/weak_ops.h"

#include "world/weak/weak_past.h"

/* --- choices ---------------------------------------------------------------------------------------------------------- */

static bool may_read(const struct weak *w, tid t, unsigned place, unsigned rank, int order)
{
    const struct weak_place *p = &w->place[place];
    const struct weak_view *now = &w->thread[t].now;
    return rank >= weak_rank(p, now->seen[place]) && (order != __ATOMIC_SEQ_CST || rank >= weak_rank(p, now->seq_cst[place]));
}

/* Nothing comes between a message and the one that is attached to it. */
static bool may_write(const struct weak *w, unsigned place, unsigned rank, int order)
{
    const struct weak_place *p = &w->place[place];
    bool between = rank < p->count && weak_message_at(w, place, rank)->attached;
    return !between && (order != __ATOMIC_SEQ_CST || rank > weak_rank(p, w->newest[place]));
}

static bool may_store(const struct weak *w, tid t, const struct weak_op *op, unsigned rank)
{
    return rank > weak_rank(&w->place[op->place], w->thread[t].now.seen[op->place]) && may_write(w, op->place, rank, op->order);
}

static bool may_update(const struct weak *w, tid t, const struct weak_op *op, unsigned rank)
{
    return may_read(w, t, op->place, rank, op->order) && may_write(w, op->place, rank + 1, op->order);
}

static bool is_expected(const struct weak *w, const struct weak_op *op, unsigned rank)
{
    struct weak_value there = weak_message_at(w, op->place, rank)->value;
    return there.low == op->expected.low && there.high == op->expected.high;
}

/* May the operation choose this rank? Its own, if it stores; otherwise that of the message it reads. */
static bool may_choose(const struct weak *w, tid t, const struct weak_op *op, unsigned rank)
{
    switch (op->kind) {
    case WEAK_LOAD:   return may_read(w, t, op->place, rank, op->order);
    case WEAK_STORE:  return may_store(w, t, op, rank);
    case WEAK_UPDATE: return may_update(w, t, op, rank);
    case WEAK_COMPARE_EXCHANGE:
        return is_expected(w, op, rank) ? may_update(w, t, op, rank) : may_read(w, t, op->place, rank, op->failure);
    case WEAK_FENCE:  break;
    }
    return false;
}

/* Behind the newest rank that it may choose. */
static unsigned top(const struct weak *w, const struct weak_op *op)
{
    return (unsigned)w->place[op->place].count + (op->kind == WEAK_STORE);
}

unsigned weak_choices(const struct weak *w, tid t, const struct weak_op *op)
{
    if (op->kind == WEAK_FENCE)
        return 1;
    unsigned count = 0;
    for (unsigned rank = top(w, op); rank-- > 0;)
        count += may_choose(w, t, op, rank);
    return count;
}

struct weak_choice weak_choose(const struct weak *w, tid t, const struct weak_op *op, unsigned number)
{
    struct weak_choice c = {0};
    if (op->kind == WEAK_FENCE)
        return c;
    c.rank = top(w, op);
    for (unsigned left = number + 1; left > 0;)
        left -= may_choose(w, t, op, --c.rank);
    c.reads = op->kind != WEAK_STORE;
    c.writes = op->kind == WEAK_STORE || op->kind == WEAK_UPDATE || (op->kind == WEAK_COMPARE_EXCHANGE && is_expected(w, op, c.rank));
    return c;
}

/* --- effects ---------------------------------------------------------------------------------------------------------- */

static void see(struct weak *w, struct weak_view *view, unsigned place, uint8_t slot)
{
    const struct weak_place *p = &w->place[place];
    if (weak_rank(p, (uint8_t)(slot + 1)) <= weak_rank(p, view->seen[place]))
        return;
    weak_note(w, &view->seen[place], 1);
    view->seen[place] = (uint8_t)(slot + 1);
}

/* Knowledge in the message becomes known at once, or with the next acquire fence. */
static void read_message(struct weak *w, tid t, unsigned place, uint8_t slot, int order)
{
    struct weak_thread *k = &w->thread[t];
    const struct weak_view *told = &w->message[place][slot].view;
    see(w, &k->now, place, slot);
    if (weak_acquires(order))
        weak_join(w, &k->now, told);
    else if (w->remembers)
        weak_join(w, &k->read, told);
}

/* It is the newest sequentially consistent write to its place, if it comes behind that. Loads of that kind which are ordered after it must
 * not overlook one that is known by now, in whatever place. */
static void enter_order(struct weak *w, tid t, unsigned place, uint8_t slot)
{
    const struct weak_place *p = &w->place[place];
    if (weak_rank(p, (uint8_t)(slot + 1)) > weak_rank(p, w->newest[place])) {
        weak_note(w, &w->newest[place], 1);
        w->newest[place] = (uint8_t)(slot + 1);
    }
    weak_join_map(w, w->thread[t].now.seq_cst, w->newest);
}

/* `sequence`: the view of the message that an update has read, for whoever acquires the update. */
static void write_message(struct weak *w, tid t, unsigned place, uint8_t slot, int order, const struct weak_view *sequence)
{
    struct weak_thread *k = &w->thread[t];
    struct weak_message *m = &w->message[place][slot];
    see(w, &k->now, place, slot);
    if (order == __ATOMIC_SEQ_CST)
        enter_order(w, t, place, slot);
    weak_assign(w, &m->view, weak_releases(order) ? &k->now : &k->released);
    if (sequence)
        weak_join(w, &m->view, sequence);
    see(w, &m->view, place, slot); /* whoever reads it has: so that all that say the same look the same */
}

/* Fences that are sequentially consistent tell each other what they know, in the order in which they are made. */
static void fence(struct weak *w, tid t, int order)
{
    struct weak_thread *k = &w->thread[t];
    if (weak_acquires(order)) {
        w->fenced |= !w->remembers;
        weak_join(w, &k->now, &k->read);
    }
    if (order == __ATOMIC_SEQ_CST) {
        weak_join_map(w, k->now.seen, w->newest);
        weak_join_map(w, w->newest, k->now.seen);
    }
    if (weak_releases(order))
        weak_assign(w, &k->released, &k->now);
}

void weak_perform(struct weak *w, tid t, const struct weak_op *op, struct weak_choice c, struct weak_value value)
{
    const struct weak_view *sequence = NULL;
    int order = op->kind == WEAK_COMPARE_EXCHANGE && !c.writes ? op->failure : op->order, from = WEAK_NOTHING, to = WEAK_NOTHING;
    weak_enter(w, t);
    if (op->kind == WEAK_FENCE) {
        fence(w, t, order);
        weak_past_fence(w, t, order);
        return;
    }
    if (c.reads) {
        from = w->place[op->place].slots[c.rank];
        sequence = &w->message[op->place][from].view;
        read_message(w, t, op->place, (uint8_t)from, order);
    }
    if (c.writes) {
        to = weak_insert(w, op->place, c.rank + c.reads, value, c.reads);
        write_message(w, t, op->place, (uint8_t)to, order, sequence);
    }
    weak_past_performed(w, t, op->place, order, op->kind != WEAK_LOAD && op->order == __ATOMIC_SEQ_CST, from, to);
}
