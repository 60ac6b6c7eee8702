/* fault.c - names of the faults, and which of them are the same. */
#include "model/fault.h"

#include <stdbool.h>
#include <string.h>

const char *const fault_words[FAULT_KINDS] = {
#define F(kind, word, what) [FAULT_##kind] = word,
    FAULT_TABLE(F)
#undef F
};

const char *const fault_meanings[FAULT_KINDS] = {
#define F(kind, word, what) [FAULT_##kind] = what,
    FAULT_TABLE(F)
#undef F
};

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash;
}

bool fault_is_anywhere(const struct fault *f)
{
    bool loop = (f->kind == FAULT_DEADLOCK && f->code == DEADLOCK_LOOPS) || f->kind == FAULT_LIVELOCK;
    return f->kind == FAULT_STACK || f->kind == FAULT_RUNAWAY || loop;
}

bool fault_cuts(const struct fault *f)
{
    return f->kind == FAULT_REFUSED && f->code != REFUSED_NARROW;
}

bool fault_ends_search(const struct fault *f)
{
    return (f->kind == FAULT_REFUSED && f->code == REFUSED_NARROW) || f->kind == FAULT_DIVERGED || f->kind == FAULT_INTERNAL;
}

/* Two faults are the same if they are of one kind, at one place, with one text. */
uint64_t fault_identity(const struct fault *f)
{
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, &f->kind, sizeof f->kind);
    if (fault_is_anywhere(f))
        hash = hash_bytes(hash, &f->thread, sizeof f->thread);
    else
        hash = hash_bytes(hash, &f->pc, sizeof f->pc);
    hash = hash_bytes(hash, &f->other_pc, sizeof f->other_pc);
    hash = hash_bytes(hash, &f->line, sizeof f->line);
    return hash_bytes(hash, f->text, strlen(f->text));
}

/* "read of 8 bytes in the frame of a returned function (of thread 0)": what is behind the use. */
static const char *whereabouts(const struct fault *f)
{
    static const char in_frame[] = " in the frame of ";
    for (const char *text = f->text, *end = text + strlen(text); text + sizeof in_frame <= end; text++)
        if (memcmp(text, in_frame, sizeof in_frame - 1) == 0)
            return text;
    return NULL;
}

bool fault_has_object_of(const struct fault *f, const struct fault *other)
{
    const char *here = whereabouts(f), *there = whereabouts(other);
    if (f->kind != FAULT_MEMORY || other->kind != FAULT_MEMORY)
        return false;
    if (here && there)
        return strcmp(here, there) == 0;
    return f->block.start && f->block.freed_pc && other->block.freed_pc && f->block.start == other->block.start &&
        f->block.pc == other->block.pc;
}
