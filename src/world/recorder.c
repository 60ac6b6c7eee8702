/* recorder.c - see recorder.h. */
#include "world/recorder.h"

#include <string.h>

#include "base/raw.h"
#include "world/blocks.h"
#include "world/loaded/modules.h"
#include "world/memory/layout.h"
#include "world/orders/weak_world.h"
#include "world/switch.h"
#include "world/world.h"

void recorder_decision(struct recorder *r, threadset enabled, unsigned successors)
{
    r->enabled = enabled;
    r->choices = successors;
    r->first = true;
    if (successors > 1 || r->every_step)
        r->step++;
}

uint32_t recorder_stack(const struct thread *t, uint64_t pc, uint64_t out[WIRE_STACK])
{
    uint32_t n = 0;
    out[n++] = pc;
    for (uint32_t i = t->depth; i > 0 && n < WIRE_STACK; i--)
        out[n++] = t->frames[i - 1].pc;
    return n;
}

/* A frame register points to its former value, beside which lies the return address of the function. */
static bool is_frame(const struct thread *t, const struct frame *f, uint64_t frame)
{
    return frame % 8 == 0 && frame >= f->sp && frame < t->stack_base && ((const uint64_t *)frame)[1] == f->pc;
}

static uint64_t find_frame(const struct thread *t, const struct frame *f)
{
    uint64_t end = f == t->frames ? t->stack_base : f[-1].sp;
    for (uint64_t frame = f->sp; frame < end; frame += 8) {
        if (is_frame(t, f, frame))
            return frame;
    }
    return 0;
}

/* The frame registers of the functions on the stack, each found where the next one saved it. That chain is broken by code
 * which uses the register otherwise: there the stack is searched. */
static void record_frames(const struct thread *t, struct wire_event *e)
{
    uint64_t frame = ((const uint64_t *)t->sp)[SWITCH_FRAME];
    for (uint32_t i = 0; i < e->stack_used && i < t->depth; i++) {
        const struct frame *f = &t->frames[t->depth - 1 - i];
        e->sp[i] = f->sp;
        e->frame[i] = is_frame(t, f, frame) ? frame : find_frame(t, f);
        frame = e->frame[i] ? *(const uint64_t *)e->frame[i] : 0;
    }
}

/* Memory that the program named may be anywhere: look only where something surely is. */
static bool readable(uint64_t addr)
{
    tid slot = in_slots(addr) ? slot_of(addr) : 0;
    if (!layout_cell(addr))
        return modules_late_has(addr);
    return in_slots(addr) ? addr >= slot_stack_lo(slot) && mz__layout.slot_open[slot] : blocks_mapped(addr);
}

static uint64_t peek(uint64_t addr, uint32_t size)
{
    uint64_t value = 0;
    if (size > 0 && readable(addr) && readable(addr + (size < 8 ? size : 8) - 1))
        memcpy(&value, (const void *)addr, size < 8 ? size : 8);
    return value;
}

static bool is_noise(const struct op *op)
{
    return op->kind == OP_CALL || op->kind == OP_UNCOVER || op->kind == OP_OUTPUT || op->kind == OP_NONE ||
           (op_of_frames(op->kind) && op->size == 0);
}

void recorder_before(struct recorder *r, const struct thread *t, unsigned choice)
{
    const struct op *op = &t->op;
    struct wire *wire = r->wire;
    r->last_event[t->number] = 0;
    r->since = r->first ? 0 : r->since + 1;
    if (is_noise(op) || mz__world.setup || wire->events == WIRE_MAX_EVENTS || (op_is_access(op->kind) && recorder_has_enough(r)))
        return;
    if (r->first && op->kind != OP_FAULT)
        r->step_begins(wire, t);
    struct wire_event *e = &wire_events(wire)[wire->events++];
    *e = (struct wire_event){.step = r->step, .thread = (uint16_t)t->number, .kind = op->kind, .detail = op->detail,
                             .order = op->order, .visible = r->first, .choice_point = r->first && r->choices > 1,
                             .choice = (uint16_t)choice, .choices = (uint16_t)r->choices, .size = op->size,
                             .enabled = threadset_pack(r->enabled), .addr = op->addr, .addr2 = op->addr2,
                             .arg = {op->arg[0], op->arg[1], op->arg[2]}, .pc = op->pc, .depth = t->depth, .yielded = op->yields > 0};
    r->first = false;
    e->before = e->after = peek(op->addr, op->size);
    /* Places are those of calls, which lie before where they return to: a thread that starts has called nothing yet. */
    e->stack_used = recorder_stack(t, op->pc + (op->kind == OP_START), e->stack);
    record_frames(t, e);
    blocks_describe(op->kind == OP_FREE ? op->arg[0] : op->addr, &e->block, &e->block_size, &e->block_pc);
    r->last_event[t->number] = wire->events;
}

static struct wire_event *last_event(struct recorder *r, const struct thread *t)
{
    uint64_t n = r->last_event[t->number];
    return n ? &wire_events(r->wire)[n - 1] : NULL;
}

/* Memory holds the last value, which is not always what was read or written. */
static void record_weakly(struct wire_event *e)
{
    const struct weak_world_step *s = &mz__weak_step;
    e->newer = (uint16_t)s->newer;
    e->before = s->reads ? s->read_value.low : e->before;
    e->after = s->writes ? s->written_value.low : e->before;
}

void recorder_after(struct recorder *r, const struct thread *t)
{
    struct wire_event *e = last_event(r, t);
    if (!e)
        return;
    e->result = t->result[0];
    e->pending = t->op.kind != e->kind || t->op.detail != e->detail; /* as a writer that has begun to wait for a read-write lock */
    e->after = peek(e->addr, e->size);
    if (mz__world.weak && e->kind >= OP_ATOMIC_LOAD && e->kind <= OP_ATOMIC_CAS && mz__weak_step.taken)
        record_weakly(e);
    if (e->kind == OP_CREATE && r->wire->threads < WIRE_MAX_THREADS && threadset_any(mz__world.newborn)) {
        const struct thread *born = &mz__world.thread[mz__world.last_born];
        r->wire->thread[r->wire->threads++] = (struct wire_thread){.thread = born->number, .parent = t->number, .start = born->start,
                                                                   .created_pc = born->created_pc, .event = r->wire->events - 1};
    }
}

void recorder_forget(struct recorder *r, const struct thread *t)
{
    if (r->last_event[t->number] == r->wire->events && r->wire->events > 0)
        r->wire->events--;
    r->last_event[t->number] = 0;
}

/* A plain access happens after its hook returned: what it left is seen when the thread comes back. */
void recorder_arrived(struct recorder *r, const struct thread *t)
{
    struct wire_event *e = last_event(r, t);
    if (e && op_is_access(e->kind))
        e->after = peek(e->addr, e->size);
}

static uint64_t keep(struct wire *wire, const char *bytes, size_t size)
{
    uint64_t at = wire->output_bytes;
    memcpy(wire_output(wire) + at, bytes, size);
    wire->output_bytes += size;
    return at;
}

void recorder_output(struct recorder *r, const struct thread *t, int stream, const char *file, const char *bytes, size_t size)
{
    struct wire *wire = r->wire;
    size_t name = file ? strlen(file) : 0;
    if (r->live_output && !file)
        raw_write(stream, bytes, size);
    if (wire->events == WIRE_MAX_EVENTS || wire->output_bytes + name + size > WIRE_MAX_OUTPUT)
        return;
    struct wire_event *e = &wire_events(wire)[wire->events++];
    *e = (struct wire_event){.step = r->step, .thread = (uint16_t)t->number, .kind = OP_OUTPUT, .detail = (uint8_t)stream,
                             .size = (uint32_t)size, .arg = {name}, .pc = t->op.pc, .depth = t->depth};
    e->stack_used = recorder_stack(t, t->op.pc, e->stack);
    record_frames(t, e);
    if (file)
        keep(wire, file, name);
    e->output = keep(wire, bytes, size);
}

void world_output(struct thread *t, int stream, const char *file, const char *bytes, size_t size)
{
    if (mz__world.recorder)
        recorder_output(mz__world.recorder, t, stream, file, bytes, size);
}
