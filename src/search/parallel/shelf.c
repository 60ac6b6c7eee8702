/* shelf.c - see shelf.h. */
#include "search/parallel/shelf.h"

#include <string.h>

#include "base/reserve.h"

enum { PART = 8 /* of the machine's memory, at most */ };

bool shelf_open(struct shelf *s)
{
    if (s->at)
        return true;
    s->room = reserve_machine() / PART;
    s->at = reserve(&s->room, 1 << 20);
    return s->at != NULL;
}

void shelf_close(struct shelf *s)
{
    if (s->at)
        reserve_release(s->at, s->room);
    *s = (struct shelf){0};
}

void shelf_clear(struct shelf *s)
{
    s->from = s->used = 0;
}

bool shelf_is_empty(const struct shelf *s)
{
    return s->from == s->used;
}

char *shelf_free(const struct shelf *s, size_t bytes)
{
    return s->used + bytes > s->room ? NULL : s->at + s->used;
}

bool shelf_put(struct shelf *s, const struct record *r)
{
    if (shelf_is_empty(s))
        shelf_clear(s);
    char *to = shelf_free(s, record_length(r));
    if (!to)
        return false;
    memcpy(to, r, sizeof *r + r->bytes);
    s->used += record_length(r);
    return true;
}

const struct record *shelf_first(const struct shelf *s)
{
    return (const struct record *)(s->at + s->from);
}

void shelf_pass(struct shelf *s)
{
    s->from += record_length(shelf_first(s));
}
