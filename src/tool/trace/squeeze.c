/* squeeze.c - see squeeze.h. Bitwise prediction by partial contexts, and a binary arithmetic coder with 32 bits; integers only, so that
 * all machines predict alike. */
#include "tool/trace/squeeze.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tool/cli/util.h"

enum {
    ORDERS = 6,       /* contexts: of the last 0 to 5 letters */
    SLOTS = 1 << 16,  /* for each of them */
    ONE = 1 << 16,    /* a probability of 1 */
    SURE = 30,        /* observations after which a slot learns no slower */
    KNOWN = 8,        /* so many observations, or more, are weighed alike */
    FAR = 2047,       /* the logit of what is nearly certain: 8, in units of 1/256 */
};

struct slot {
    uint16_t p; /* that the next bit is 1 */
    uint16_t seen;
};

struct model {
    struct slot slot[ORDERS][SLOTS];
    int32_t     weight[ORDERS][KNOWN + 1]; /* of what a context says that was seen so often, learned too; in 1/65536 */
    int16_t     logit[4096];               /* of probabilities */
    uint64_t    history; /* the last letters, the newest lowest */
    unsigned    partial; /* bits of this letter so far, behind a 1 */
    uint32_t    p;       /* of the last prediction, */
    int32_t     said[ORDERS]; /* what it was mixed from, */
    struct slot *by[ORDERS];  /* and who said it; in a copy of a model all three are stale until it predicts */
};

/* The probability of a logit: 1 / (1 + exp(-x)) for x from -8 to 8 in steps of a half, and lines between them. */
static int32_t probability(int32_t logit)
{
    static const int32_t steps[] = {
        22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108,
        4971, 7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565,
        62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514};
    int32_t at = (logit < -FAR ? -FAR : logit > FAR ? FAR : logit) + FAR + 1, below = at / 128, part = at % 128;
    return steps[below] + (steps[below + 1] - steps[below]) * part / 128;
}

static struct slot *find(struct model *m, unsigned order)
{
    uint64_t context = order ? m->history & ((uint64_t)-1 >> (64 - 8 * order)) : 0;
    return &m->slot[order][((context << 8 | m->partial) * 0x9e3779b97f4a7c15ULL ^ context) >> 48];
}

static unsigned known(const struct slot *s)
{
    return s->seen < KNOWN ? s->seen : KNOWN;
}

/* What the contexts say, mixed in the domain of logits. */
static uint32_t predict(struct model *m)
{
    int64_t sum = 0;
    for (unsigned order = 0; order < ORDERS; order++) {
        const struct slot *s = m->by[order] = find(m, order);
        m->said[order] = s->seen ? m->logit[s->p / 16] : 0;
        sum += (int64_t)m->said[order] * m->weight[order][known(s)];
    }
    sum /= ONE;
    int32_t p = probability(sum < -FAR ? -FAR : sum > FAR ? FAR : (int32_t)sum);
    m->p = (uint32_t)(p < 32 ? 32 : p > ONE - 32 ? ONE - 32 : p);
    return m->p;
}

/* Behind predict(). Who was right gains weight. */
static void learn(struct model *m, unsigned bit)
{
    int64_t error = (bit ? ONE : 0) - (int64_t)m->p;
    int32_t goal = bit ? ONE - 1 : 0;
    for (unsigned order = 0; order < ORDERS; order++) {
        struct slot *s = m->by[order];
        m->weight[order][known(s)] += (int32_t)(m->said[order] * error / (1 << 14));
        s->seen = (uint16_t)(s->seen + (s->seen < SURE));
        int32_t from = s->seen == 1 ? ONE / 2 : s->p;
        s->p = (uint16_t)(from + (goal - from) * 2 / (s->seen + 2));
    }
    m->partial = m->partial << 1 | bit;
    if (m->partial >= 256) {
        m->history = m->history << 8 | (m->partial & 255);
        m->partial = 1;
    }
}

static void start(struct model *m)
{
    int32_t logit = -FAR;
    m->partial = 1;
    for (int i = 0; i < 4096; i++) {
        while (logit < FAR && probability(logit) < i * 16 + 8)
            logit++;
        m->logit[i] = (int16_t)logit;
    }
    for (unsigned order = 0; order < ORDERS; order++) {
        for (unsigned seen = 0; seen <= KNOWN; seen++)
            m->weight[order][seen] = ONE / 3;
    }
}

/* A model is 384 pages, all of which are used, or one large one. */
static struct model *room(void)
{
    enum { HUGE = 2 << 20 };
    void *m = NULL;
    _Static_assert(sizeof(struct model) <= HUGE, "");
    if (posix_memalign(&m, HUGE, HUGE) != 0)
        die("out of memory (%d bytes)", HUGE);
    madvise(m, HUGE, MADV_HUGEPAGE); /* it does not matter if that is refused */
    return m;
}

struct model *squeeze_model(const char *primer, int times)
{
    struct model *m = room();
    memset(m, 0, sizeof *m);
    start(m);
    for (; times > 0; times--) {
        for (const char *c = primer; *c; c++) {
            for (int i = 7; i >= 0; i--) {
                predict(m);
                learn(m, (unsigned char)*c >> i & 1);
            }
        }
    }
    return m;
}

static struct model *copy(const struct model *primed)
{
    struct model *m = room();
    *m = *primed;
    return m;
}

/* Cut of the interval: what lies below is a 1. */
static uint32_t cut(struct model *m, uint32_t lo, uint32_t hi)
{
    return lo + (uint32_t)((uint64_t)(hi - lo) * predict(m) / ONE);
}

unsigned char *squeeze(const struct model *primed, const char *text, size_t length, size_t *packed)
{
    struct model *m = copy(primed);
    unsigned char *out = allocate(3 * length + 8);
    uint32_t lo = 0, hi = UINT32_MAX;
    size_t n = 0;
    for (size_t bits = 0; bits < 8 * length; bits++) {
        unsigned bit = (unsigned char)text[bits / 8] >> (7 - bits % 8) & 1;
        uint32_t middle = cut(m, lo, hi);
        learn(m, bit);
        if (bit)
            hi = middle;
        else
            lo = middle + 1;
        for (; (lo ^ hi) < 1u << 24; lo <<= 8, hi = hi << 8 | 255)
            out[n++] = (unsigned char)(hi >> 24);
    }
    out[n++] = (unsigned char)((lo >> 24) + 1); /* the zeros that a reader sees behind the end lie in the interval */
    *packed = n;
    free(m);
    return out;
}

char *unsqueeze(const struct model *primed, const unsigned char *bytes, size_t packed, size_t length)
{
    struct model *m = copy(primed);
    char *text = allocate(length + 1);
    uint32_t lo = 0, hi = UINT32_MAX, at = 0;
    size_t n = 0;
    for (int i = 0; i < 4; i++)
        at = at << 8 | (n < packed ? bytes[n++] : 0);
    for (size_t bits = 0; bits < 8 * length; bits++) {
        uint32_t middle = cut(m, lo, hi);
        unsigned bit = at <= middle;
        learn(m, bit);
        if (bit)
            hi = middle;
        else
            lo = middle + 1;
        text[bits / 8] = (char)((unsigned char)text[bits / 8] << 1 | bit);
        for (; (lo ^ hi) < 1u << 24; lo <<= 8, hi = hi << 8 | 255)
            at = at << 8 | (n < packed ? bytes[n++] : 0);
    }
    free(m);
    return text;
}
