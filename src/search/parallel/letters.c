/* letters.c - see letters.h. */
#include "search/parallel/letters.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/parallel/crew.h"
#include "search/parallel/several.h"

enum {
    SHARE = 5,        /* of the time at most is spent on letters: one of so many parts */
    AHEAD = 8,        /* a fact's place in the table is fetched from memory before its turn comes */
    FACTS_AT_ONCE = 1 << 12,
    LOG_FACTS = 1 << 22,
};

const struct keeper *letters_host(const struct engine *e)
{
    return e->report->keeper;
}

bool letters_wanted(const struct engine *e)
{
    return e->config->ranks > 1 && letters_host(e) && letters_host(e)->send;
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    e->several->letters.next = packing_due(started, e->config->letter_milliseconds * 1000000, SHARE);
}

bool letters_begin(struct engine *e)
{
    struct letters *l = &e->several->letters;
    struct facts *f = &e->several->facts;
    f->rank = f->ranks = 0;
    if (!letters_wanted(e))
        return true;
    if (!f->log) {
        l->log_bytes = sizeof *f->log + LOG_FACTS * sizeof *f->log->fact;
        f->log = reserve_shared(&l->log_bytes, 1 << 16);
    }
    if (!f->log)
        return false;
    f->log->count = 0;
    f->log_room = (l->log_bytes - sizeof *f->log) / sizeof *f->log->fact;
    f->rank = e->config->rank;
    f->ranks = e->config->ranks;
    l->lost |= l->heard || MAX_THREADS > 64; /* the narrow runtime may have read what others have told */
    l->begun = l->heard = false;
    l->visible = letters_host(e)->visible(letters_host(e)->self);
    memset(l->peer, 0, sizeof l->peer);
    wait_a_while(e, raw_nanoseconds());
    return true;
}

void letters_close(struct engine *e)
{
    if (e->several->facts.log)
        reserve_release(e->several->facts.log, e->several->letters.log_bytes);
}

bool letters_due(struct engine *e)
{
    return letters_wanted(e) && raw_nanoseconds() >= e->several->letters.next;
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

/* Has one of the workers found out something since it was told? */
static bool is_told(struct letters *l, const struct crew *c)
{
    bool same = l->workers == c->size;
    for (unsigned i = 0; i < c->size; i++) {
        same &= l->told[i] == c->box[i].found_out;
        l->told[i] = c->box[i].found_out;
    }
    l->workers = c->size;
    return same;
}

static void put_all_facts(struct engine *e, struct packing *p)
{
    static struct digest some[FACTS_AT_ONCE];
    uint64_t at = 0;
    for (uint64_t count; (count = visited_mark_tags(&e->several->facts.table, &at, 0, some, FACTS_AT_ONCE)) > 0;) {
        for (uint64_t i = 0; i < count; i++)
            some[i].hi &= ~(uint64_t)FACT_KEPT;
        packing_put(p, RECORD_FACTS, some, count, sizeof *some);
    }
}

static void put_new_facts(const struct facts *f, struct packing *p)
{
    uint64_t count = f->log->count < f->log_room ? f->log->count : f->log_room;
    packing_put(p, RECORD_FACTS, f->log->fact, count, sizeof *f->log->fact);
}

static void write_letter(struct engine *e, const struct crew *c)
{
    struct letters *l = &e->several->letters;
    struct packing *p = &l->packing;
    bool anew = !l->begun || l->again;
    const struct record_taker taker = packing_taker(p);
    packing_begin(p, letters_host(e), letters_host(e)->send, &e->counters->heartbeat);
    if (anew) {
        struct letter_anew head = {.visible = l->visible, .lost = l->lost};
        packing_put(p, RECORD_ANEW, &head, 1, sizeof head);
    }
    if (!is_told(l, c) || anew)
        crew_put_knowledge(c, false, p);
    e->reduction->records->save(e->reducing.self, STREAM_SENT, anew, &taker);
    if (anew)
        put_all_facts(e, p);
    else
        put_new_facts(&e->several->facts, p);
    e->several->facts.log->count = 0;
    l->begun = true;
    l->again = l->lost = false;
    packing_end(p);
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

/* Of all that have been told; each may be replaced by a later one of the same process. */
void letters_learn(struct engine *e)
{
    const struct keeper *from = letters_host(e);
    const struct record *r;
    if (!letters_wanted(e))
        return;
    for (size_t bytes; (bytes = from->known(from->self)) > 0;)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            e->lts->sharing->learn(e->lts->self, r + 1, r->bytes);
}

/* Would more be visible with what others know? To learn it would make the program another one than the workers explore: a process of its
 * own does. */
static bool would_grow(struct engine *e)
{
    int status = 0;
    long pid = raw_fork();
    if (pid == 0) {
        letters_learn(e);
        raw_exit(e->lts->grown && e->lts->grown(e->lts->self));
    }
    if (pid < 0)
        return false; /* in the end it will show */
    raw_syscall(SYS_wait4, pid, (long)&status, 0, 0, 0, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* A machine begins anew. True: it has another visible set. */
static bool meet(struct engine *e, unsigned from, const struct record *r)
{
    struct letters *l = &e->several->letters;
    struct letter_anew head;
    l->peer[from].follows = l->peer[from].same = false;
    if (r->bytes != sizeof head || !e->reduction->records->take(e->reducing.self, from, RECORD_ANEW, NULL, 0))
        return false;
    memcpy(&head, r + 1, sizeof head);
    l->again |= head.lost && l->begun;
    l->peer[from].follows = true;
    l->peer[from].same = digest_equal(head.visible, l->visible);
    return !l->peer[from].same;
}

static bool take_fact(struct engine *e, unsigned from, struct digest d)
{
    struct visited *v = &e->several->facts.table;
    uint32_t tag = (uint32_t)d.hi;
    enum visited_result result;
    if (!e->reduction->records->translate(e->reducing.self, from, &tag))
        return false;
    while ((result = visited_publish(v, d, tag)) == VISITED_FULL)
        if (!visited_grow_shared(v))
            return false;
    e->counters->taken += result == VISITED_NEW;
    return true;
}

/* Those that there is no room for are explored. */
static bool take_facts(struct engine *e, struct crew *c, unsigned from, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    size_t count = r->bytes / sizeof *d;
    bool fits = crew_open_table(c, &e->several->facts.table, count);
    for (size_t i = 0; fits && i < count; i++) {
        visited_prefetch(&e->several->facts.table, d[i + AHEAD < count ? i + AHEAD : i]);
        fits = take_fact(e, from, d[i]);
    }
    crew_close_table(c, &e->several->facts.table);
    return fits;
}

/* True: its writer sees what is not visible here. */
static bool read_record(struct engine *e, struct crew *c, const struct record *r)
{
    struct letters *l = &e->several->letters;
    unsigned from = r->from;
    if (from >= MOST_RANKS)
        return false;
    l->heard = true;
    if (r->kind == RECORD_ANEW)
        return meet(e, from, r);
    if (!l->peer[from].follows)
        return false;
    if (r->kind != RECORD_FACTS)
        l->peer[from].follows = e->reduction->records->take(e->reducing.self, from, (enum record_kind)r->kind, r + 1, r->bytes);
    else if (l->peer[from].same)
        take_facts(e, c, from, r);
    return false;
}

static bool read_letters(struct engine *e, struct crew *c)
{
    const struct keeper *from = letters_host(e);
    const struct record *r;
    bool others = false;
    for (size_t bytes; (bytes = from->take(from->self)) > 0; e->counters->heartbeat++)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            others |= read_record(e, c, r);
    return others;
}

void letters_exchange(struct engine *e, struct crew *c)
{
    uint64_t started = raw_nanoseconds();
    if (!e->several->letters.packing.failed)
        write_letter(e, c);
    if (read_letters(e, c) && would_grow(e)) {
        SHARED_STORE(c->grown, 1);
        SHARED_STORE(c->stop, 1);
    }
    wait_a_while(e, started);
}
