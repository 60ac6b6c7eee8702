/* recording.c - frames of the radar as bytes. */
#include <assert.h>
#include "recording.h"

/* --- bytes and numbers ----------------------------------------------------------------------------------------------------- */

static void write_byte(struct recording *r, unsigned byte)
{
    assert(r->end < (int)sizeof r->byte);
    r->byte[r->end++] = (unsigned char)byte;
}

static void write_number(struct recording *r, int number)
{
    unsigned rest = number < 0 ? ~((unsigned)number << 1) : (unsigned)number << 1;
    for (; rest >= 128; rest >>= 7)
        write_byte(r, rest % 128 + 128);
    write_byte(r, rest);
}

/* A byte beyond the end is 0. */
static unsigned read_byte(struct recording *r) { return r->next < r->end ? r->byte[r->next++] : 0; }

static int read_number(struct recording *r)
{
    unsigned number = 0, byte = 128;
    for (unsigned shift = 0; byte >= 128 && shift < 7 * BYTES_OF_NUMBER; shift += 7) {
        byte = read_byte(r);
        number |= byte % 128 << shift;
    }
    return number % 2 ? (int)~(number >> 1) : (int)(number >> 1);
}

static unsigned sum_of(const struct recording *r, int from, int to)
{
    unsigned sum = 1, sums = 0;
    for (int i = from; i < to; i++) {
        sum = (sum + r->byte[i]) % 251;
        sums = (sums + sum) % 251;
    }
    return sums << 8 | sum;
}

/* --- frames ---------------------------------------------------------------------------------------------------------------- */

static void write_position(struct recording *r, int plane, const struct point *p)
{
    struct point change = difference(p, &r->last[plane]);
    write_number(r, change.x);
    write_number(r, change.y);
    write_number(r, change.z);
    r->last[plane] = *p;
}

static struct point read_position(struct recording *r, int plane)
{
    struct point *last = &r->last[plane];
    last->x += read_number(r);
    last->y += read_number(r);
    last->z += read_number(r);
    return *last;
}

static void write_callsign(struct recording *r, const struct callsign *c)
{
    write_number(r, c->length);
    for (int i = 0; i < c->length; i++)
        write_byte(r, (unsigned char)c->letter[i]);
}

static bool read_callsign(struct recording *r, struct callsign *c)
{
    c->length = read_number(r);
    if (c->length < 0 || c->length > CALLSIGN)
        return false;
    for (int i = 0; i < c->length; i++)
        c->letter[i] = (char)read_byte(r);
    return true;
}

void recording_write(struct recording *r, const struct frame *f)
{
    int begin = r->end;
    write_number(r, f->planes);
    for (int i = 0; i < f->planes; i++) {
        struct callsign callsign = frame_callsign(f, i);
        struct point position = frame_position(f, i);
        write_callsign(r, &callsign);
        write_position(r, i, &position);
    }
    write_number(r, (int)sum_of(r, begin, r->end));
}

void recording_rewind(struct recording *r)
{
    r->next = 0;
    for (int i = 0; i < PLANES; i++)
        r->last[i] = point_of(0, 0, 0);
}

static bool read_planes(struct recording *r, struct frame *f)
{
    int planes = read_number(r);
    if (planes < 0 || planes > PLANES)
        return false;
    for (int i = 0; i < planes; i++) {
        struct callsign callsign;
        if (!read_callsign(r, &callsign))
            return false;
        struct point position = read_position(r, i);
        frame_add(f, &callsign, &position);
    }
    return true;
}

bool recording_read(struct recording *r, struct frame *f)
{
    int begin = r->next;
    frame_clear(f);
    if (r->next == r->end || !read_planes(r, f))
        return false;
    unsigned sum = sum_of(r, begin, r->next);
    return read_number(r) == (int)sum;
}
