/* output.c - output of the program: formatted by libc into a buffer of ours, then captured; also the text at its end.
 *
 * Output is no part of a state. In a search it is formatted only because functions return its length; a replay records it.
 * libc formats with the thread-local state (errno, locale) of the thread that prints, on the engine's stack.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/streams.h"
#include "probe/libc.h"
#include "world/blocks.h"
#include "world/recorder.h"
#include "world/state/tcb.h"
#include "world/world.h"

static bool contains(const char *bytes, size_t size, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= size; at++)
        if (memcmp(bytes + at, text, length) == 0)
            return true;
    return false;
}

/* Captured; the name of a file is needed only where something is kept. */
static void capture(struct thread *t, int to, const char *bytes, size_t size)
{
    struct wire *w = mz__world.wire;
    stream_note_user(t, to);
    if (w->config.notice[0] && !w->noticed && to <= STDERR_FILENO)
        w->noticed = contains(bytes, size, w->config.notice);
    if (mz__world.recorder)
        world_output(t, to, to > STDERR_FILENO ? descriptor_name(to) : NULL, bytes, size);
}

static char first_buffer[4096];
static struct {
    char  *bytes;
    size_t size;
} buffer = {first_buffer, sizeof first_buffer};

static bool grow(size_t needed)
{
    size_t size = (needed | 0xfffff) + 1;
    char *bytes = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!bytes)
        return false;
    if (buffer.bytes != first_buffer)
        raw_syscall(SYS_munmap, (long)buffer.bytes, (long)buffer.size, 0, 0, 0, 0);
    buffer.bytes = bytes;
    buffer.size = size;
    return true;
}

static int format_once(const char *format, struct arguments *arguments)
{
    struct arguments copy;
    va_copy(copy.list, arguments->list);
    int length = REAL(vsnprintf)(buffer.bytes, buffer.size, format, copy.list);
    va_end(copy.list);
    return length;
}

struct text output_format(struct thread *t, const char *format, struct arguments *arguments)
{
    tcb_use(t->tp);
    int length = format_once(format, arguments);
    if (length >= 0 && (size_t)length >= buffer.size && grow((size_t)length + 1))
        length = format_once(format, arguments);
    return (struct text){buffer.bytes, length};
}

void output_take(char *to, size_t size)
{
    memcpy(to, buffer.bytes, size - 1);
    to[size - 1] = '\0';
}

__attribute__((format(printf, 2, 3))) static struct text format_text(struct thread *t, const char *format, ...)
{
    struct arguments arguments;
    va_start(arguments.list, format);
    struct text text = output_format(t, format, &arguments);
    va_end(arguments.list);
    return text;
}

static enum performed print(struct thread *t, const struct op *op, struct text text)
{
    size_t length = text.length < 0 ? 0 : (size_t)text.length;
    capture(t, op->detail, text.bytes, length < buffer.size ? length : buffer.size - 1);
    t->result[0] = (uint64_t)(int64_t)text.length;
    return PERFORM_RESUME;
}

static enum performed output_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const char *bytes = (const char *)op->addr;
    unsigned char character = (unsigned char)op->arg[0];
    switch (op->order) {
    case OUTPUT_CHARACTER:
        capture(t, op->detail, (const char *)&character, 1);
        t->result[0] = character;
        return PERFORM_RESUME;
    case OUTPUT_FORMAT:
        return print(t, op, output_format(t, bytes, (struct arguments *)op->arg[0]));
    case OUTPUT_ERROR:
        return print(t, op, bytes && *bytes ? format_text(t, "%s: %m\n", bytes) : format_text(t, "%m\n"));
    case OUTPUT_LINE:
        return print(t, op, format_text(t, "%.*s\n", (int)op->size, bytes));
    default:
        capture(t, op->detail, bytes, op->size);
        t->result[0] = op->arg[1];
        return PERFORM_RESUME;
    }
}

const struct semantics output_semantics = {.complete = announced_from, .perform = output_perform};

/* OP_FAULT: what ends the program, and what we do not support. */

static enum performed assertion_failed(struct thread *t, const struct op *op)
{
    const char *expression = (const char *)op->addr, *file = (const char *)op->arg[0], *function = (const char *)op->arg[2];
    struct text said = format_text(t, "%s:%u: %s%sAssertion `%s' failed.\n", file, (unsigned)op->arg[1],
                                   function ? function : "", function ? ": " : "", expression);
    if (said.length > 0 && *file)
        capture(t, STDERR_FILENO, said.bytes, strlen(said.bytes));
    enum performed reported = world_report(t, FAULT_ASSERTION, SIGABRT, 0, "%s", expression);
    struct fault *fault = &mz__world.fault;
    fault->line = (uint32_t)op->arg[1];
    text_copy(fault->file, sizeof fault->file, file);
    text_copy(fault->function, sizeof fault->function, function ? function : "");
    return reported;
}

static enum performed crashed(struct thread *t, const struct op *op)
{
    enum performed reported = world_report(t, op->detail, (int)op->arg[0], op->arg[1], "%s", (const char *)op->addr);
    mz__world.fault.pc = op->arg[2];
    return reported;
}

/* Stacks have one size here. */
static enum performed stack_overflowed(struct thread *t, const struct op *op)
{
    uint64_t had = slot_stack_base(t->number) - slot_stack_lo(t->number), asked = mz__world.stack_asked;
    if (asked <= had || t->number == 0)
        return crashed(t, op);
    return world_report(t, FAULT_REFUSED, 0, 0, "a stack of %llu bytes, as the program asks for, is not supported without --stack=%llu",
                        (unsigned long long)asked, (unsigned long long)asked);
}

static enum performed fault_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const char *text = (const char *)op->addr;
    switch (op->detail) {
    case FAULT_ASSERTION: return assertion_failed(t, op);
    case FAULT_REFUSED: return world_report(t, FAULT_REFUSED, (int)op->arg[1], 0, "%s %s", text, (const char *)op->arg[0]);
    case FAULT_MEMORY: return blocks_report(t, &(struct access){op->arg[1], (uint32_t)op->arg[0], true});
    case FAULT_STACK: return stack_overflowed(t, op);
    case FAULT_CRASH:
    case FAULT_RUNAWAY: return crashed(t, op);
    case FAULT_TERMINATE: return world_report(t, FAULT_TERMINATE, SIGABRT, 0, "%s", text);
    default: return world_report(t, FAULT_ABORT, SIGABRT, 0, "%s", text);
    }
}

const struct semantics fault_semantics = {.complete = announced_from, .perform = fault_perform};

enum performed libc_fail(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    probe_set_errno(t, (int)op->arg[0]);
    t->result[0] = op->arg[1];
    return PERFORM_RESUME;
}
