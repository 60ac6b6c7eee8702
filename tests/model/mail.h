/* mail.h - for tests of searches by several machines, each of which is a process: what brings their messages, in memory. It does what
 * tool/mpi/machine_turns.c does: messages come late, and none is handed out before one that its writer had been handed.
 *
 * Who includes it has said how many machines there are at most (RANKS), how large buffers are (ROOM), and how much a machine may write
 * (MOST_BYTES, MOST_MESSAGES). What else a machine is, whose turn it is, and what goes wrong is the test's own matter. */
#ifndef MZ_TESTS_MAIL_H
#define MZ_TESTS_MAIL_H

#include "base/raw.h"
#include "several.h"

enum { LATE = 4 };

/* --- what was found, with one visible set ------------------------------------------------------------------------------ */

struct finds {
    uint32_t visible, count;
    uint64_t what[MOST_FOUND];
};

static struct finds found_so_far(uint32_t hidden)
{
    struct finds f = {.visible = hidden, .count = shared->found < MOST_FOUND ? shared->found : MOST_FOUND};
    memcpy(f.what, shared->what, f.count * sizeof *f.what);
    return f;
}

static bool has(const struct finds *f, uint64_t what)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->what[i] == what)
            return true;
    return false;
}

static void add(struct finds *to, const struct finds *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        if (!has(to, more->what[i]) && to->count < MOST_FOUND)
            to->what[to->count++] = more->what[i];
}

static bool are_alike(const struct finds *a, const struct finds *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (!has(b, a->what[i]))
            return false;
    return a->count == b->count;
}

/* --- mail -------------------------------------------------------------------------------------------------------------- */

struct message {
    size_t       from, to;     /* its records, among all of the writer */
    uint32_t     known[RANKS]; /* messages of others that the writer had been handed */
    struct finds finds;
};

struct rank_mail {
    _Alignas(64) char buffer[ROOM];
    _Alignas(64) char records[MOST_BYTES];
    size_t        used;
    struct message message[MOST_MESSAGES];
    uint32_t      sent;
    uint32_t      received[RANKS], handed[RANKS];
    bool          dead;
    uint32_t      reaches[RANKS]; /* of its messages, those that come to each, if it has died */
    size_t        next;           /* record of the message that is being handed out, and whose that is */
    uint32_t      at;
    uint32_t      known_at;       /* the machine whose knowledge comes next */
    bool          collected;      /* in this exchange */
};

/* In memory that all machines share. */
static struct mail {
    uint32_t       late[RANKS][RANKS]; /* how often nothing of what is on its way to the first comes from the second: of LATE times */
    struct rank_mail of[RANKS];
} *mail;

static unsigned ranks, me;

static struct rank_mail *my_mail(void)
{
    return &mail->of[me];
}

static void clear_mail(void)
{
    size_t from = offsetof(struct rank_mail, used);
    for (unsigned i = 0; i < ranks; i++)
        memset((char *)&mail->of[i] + from, 0, sizeof mail->of[i] - from);
}

static const struct record *record_of(unsigned from, size_t at)
{
    return (const struct record *)(mail->of[from].records + at);
}

/* So much of the buffer belongs to the message that is being written. False: there is no room for it. */
static bool put(size_t bytes)
{
    struct rank_mail *m = my_mail();
    if (m->used + bytes > MOST_BYTES || m->sent == MOST_MESSAGES)
        return false;
    memcpy(m->records + m->used, m->buffer, bytes);
    m->used += bytes;
    return true;
}

/* The message is whole; with sent++ it is on its way. */
static const struct message *seal(const struct finds *finds)
{
    struct rank_mail *m = my_mail();
    struct message *l = &m->message[m->sent];
    l->from = m->sent ? m->message[m->sent - 1].to : 0;
    l->to = m->used;
    memcpy(l->known, m->handed, sizeof l->known);
    l->finds = *finds;
    return l;
}

/* This machine dies in the midst of a message. Some of its messages are lost, not the same ones for everybody. */
static void lose_messages(struct rng *rng)
{
    struct rank_mail *m = my_mail();
    for (unsigned i = 0; i < ranks; i++) {
        uint32_t there = mail->of[i].received[me];
        m->reaches[i] = there + rng_below(rng, m->sent - there + 1);
    }
    m->dead = true;
}

/* Those that are on their way have come, or some of them, or none. */
static void collect(struct rng *rng)
{
    for (unsigned i = 0; i < ranks; i++) {
        const struct rank_mail *from = &mail->of[i];
        uint32_t upto = from->dead ? from->reaches[me] : from->sent, *received = &my_mail()->received[i];
        if (i != me && upto > *received && rng_below(rng, LATE) >= mail->late[me][i])
            *received = rng_below(rng, 2) ? upto : *received + rng_below(rng, upto - *received + 1);
    }
    my_mail()->collected = true;
}

static bool may_be_handed(const struct message *l, unsigned from)
{
    for (unsigned i = 0; i < ranks; i++)
        if (i != me && i != from && l->known[i] > my_mail()->handed[i])
            return false;
    return true;
}

/* The message that is being handed out, of mailbox.at. NULL: there is none. */
static const struct message *message_at_hand(bool any_order)
{
    struct rank_mail *m = my_mail();
    for (unsigned passed = 0; passed < ranks; passed++) {
        const struct message *l = &mail->of[m->at].message[m->handed[m->at]];
        if (m->at != me && m->handed[m->at] < m->received[m->at] && (any_order || may_be_handed(l, m->at)))
            return l;
        m->at = (m->at + 1) % ranks;
    }
    return NULL;
}

/* One at a time of those that have come, and no knowledge: the next record of mailbox.at. NULL: that was all. */
static const struct record *next_record(bool any_order)
{
    struct rank_mail *m = my_mail();
    for (const struct message *l; (l = message_at_hand(any_order)) != NULL;) {
        m->next = m->next < l->from ? l->from : m->next;
        while (m->next < l->to) {
            const struct record *r = record_of(m->at, m->next);
            m->next += record_length(r);
            if (r->kind != RECORD_KNOWLEDGE)
                return r;
        }
        m->next = 0;
        m->handed[m->at]++;
    }
    m->collected = false;
    return NULL;
}

/* Into the buffer, as it comes from the machine at hand. Bytes. */
static size_t hand(const struct record *r)
{
    struct record *to = (struct record *)my_mail()->buffer;
    memcpy(to, r, sizeof *r + r->bytes);
    to->from = my_mail()->at;
    return record_length(r);
}

/* What a message says of what its writer knows, into the buffer. Bytes; 0: nothing, so that what was said before still holds. */
static size_t knowledge_in(const struct message *l, unsigned from)
{
    size_t used = 0;
    for (size_t at = l->from; at < l->to; at += record_length(record_of(from, at))) {
        const struct record *r = record_of(from, at);
        if (r->kind != RECORD_KNOWLEDGE)
            continue;
        memcpy(my_mail()->buffer + used, r, sizeof *r + r->bytes);
        used += record_length(r);
    }
    return used;
}

/* What others have said that they know, in the last of their messages that were handed out here, without the last so many, and say anything
 * of it: one machine at a time. */
static size_t known_but(uint32_t last)
{
    struct rank_mail *m = my_mail();
    size_t used = 0;
    for (; used == 0 && m->known_at < ranks; m->known_at++) {
        uint32_t handed = m->handed[m->known_at];
        for (uint32_t k = handed > last ? handed - last : 0; used == 0 && k-- > 0;)
            used = knowledge_in(&mail->of[m->known_at].message[k], m->known_at);
    }
    m->known_at = used ? m->known_at : 0;
    return used;
}

/* What this machine would report: what it has found, and what others have told of the same visible set; each says all that it has found
 * with it whenever it writes, so that the last one counts. */
static struct finds all_found(const struct finds *here)
{
    struct finds all = *here;
    for (unsigned i = 0; i < ranks; i++)
        for (uint32_t k = my_mail()->received[i]; k-- > 0;)
            if (mail->of[i].message[k].finds.visible == here->visible) {
                add(&all, &mail->of[i].message[k].finds);
                break;
            }
    return all;
}

/* --- for struct keeper, and a worker ----------------------------------------------------------------------------------- */

static struct digest visible(void *self)
{
    (void)self;
    return (struct digest){exploring->hidden, 1};
}

/* The leader asks at once for what is to be written, and the worker looks at once whether it does. */
static void exchange(struct worker_group *g)
{
    for (unsigned i = 0; SHARED_LOAD(g->wanted) == SHARED_LOAD(g->generation) && !SHARED_LOAD(g->stop); i++) {
        SHARED_ADD(g->bell, 1);
        raw_wake(&g->bell);
        if (i > 4)
            usleep(50);
        else
            sched_yield();
    }
    engine.fuel = 1;
}

#endif
