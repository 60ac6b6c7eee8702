/* machine_turns.c - records of other machines for the runtime, and records of the runtime for them (machines.h). */
#include "tool/mpi/machine_messages.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "tool/checkpoint/notes.h"
#include "tool/cli/util.h"

static bool is_news(uint64_t *told, uint64_t now)
{
    bool changed = now != *told;
    *told = now;
    return changed;
}

/* What was found goes with what rests on it: in one message, or an earlier one. */
static void send_news(struct machines *m, const struct wire *w)
{
    struct content parts[PARTS] = {{0}};
    size_t result_bytes, files;
    struct notes *notes = m->notes = m->notes ? m->notes : allocate(sizeof *notes);
    struct results *results = results_of(w, &result_bytes);
    struct told_file *read = machines_new_files(m, w, &files);
    notes_take(notes, w);
    bool more = files > 0 || m->used > 0;
    if (is_news(&m->told_results, XXH3_64bits(results, result_bytes))) {
        parts[PART_RESULTS] = (struct content){results, result_bytes};
        more = true;
    }
    if (is_news(&m->told_notes, notes_hash(notes))) {
        parts[PART_NOTES] = (struct content){notes, sizeof *notes};
        more = true;
    }
    parts[PART_FILES] = (struct content){read, files * sizeof *read};
    parts[PART_RECORDS] = (struct content){m->draft, m->used};
    if (more)
        machines_send(m, MESSAGE_NEWS, parts);
    free(results);
    free(read);
}

static void take_draft(struct machines *m, struct launch *l)
{
    const struct wire *w = l->wire;
    if (m->used + w->turn_bytes > m->room)
        m->draft = resize(m->draft, m->room = 2 * (m->used + w->turn_bytes));
    memcpy(m->draft + m->used, wire_exchange(w), w->turn_bytes);
    m->used += w->turn_bytes;
    if (!w->turn_whole)
        return;
    machines_describe(m, l);
    machines_look_around(m, l);
    if (!m->mute)
        send_news(m, w);
    m->used = 0;
}

/* Others cannot know what this machine has entered, nor be given any of it: it has to search alone. */
static bool is_cut_off(const struct machines *m)
{
    return m->claims && m->mute;
}

/* Has the runtime been handed all that the writer had? */
static bool may_be_handed(const struct machines *m, const struct message *l)
{
    for (unsigned i = 0; i < m->post.size; i++)
        if (i != m->post.rank && i != l->from && message_head(l)->known[i] > m->of[i].handed)
            return false;
    return true;
}

/* In place of what was known before, if there is any in the message: each process tells all that it knows. */
static void note_knowledge(struct machine *from, const struct message *l)
{
    size_t size = 0, used = 0;
    const char *records = message_part(l, PART_RECORDS, &size);
    char *known = allocate(size ? size : 1);
    const struct record *r;
    for (size_t at = 0; records && (r = record_at(records, size, at)) != NULL; at += record_length(r)) {
        if (r->kind != RECORD_KNOWLEDGE)
            continue;
        memcpy(known + used, r, sizeof *r + r->bytes);
        used += record_length(r);
    }
    if (used > 0)
        kept_set(&from->knowledge, known, used, message_head(l)->wide);
    free(known);
}

static void pass_message(struct machines *m, struct machine *from)
{
    struct queued *q = from->first;
    note_knowledge(from, &q->message);
    message_free(&q->message);
    from->handed++;
    from->first = q->next;
    from->last = from->first ? from->last : &from->first;
    m->offset = 0;
    free(q);
}

static size_t copy_record(struct wire *w, size_t used, const struct record *r, unsigned from)
{
    struct record *to = (struct record *)(wire_exchange(w) + used);
    memcpy(to, r, sizeof *r + r->bytes);
    to->from = from;
    return used + record_length(r);
}

/* As much of the first message of a machine as there is room for. True: that was all of it. */
static bool hand_message(struct machines *m, struct wire *w, unsigned from, size_t *used)
{
    const struct message *l = &m->of[from].first->message;
    size_t size = 0;
    const char *records = message_part(l, PART_RECORDS, &size);
    bool alike = message_head(l)->wide == w->config.wide;
    const struct record *r;
    machines_compare_files(m, from, l);
    for (; records && alike && (r = record_at(records, size, m->offset)) != NULL; m->offset += record_length(r)) {
        if (r->kind == RECORD_KNOWLEDGE)
            continue;
        if (*used + record_length(r) > WIRE_EXCHANGE_BYTES)
            return false;
        *used = copy_record(w, *used, r, from);
    }
    return true;
}

/* Messages that may be, until there are no more or no room. */
static size_t hand_out(struct machines *m, struct wire *w)
{
    size_t used = 0;
    w->turn_whole = false;
    for (unsigned passed = 0; passed < m->post.size; m->at = m->offset ? m->at : (m->at + 1) % m->post.size, passed++)
        while (m->at != m->post.rank && m->of[m->at].first && may_be_handed(m, &m->of[m->at].first->message)) {
            if (!hand_message(m, w, m->at, &used))
                return used;
            pass_message(m, &m->of[m->at]);
            passed = 0;
        }
    w->turn_whole = true;
    return used;
}

/* What the processes of others know, as far as their messages have been handed out. Each time that it is asked for from the first one
 * on. */
static size_t hand_knowledge(struct machines *m, struct wire *w)
{
    size_t used = 0;
    for (; m->known_at < m->post.size; m->known_at++) {
        const struct kept *k = &m->of[m->known_at].knowledge;
        if (!k->bytes || k->wide != w->config.wide)
            continue;
        if (used + k->size > WIRE_EXCHANGE_BYTES)
            break;
        memcpy(wire_exchange(w) + used, k->bytes, k->size);
        used += k->size;
    }
    if (used == 0)
        m->known_at = 0;
    return used;
}

void machines_turn(struct launch *l)
{
    struct machines *m = l->machines;
    struct wire *w = l->wire;
    if (w->turn != WIRE_TURN_SEND && w->turn != WIRE_TURN_TAKE && w->turn != WIRE_TURN_KNOWN) {
        if (w->turn == WIRE_TURN_KEEP && w->turn_whole)
            machines_keep(m, l);
        m->checkpoint_turn(l);
        return;
    }
    if (w->turn == WIRE_TURN_SEND && w->turn_bytes <= WIRE_EXCHANGE_BYTES)
        take_draft(m, l);
    if (w->turn == WIRE_TURN_TAKE) {
        machines_collect(m, 0);
        machines_compare(m);
        w->turn_bytes = hand_out(m, w);
    }
    if (w->turn == WIRE_TURN_KNOWN)
        w->turn_bytes = hand_knowledge(m, w);
    w->turn_failed = w->turn == WIRE_TURN_SEND && is_cut_off(m);
}
