/* reseal.c - makes checksums of a checkpoint right again: what an attacker does who has changed one. stdin to stdout.
 *
 *     reseal get TYPE           what the last block of this type holds
 *     reseal put TYPE FILE      the checkpoint, with the content of FILE in the last block of this type
 *     reseal damage SEED        the checkpoint, with a few bytes changed, in any block but the header, which is text
 */
#define XXH_INLINE_ALL
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct head {
    uint64_t magic;
    uint32_t version, type;
    uint64_t size, checksum;
};
enum { HEADER = 1, GROUP = 7, MOST = 64 << 20 };

static char in[MOST], content[MOST];

static size_t padded(size_t size)
{
    return (size + sizeof(struct head) - 1) / sizeof(struct head) * sizeof(struct head);
}

static void write_block(struct head h, const void *bytes)
{
    static const char zeros[sizeof h];
    uint64_t parts[2] = {XXH3_64bits(&h, offsetof(struct head, checksum)), XXH3_64bits(bytes, h.size)};
    h.checksum = XXH3_64bits(parts, sizeof parts);
    fwrite(&h, 1, sizeof h, stdout);
    fwrite(bytes, 1, h.size, stdout);
    fwrite(zeros, 1, padded(h.size) - h.size, stdout);
}

static const struct head *last_of(uint32_t type, size_t length)
{
    const struct head *found = NULL, *h;
    for (size_t at = 0; at + sizeof *h <= length; at += sizeof *h + padded(h->size)) {
        h = (const struct head *)(in + at);
        found = h->type == type ? h : found;
    }
    return found;
}

/* In numbers rather than anywhere: where a block begins there are most of those that somebody goes by. */
static void damage(char *bytes, size_t size)
{
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    size_t near = size < 256 || rand() % 2 ? size : 256;
    for (int i = 0; size && i < 1 + rand() % 4; i++)
        bytes[(size_t)rand() % near] = (char)(rand() % 2 ? values[rand() % 5] : rand());
}

int main(int argc, char **argv)
{
    size_t length = fread(in, 1, sizeof in, stdin);
    bool get = argc == 3 && strcmp(argv[1], "get") == 0, put = argc == 4 && strcmp(argv[1], "put") == 0;
    const struct head *changed = get || put ? last_of((uint32_t)atoi(argv[2]), length) : NULL, *h;
    FILE *from = put ? fopen(argv[3], "r") : NULL;
    if (get)
        return !changed || fwrite(changed + 1, 1, changed->size, stdout) != changed->size;
    if (put && (!from || !changed))
        return 1;
    srand(argc == 3 ? (unsigned)atoi(argv[2]) : 0);
    for (size_t at = 0; at + sizeof *h <= length; at += sizeof *h + padded(h->size)) {
        h = (const struct head *)(in + at);
        struct head now = *h;
        memcpy(content, h + 1, h->size);
        if (h == changed)
            now.size = fread(content, 1, sizeof content, from);
        if (!put && h->type != HEADER && h->type != GROUP && rand() % 3 == 0) {
            now.size = rand() % 8 == 0 ? (size_t)rand() % (h->size + 1) : h->size;
            damage(content, now.size);
        }
        write_block(now, content);
    }
    return 0;
}
