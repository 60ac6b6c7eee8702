/* frame_buffer.c - the ring of frames: a monitor, if it is FIXED. */
#include <sched.h>
#include <stddef.h>
#include "frame_buffer.h"

#ifdef FIXED
static void begin_access(struct frame_buffer *b) { monitor_enter(&b->monitor); }
static void end_access(struct frame_buffer *b) { monitor_exit(&b->monitor); }
static void changed(struct frame_buffer *b) { monitor_notify_all(&b->monitor); }
static void next_period(struct frame_buffer *b) { monitor_wait(&b->monitor); }
#else
static void begin_access(struct frame_buffer *b) { (void)b; }
static void end_access(struct frame_buffer *b) { (void)b; }
static void changed(struct frame_buffer *b) { (void)b; }
static void next_period(struct frame_buffer *b)
{
    (void)b;
    sched_yield();
}
#endif

static int after(int index) { return (index + 1) % BUFFER_FRAMES; }

void frame_buffer_init(struct frame_buffer *b) { monitor_init(&b->monitor); }

void frame_buffer_put(struct frame_buffer *b, const struct frame *frame)
{
    begin_access(b);
    if (after(b->last) == b->first) {
        b->dropped++;
    } else {
        frame_copy(&b->frames[b->last], frame);
        b->last = after(b->last);
        changed(b);
    }
    end_access(b);
}

void frame_buffer_close(struct frame_buffer *b)
{
    begin_access(b);
    b->closed = true;
    changed(b);
    end_access(b);
}

struct frame *frame_buffer_get(struct frame_buffer *b)
{
    int latest, older = 0;
    begin_access(b);
    while (b->first == b->last) {
        if (b->closed && b->first == b->last) {
            end_access(b);
            return NULL;
        }
        next_period(b);
    }
    latest = b->first;
    for (int last = b->last; after(latest) != last; latest = after(latest))
        older++;
    b->first = after(latest);
    if (older > 0)
        b->dropped += older;
    end_access(b);
    return &b->frames[latest];
}
