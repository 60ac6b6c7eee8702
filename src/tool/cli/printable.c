/* printable.c - see printable.h. */
#include "tool/cli/printable.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Is it written with no more bytes than it needs, and for characters: neither half of a pair of UTF-16, nor beyond all of them, nor U+FFFE
 * or U+FFFF, which XML does not take? */
static bool is_character(uint32_t code, size_t size)
{
    static const uint32_t first[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= first[size] && !(code >= 0xd800 && code < 0xe000) && code <= 0x10ffff && code != 0xfffe && code != 0xffff;
}

/* Bytes of the character that begins here; 0: it is none, or one that a terminal may obey. */
static size_t character_at(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t size = c[0] < 0x80 ? 1 : c[0] >= 0xc0 && c[0] < 0xe0 ? 2 : c[0] >= 0xe0 && c[0] < 0xf0 ? 3 : c[0] >= 0xf0 && c[0] < 0xf8 ? 4 : 0;
    uint32_t code = size == 1 ? c[0] : c[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (c[i] < 0x80 || c[i] > 0xbf)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    bool obeyed = code < 0x20 || (code >= 0x7f && code < 0xa0);
    return obeyed || !is_character(code, size) ? 0 : size;
}

char *printable(const char *text)
{
    char *result = calloc(4, strlen(text) + 1), *out = result;
    if (!result) {
        fputs("mazurka: out of memory\n", stderr);
        exit(2);
    }
    while (*text) {
        size_t size = character_at(text);
        if (size == 0)
            out += sprintf(out, "\\x%02x", (unsigned char)*text++);
        for (; size > 0; size--)
            *out++ = *text++;
    }
    return result;
}

/* Bytes of ours that begin here and are to stay, although a terminal obeys them. */
static size_t ours_at(const char *text, const struct colours *colours)
{
    const char *const own[] = {"\n", "\t", colours->bold, colours->red, colours->green, colours->yellow, colours->cyan, colours->dim,
        colours->off};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (*own[i] && strncmp(text, own[i], strlen(own[i])) == 0)
            return strlen(own[i]);
    return 0;
}

void print_lines(const char *text, FILE *out, const struct colours *colours)
{
    while (*text) {
        size_t size = character_at(text);
        size = size ? size : ours_at(text, colours);
        if (size == 0)
            fprintf(out, "\\x%02x", (unsigned char)*text++);
        for (; size > 0; size--)
            fputc(*text++, out);
    }
}

char *printable_lines(const char *text)
{
    static const struct colours plain = {"", "", "", "", "", "", "", 0};
    char *lines = NULL;
    size_t length;
    FILE *out = open_memstream(&lines, &length);
    if (out)
        print_lines(text, out, &plain);
    if (!out || fclose(out) != 0) {
        fputs("mazurka: out of memory\n", stderr);
        exit(2);
    }
    return lines;
}
