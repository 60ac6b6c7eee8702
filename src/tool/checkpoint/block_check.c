/* block_check.c - see block_check.h. */
#include "tool/checkpoint/block_check.h"

#include <string.h>

#include "model/record.h"
#include "tool/checkpoint/notes.h"

static bool is_ended(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}
#define IS_ENDED(text) is_ended(text, sizeof(text))

static bool setup_is_whole(const struct log_block *b)
{
    const size_t secret = sizeof((struct wire *)0)->secret;
    return b->size >= secret && (b->size - secret) % sizeof(struct wire_word) == 0
        && (b->size - secret) / sizeof(struct wire_word) <= WIRE_MAX_SETUP;
}

static bool notes_are_whole(const struct log_block *b)
{
    const struct notes *n = b->bytes;
    bool whole = b->size == sizeof *n && n->guarded <= WIRE_MAX_GUARDED && n->loose <= WIRE_MAX_LOOSE && n->spots <= WIRE_MAX_SPOTS
              && n->weak.stack_used <= WIRE_STACK;
    for (uint32_t i = 0; whole && i < n->guarded; i++)
        whole = IS_ENDED(n->guarded_function[i].name);
    for (uint32_t i = 0; whole && i < n->loose; i++)
        whole = IS_ENDED(n->loose_function[i].name);
    return whole;
}

static bool finding_is_whole(const struct wire_finding *f, uint64_t decisions)
{
    return f->first <= decisions && f->count <= decisions - f->first && f->fault.kind < FAULT_KINDS && IS_ENDED(f->fault.text)
        && IS_ENDED(f->fault.file) && IS_ENDED(f->fault.function) && f->access[0].stack_used <= WIRE_STACK
        && f->access[1].stack_used <= WIRE_STACK;
}

static bool findings_are_whole(const struct log_block *b)
{
    const struct wire_recall *r = b->bytes;
    bool whole = b->size >= sizeof *r && r->findings <= WIRE_MAX_FINDINGS && r->decisions <= WIRE_MAX_RECALLED
              && b->size == sizeof *r + r->decisions * sizeof *r->decision;
    for (uint64_t i = 0; whole && i < r->findings; i++)
        whole = finding_is_whole(&r->finding[i], r->decisions);
    return whole;
}

static bool file_is_whole(const struct log_block *b)
{
    const struct wire_file *f = b->bytes;
    return b->size == sizeof *f && IS_ENDED(f->path);
}

static bool records_are_whole(const struct log_block *b)
{
    const struct record *r;
    size_t at = 0;
    for (; at < b->size && (r = record_at(b->bytes, b->size, at)) != NULL; at += record_length(r))
        if (record_length(r) > WIRE_EXCHANGE_BYTES)
            return false;
    return at >= b->size;
}

const char *blocks_wrong(const struct log_file *log)
{
    static const struct {
        const char *wrong;
        bool (*is_whole)(const struct log_block *b);
    } rules[] = {
        [LOG_SETUP] = {"what set-up has left", setup_is_whole},
        [LOG_NOTES] = {"what was noticed by the way", notes_are_whole},
        [LOG_FINDINGS] = {"what was found", findings_are_whole},
        [LOG_FILES] = {"a file that was read", file_is_whole},
        [LOG_RECORDS] = {"what is finished", records_are_whole},
    };
    for (size_t i = 0; i < log->count; i++) {
        const struct log_block *b = &log->blocks[i];
        if (b->type < sizeof rules / sizeof *rules && rules[b->type].is_whole && !rules[b->type].is_whole(b))
            return rules[b->type].wrong;
    }
    return NULL;
}
