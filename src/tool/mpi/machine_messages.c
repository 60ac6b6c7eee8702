/* machine_messages.c - see machine_messages.h. */
#include "tool/mpi/machine_messages.h"

#include <stdlib.h>
#include <string.h>

#include "tool/checkpoint/notes.h"
#include "tool/cli/util.h"

enum {
    BEAT_MS = 2000,        /* between signs of life */
    PATIENCE_MS = 10000,   /* without one: the machine is taken for dead */
    GONE_MS = 20000,       /* without one of its courier: it is dead, or cannot be reached */
};

const struct head *message_head(const struct message *l)
{
    return (const struct head *)l->bytes;
}

/* Address of a part; NULL: there is none. */
const void *message_part(const struct message *l, enum part part, size_t *size)
{
    size_t at = record_rounded(sizeof(struct head));
    if (!l->block)
        return NULL;
    for (int i = 0; i < (int)part; i++)
        at += record_rounded(message_head(l)->part[i]);
    *size = message_head(l)->part[part];
    return *size ? l->bytes + at : NULL;
}

static bool is_whole(const struct message *l)
{
    size_t all = record_rounded(sizeof(struct head));
    if (l->size < all)
        return false;
    for (int i = 0; i < PARTS; i++) {
        if (message_head(l)->part[i] > l->size)
            return false;
        all += record_rounded(message_head(l)->part[i]);
    }
    return all == l->size;
}

static bool is_counted(enum message_kind kind)
{
    return kind >= MESSAGE_PROCESS;
}

void machines_send(struct machines *m, enum message_kind kind, const struct content parts[PARTS])
{
    static const char zeros[sizeof(struct record)];
    struct head head = {.kind = kind, .wide = m->wide};
    struct iovec pieces[2 * PARTS + 2] = {{&head, sizeof head}, {(void *)zeros, record_rounded(sizeof head) - sizeof head}};
    for (unsigned i = 0; i < m->post.size; i++)
        head.known[i] = i == m->post.rank ? m->sent : m->of[i].handed;
    for (int i = 0; parts && i < PARTS; i++) {
        head.part[i] = parts[i].size;
        pieces[2 * i + 2] = (struct iovec){(void *)parts[i].bytes, parts[i].size};
        pieces[2 * i + 3] = (struct iovec){(void *)zeros, record_rounded(parts[i].size) - parts[i].size};
    }
    m->sent += is_counted(kind);
    post_send(&m->post, pieces, 2 * PARTS + 2, kind == MESSAGE_GO);
}

void machines_send_json(struct machines *m, enum message_kind kind, const json_t *o)
{
    char *text = json_dumps(o, JSON_COMPACT);
    if (!text)
        die("out of memory");
    machines_send(m, kind, (struct content[PARTS]){[PART_TEXT] = {text, strlen(text)}});
    free(text);
}

static json_t *message_json(const struct message *l)
{
    size_t size = 0;
    const char *text = message_part(l, PART_TEXT, &size);
    return text ? json_loadb(text, size, 0, NULL) : NULL;
}

/* --- what comes ------------------------------------------------------------------------------------------------------- */

void kept_set(struct kept *k, const void *bytes, size_t size, uint32_t wide)
{
    free(k->bytes);
    *k = (struct kept){allocate(size ? size : 1), size, wide};
    memcpy(k->bytes, bytes, size);
}

/* For each visible set the last ones. */
static void note_results(struct machine *from, const struct message *l)
{
    size_t size = 0, i = 0;
    const struct results *r = message_part(l, PART_RESULTS, &size);
    if (!r || !results_are_whole(r, size))
        return;
    while (i < from->founds && ((const struct results *)from->found[i].bytes)->visible != r->visible)
        i++;
    if (i == from->founds) {
        from->found = resize(from->found, (from->founds + 1) * sizeof *from->found);
        from->found[from->founds++] = (struct kept){0};
    }
    kept_set(&from->found[i], r, size, message_head(l)->wide);
}

static void note_end(struct machine *from, const struct message *l)
{
    size_t size = 0, found = 0;
    const struct ending *e = message_part(l, PART_ENDING, &size);
    const struct results *r = message_part(l, PART_RESULTS, &found);
    if (!e || size < sizeof *e || size != sizeof *e + e->runs * sizeof(struct wire_run) || !r || !results_are_whole(r, found))
        return;
    kept_set(&from->head, l->bytes, sizeof(struct head), message_head(l)->wide);
    kept_set(&from->ended, e, size, message_head(l)->wide);
    kept_set(&from->last_found, r, found, message_head(l)->wide);
    from->has_ended = true;
}

/* What was found counts as soon as it has come: it is true, whatever the runtime knows of the message. */
static void receive_counted(struct machine *from, const struct message *l)
{
    size_t size = 0;
    struct queued *q = allocate(sizeof *q);
    q->message = *l;
    *from->last = q;
    from->last = &q->next;
    from->received++;
    note_results(from, l);
    const void *notes = message_part(l, PART_NOTES, &size);
    if (notes && size == sizeof(struct notes))
        kept_set(&from->noted, notes, size, message_head(l)->wide);
    if (message_head(l)->kind == MESSAGE_PROCESS)
        from->process = message_json(l);
    if (message_head(l)->kind == MESSAGE_END)
        note_end(from, l);
}

void machines_leave(struct machines *m, int status)
{
    post_say_goodbye(&m->post);
    post_close(&m->post);
    exit(status);
}

static void receive(struct machines *m, struct message *l)
{
    if (l->from >= m->post.size || (l->size > 0 && !is_whole(l)))
        die("--mpi: a letter from rank %u is damaged", l->from);
    struct machine *from = &m->of[l->from];
    from->courier_beat = clock_ms(CLOCK_MONOTONIC);
    if (l->size == 0) {
        message_free(l);
        return;
    }
    from->beat = from->courier_beat;
    /* All that is concluded rests on the order of messages, and on there being no gap. */
    if (is_counted(message_head(l)->kind) && message_head(l)->known[l->from] != from->received)
        die("--mpi: a letter from rank %u is lost", l->from);
    switch ((enum message_kind)message_head(l)->kind) {
    case MESSAGE_BEGIN: from->begin = message_json(l); break;
    case MESSAGE_RESUME: from->resume = message_json(l); break;
    case MESSAGE_GO: from->go = message_json(l); break;
    case MESSAGE_REFUSED: machines_leave(m, EXIT_VERIFIED); /* rank 0 says why, with its status */
    case MESSAGE_STOP: m->stopped = true; break;
    case MESSAGE_BEAT: break;
    case MESSAGE_PROCESS:
    case MESSAGE_NEWS:
    case MESSAGE_END: receive_counted(from, l); return; /* it stays until it has been handed out */
    }
    message_free(l);
}

void machines_collect(struct machines *m, int wait_ms)
{
    struct message l;
    if (clock_ms(CLOCK_MONOTONIC) >= m->next_beat) {
        m->next_beat = clock_ms(CLOCK_MONOTONIC) + BEAT_MS;
        machines_send(m, MESSAGE_BEAT, NULL);
    }
    for (; post_receive(&m->post, &l, wait_ms); wait_ms = 0)
        receive(m, &l);
    if (m->post.gone && m->post.rank != 0)
        die("--mpi: the courier has ended: rank %u can tell nobody what it finds", m->post.rank);
}

bool machine_is_silent(const struct machines *m, unsigned rank)
{
    return m->post.gone || clock_ms(CLOCK_MONOTONIC) - m->of[rank].beat > post_patience(&m->post, PATIENCE_MS);
}

bool machine_is_gone(const struct machines *m, unsigned rank)
{
    return m->post.gone || clock_ms(CLOCK_MONOTONIC) - m->of[rank].courier_beat > post_patience(&m->post, GONE_MS);
}

void machines_await_beginning(struct machines *m, unsigned rank)
{
    machines_collect(m, 20);
    if (machine_is_gone(m, rank))
        die("--mpi: nothing is heard of rank %u, which has not begun", rank);
}
