/* sum_memory.c - see sum.h. */
#include "base/reserve.h"
#include "reduce/sum.h"

void sum_close(void *self)
{
    struct sum *s = self;
    frames_close(&s->frames);
    reserve_release(s->places, s->place_bytes);
    reserve_release(s->words, s->word_bytes);
    components_close(&s->components);
    if (s->unread)
        unread_close(s->unread);
    reserve_release(s, sizeof *s);
}

void *sum_open_plain(uint64_t max_nodes)
{
    size_t bytes = sizeof(struct sum);
    struct sum *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->frames.ends_last = s->frames.causal = true;
    s->place_bytes = (max_nodes + 1) * sizeof *s->places;
    s->word_bytes = reserve_machine();
    s->places = reserve(&s->place_bytes, s->place_bytes);
    s->words = reserve(&s->word_bytes, 1 << 20);
    if (frames_open(&s->frames, max_nodes, false) && components_open(&s->components) && s->places && s->words)
        return s;
    sum_close(s);
    return NULL;
}

void *sum_open_sleep(uint64_t max_nodes)
{
    struct sum *s = sum_open_plain(max_nodes);
    if (s)
        s->sleeps = true;
    return s;
}

void *sum_open(uint64_t max_nodes)
{
    struct sum *s = sum_open_sleep(max_nodes);
    if (s)
        s->choosy = true;
    return s;
}

static void save(void *self, enum record_stream stream, bool anew, const struct record_taker *to)
{
    frames_save(&((struct sum *)self)->frames, stream, anew, to);
}

static bool take(void *self, unsigned from, enum record_kind kind, const void *things, size_t bytes)
{
    return frames_take(&((struct sum *)self)->frames, from, kind, things, bytes);
}

static bool translate(void *self, unsigned from, uint32_t *tag)
{
    const struct foreign *f = ((const struct sum *)self)->frames.foreign[from];
    summary below;
    bool known = f && (*tag & TAG_CLOSED) && foreign_summary(f, *tag & TAG_NUMBER, &below);
    if (known)
        *tag = TAG_CLOSED | below;
    return known;
}

/* Their summaries come before facts. */
static bool facts_fit(const struct sum *s, const struct digest *facts, size_t count)
{
    bool fit = true;
    for (size_t i = 0; fit && i < count; i++)
        fit = (facts[i].hi & TAG_CLOSED) && summary_is_known(s->frames.summaries, (uint32_t)facts[i].hi & TAG_NUMBER);
    return fit;
}

static bool restore(void *self, enum record_kind kind, const void *things, size_t bytes)
{
    struct sum *s = self;
    return kind == RECORD_FACTS ? facts_fit(s, things, bytes / sizeof(struct digest)) : frames_restore(&s->frames, kind, things, bytes);
}

void sum_begin_again(void *self)
{
    struct sum *s = self;
    components_clear(&s->components);
    if (s->unread)
        unread_clear(s->unread);
}

void sum_reset(void *self)
{
    frames_clear(&((struct sum *)self)->frames);
    sum_begin_again(self);
}

static uint64_t bytes(void *self)
{
    const struct sum *s = self;
    return frames_bytes(&s->frames) + components_bytes(&s->components) + (s->unread ? unread_bytes(s->unread) : 0);
}

static uint64_t lacked(void *self)
{
    return frames_lacked(&((const struct sum *)self)->frames);
}

const struct reduction_memory sum_memory = {
    .node_bytes = sizeof(struct place) + sizeof(struct frame), .bytes = bytes, .lacked = lacked};
const struct reduction_records sum_records = {.save = save, .restore = restore, .take = take, .translate = translate};
