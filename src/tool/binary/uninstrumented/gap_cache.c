/* gap_cache.c - see gap_cache.h. How many gaps and spots there are, the gaps, the spots, and the sentences with a zero byte behind each. */
#include "tool/binary/uninstrumented/gap_cache.h"

#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/program_cache.h"
#include "tool/cli/util.h"

struct header {
    uint64_t gaps, spots;
};

struct kept_gap {
    uint64_t first, spots;
    uint32_t in_setup, bare;
};

static size_t size_before_sentences(const struct header *h)
{
    return sizeof *h + h->gaps * sizeof(struct kept_gap) + h->spots * sizeof(struct gap_spot);
}

void gaps_write(const char *file, const struct gap_list *gaps)
{
    struct header h = {gaps->count, gaps->spot_count};
    size_t size = size_before_sentences(&h);
    char *content = allocate(size), *at = content;
    memcpy(at, &h, sizeof h);
    at += sizeof h;
    for (size_t i = 0; i < gaps->count; i++, at += sizeof(struct kept_gap)) {
        const struct gap *g = &gaps->at[i];
        struct kept_gap kept = {g->first, g->spots, g->in_setup, g->bare};
        memcpy(at, &kept, sizeof kept);
    }
    if (gaps->spot_count)
        memcpy(at, gaps->spots, gaps->spot_count * sizeof *gaps->spots);
    for (size_t i = 0; i < gaps->count; i++) {
        size_t length = strlen(gaps->at[i].says) + 1;
        content = resize(content, size + length);
        memcpy(content + size, gaps->at[i].says, length);
        size += length;
    }
    program_cache_write(file, content, size);
    free(content);
}

/* Does what the header says fit into so many bytes? */
static bool fits(const struct header *h, size_t size)
{
    return h->gaps <= size / sizeof(struct kept_gap) && h->spots <= size / sizeof(struct gap_spot) && size_before_sentences(h) <= size;
}

/* The sentence at *at, which is behind the next one then; NULL: there is none. */
static const char *next_sentence(const char *content, size_t size, size_t *at)
{
    const char *says = content + *at, *end = *at < size ? memchr(says, '\0', size - *at) : NULL;
    *at = end ? (size_t)(end - content) + 1 : size;
    return end ? says : NULL;
}

/* The sentences stay where they were read to. */
static bool take(const char *content, size_t size, struct gap_list *gaps)
{
    struct header h;
    if (size < sizeof h)
        return false;
    memcpy(&h, content, sizeof h);
    if (!fits(&h, size))
        return false;
    size_t at = size_before_sentences(&h);
    struct gap_list list = {allocate((h.gaps + 1) * sizeof *list.at), h.gaps, allocate((h.spots + 1) * sizeof *list.spots), h.spots};
    memcpy(list.spots, content + sizeof h + h.gaps * sizeof(struct kept_gap), h.spots * sizeof *list.spots);
    for (size_t i = 0; i < h.gaps; i++) {
        struct kept_gap kept;
        memcpy(&kept, content + sizeof h + i * sizeof kept, sizeof kept);
        const char *says = next_sentence(content, size, &at);
        if (!says || kept.first > h.spots || kept.spots > h.spots - kept.first)
            return false;
        list.at[i] = (struct gap){says, kept.first, kept.spots, kept.in_setup != 0, kept.bare != 0};
    }
    *gaps = list;
    return at == size;
}

bool gaps_read(const char *file, struct gap_list *gaps)
{
    size_t size;
    const char *content = program_cache_read(file, &size);
    return content && take(content, size, gaps);
}
