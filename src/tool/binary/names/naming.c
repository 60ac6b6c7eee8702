/* naming.c - names of threads and memory in a replay. Operations are in operations.c. */
#include "tool/binary/names/naming.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/block_names.h"
#include "tool/binary/names/outlined.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/binary/symbols/use.h"
#include "tool/binary/symbols/value_text.h"
#include "tool/cli/util.h"

uint64_t naming_events(const struct naming *n)
{
    return n->wire->events < WIRE_MAX_EVENTS ? n->wire->events : WIRE_MAX_EVENTS;
}

const struct wire_event *naming_event(const struct naming *n, uint64_t index)
{
    return index < naming_events(n) ? &wire_events(n->wire)[index] : NULL;
}

struct place naming_place(const struct naming *n, const uint64_t *stack, uint32_t used)
{
    for (uint32_t i = 0; i < used && i < WIRE_STACK; i++) {
        struct place p = symbols_call(n->symbols, stack[i]);
        if (p.file && !p.library)
            return p;
        if (!p.library && i == 0) /* a library of another kind */
            break;
    }
    return used ? symbols_call(n->symbols, stack[0]) : (struct place){0};
}

struct place naming_created(const struct naming *n, const struct wire_thread *t)
{
    const struct wire_event *e = naming_event(n, t->event);
    return e ? naming_place(n, e->stack, e->stack_used) : symbols_call(n->symbols, t->created_pc);
}

bool naming_is_openmp(const struct place *p)
{
    return p->library && p->file && starts_with(p->file, "src/omp/");
}

/* --- threads ----------------------------------------------------------------------------------------------------------- */

const struct wire_thread *naming_record(const struct naming *n, unsigned thread, uint64_t event)
{
    const struct wire_thread *found = NULL;
    if (n->wire->threads >= WIRE_MAX_THREADS && event > n->wire->thread[WIRE_MAX_THREADS - 1].event)
        return NULL; /* others may have had its number since */
    for (uint32_t i = 0; i < n->wire->threads && i < WIRE_MAX_THREADS; i++) {
        const struct wire_thread *t = &n->wire->thread[i];
        if (t->thread == thread && t->start && (t->event <= event || !found))
            found = t;
    }
    return found;
}

/* A thread that was made by std::thread starts in the library: the first function of the program that it calls. */
static const char *first_own_function(const struct naming *n, const struct wire_thread *t)
{
    enum { FAR = 5000 };
    uint64_t count = naming_events(n);
    for (uint64_t i = t->event; i < count && i - t->event < FAR; i++) {
        const struct wire_event *e = naming_event(n, i);
        for (uint32_t k = e->thread == t->thread && e->stack_used <= WIRE_STACK ? e->stack_used : 0; k > 0; k--) {
            struct place p = symbols_call(n->symbols, e->stack[k - 1]);
            if (p.file && p.function && !p.library)
                return p.function;
        }
    }
    const char *start = symbols_function(n->symbols, t->start);
    return start && strcmp(start, "openmp_worker") == 0 ? "OpenMP worker" : "std::thread"; /* src/omp/parallel.c; libstdc++ */
}

const char *name_start(const struct naming *n, unsigned thread, uint64_t event)
{
    const struct wire_thread *t = naming_record(n, thread, event);
    if (t && symbols_instruction(n->symbols, t->start).library)
        return first_own_function(n, t);
    if (t)
        return symbols_function(n->symbols, t->start);
    return thread == 0 ? "main" : NULL;
}

char *name_thread(const struct naming *n, unsigned thread, uint64_t event)
{
    const char *start = name_start(n, thread, event);
    return start ? format_text("thread %u (%s)", thread, start) : format_text("thread %u", thread);
}

uint64_t naming_frame_end(const struct wire_event *e)
{
    return e->stack_used > 1 && e->sp[1] ? e->sp[1] : UINT64_MAX;
}

/* --- memory ------------------------------------------------------------------------------------------------------------ */

/* Index among equal pieces of an area laid out by thread number; -1 if outside. There is one for each number that the runtime has: the
 * heaps come right behind the stacks. */
static int piece_of(const struct wire *w, uint64_t address, uint64_t low, uint64_t span)
{
    uint64_t pieces = w->stack_span ? (w->heap_lo - w->stack_lo) / w->stack_span : 0;
    if (span == 0 || address < low || (address - low) / span >= (pieces < MOST_THREADS ? pieces : MOST_THREADS))
        return -1;
    return (int)((address - low) / span);
}

int naming_thread_of(const struct naming *n, uint64_t pthread)
{
    return piece_of(n->wire, pthread, n->wire->stack_lo, n->wire->stack_span);
}

/* What is to be named. */
struct extent {
    uint64_t address;
    uint32_t size;
};

/* "x" for the function that has it, "main's x" for others, with its thread if that is another one and main is not meant. */
static char *whose(const char *name, const char *function, unsigned owner, const struct wire_event *seen_by, bool innermost)
{
    bool own = seen_by && seen_by->thread == owner;
    if (own && innermost)
        return format_text("%s", name);
    if (own || (owner == 0 && strcmp(function, "main") == 0))
        return format_text("%s's %s", function, name);
    return format_text("%s's %s (thread %u)", function, name, owner);
}

/* A local variable in one of the frames on the stack of an event, as the thread of another event sees it. */
static char *local_at_event(const struct naming *n, const struct wire_event *e, const struct wire_event *seen_by,
                            const struct extent *x, struct value_type *type)
{
    for (uint32_t i = 0; i < e->stack_used && i < WIRE_STACK; i++) {
        struct activation in = {.pc = e->stack[i], .frame = e->frame[i], .sp = e->sp[i]};
        char *name = in.frame ? variables_local(n->symbols, &in, x->address, x->size, type) : NULL;
        if (!name)
            continue;
        char *text = whose(name, in.function, e->thread, seen_by, e == seen_by && i == 0);
        free(name);
        return text;
    }
    return NULL;
}

/* The frames of the stack's owner are known at its own events: take the nearest ones, up to `event` and after it. */
static char *name_local(const struct naming *n, unsigned owner, uint64_t event, const struct extent *x, struct value_type *type)
{
    enum { FAR = 5000 };
    const struct wire_event *seen_by = naming_event(n, event), *e;
    uint64_t count = naming_events(n), upto = event < count ? event + 1 : count;
    for (uint64_t i = upto; i > 0 && upto - i < FAR; i--) {
        e = naming_event(n, i - 1);
        char *name = e->thread == owner ? local_at_event(n, e, seen_by, x, type) : NULL;
        if (name)
            return name;
        if (e->thread == owner)
            break;
    }
    for (uint64_t i = upto; i < count && i - upto < FAR; i++) {
        e = naming_event(n, i);
        if (e->thread == owner)
            return local_at_event(n, e, seen_by, x, type);
    }
    return NULL;
}

/* "x" for the thread that has it, "x (thread 1)" for others. */
static char *name_thread_local(const struct naming *n, unsigned owner, uint64_t event, const struct extent *x, struct value_type *type)
{
    const struct wire *w = n->wire;
    const struct wire_event *seen_by = naming_event(n, event);
    uint64_t thread_pointer = w->thread_pointer + owner * w->thread_pointer_step;
    char *name = w->thread_pointer ? variables_thread_local(n->symbols, x->address - thread_pointer, x->size, type) : NULL;
    return !name || (seen_by && seen_by->thread == owner) ? name : format_text("%s (thread %u)", name, owner);
}

/* In a frame that has ended, by the return from it, if there was one return only from a frame that had the address. */
static char *name_returned(const struct naming *n, unsigned owner, uint64_t event, const struct extent *x, struct value_type *type)
{
    enum { FAR = 5000 };
    const struct wire_event *returned = NULL, *e;
    uint64_t count = naming_events(n), upto = event < count ? event + 1 : count;
    for (uint64_t i = upto; i > 0 && upto - i < FAR; i--) {
        e = naming_event(n, i - 1);
        if (e->thread != owner || e->kind != OP_RETURN || e->addr > x->address || x->address >= naming_frame_end(e))
            continue;
        if (returned)
            return NULL;
        returned = e;
    }
    return returned ? local_at_event(n, returned, naming_event(n, event), x, type) : NULL;
}

/* In a frame, or in thread-local storage, which lies behind them. */
static char *name_on_stack(const struct naming *n, unsigned owner, uint64_t event, const struct extent *x, struct value_type *type)
{
    char *name = name_local(n, owner, event, x, type);
    name = name ? name : name_returned(n, owner, event, x, type);
    return name ? name : name_thread_local(n, owner, event, x, type);
}

/* Place where the block was allocated: if a library did it, the call stack is known if that was seen, the last time
 * that it happened. */
static struct place allocation_of(const struct naming *n, uint64_t block, uint64_t pc)
{
    struct place place = symbols_call(n->symbols, pc);
    for (uint64_t i = place.library ? naming_events(n) : 0; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->kind == OP_MALLOC && e->result == block)
            return naming_place(n, e->stack, e->stack_used);
    }
    return place;
}

char *name_block(const struct naming *n, uint64_t block, uint64_t size, uint64_t pc, uint64_t address, uint32_t bytes)
{
    struct value_type ignored;
    const struct heap_block *known = block_around(n->symbols, AT_THE_END, address);
    char *text = known && known->start == block && known->pc == pc ? block_name(n->symbols, AT_THE_END, address, bytes, &ignored) : NULL;
    if (text)
        return text;
    struct place place = allocation_of(n, block, pc);
    char *line = naming_is_openmp(&place) ? format_text("of OpenMP") : format_text("allocated at %s", symbols_line(n->symbols, &place));
    if (address == block)
        text = format_text("heap block of %" PRIu64 " bytes %s", size, line);
    else
        text = format_text("heap block of %" PRIu64 " bytes %s + %" PRIu64, size, line, address - block);
    free(line);
    return text;
}

/* glibc's standard streams have other names inside it: "stdout" for "_IO_2_1_stdout_+40". Takes the name, and returns it or another. */
static char *as_stream(char *name)
{
    static const char inside[] = "_IO_2_1_std";
    size_t before = strlen("_IO_2_1_");
    if (strncmp(name, inside, strlen(inside)) != 0)
        return name;
    char *stream = format_text("%.*s", (int)strcspn(name + before, "_"), name + before);
    free(name);
    return stream;
}

static char *name_known(const struct naming *n, uint64_t event, uint64_t address, uint32_t size, struct value_type *type)
{
    *type = (struct value_type){.kind = VALUE_UNKNOWN};
    char *name = variables_name(n->symbols, address, size, type);
    if (name)
        return as_stream(name);
    int owner = piece_of(n->wire, address, n->wire->stack_lo, n->wire->stack_span);
    if (owner >= 0) {
        const struct wire_event *e = naming_event(n, event);
        name = name_on_stack(n, (unsigned)owner, event, &(struct extent){address, size}, type);
        if (!name && e && e->addr == address)
            name = outlined_name(n->symbols, e->pc, size, type);
        return name ? name : format_text("thread %d's stack + 0x%" PRIx64, owner,
            address - n->wire->stack_lo - (unsigned)owner * n->wire->stack_span);
    }
    name = block_name(n->symbols, event, address, size, type);
    const struct heap_block *block = name ? NULL : block_around(n->symbols, event, address);
    if (name || block)
        return name ? name : name_block(n, block->start, block->size, block->pc, address, size);
    owner = piece_of(n->wire, address, n->wire->heap_lo, n->wire->heap_span);
    if (owner >= 0)
        return format_text("thread %d's heap + 0x%" PRIx64, owner,
            address - n->wire->heap_lo - (unsigned)owner * n->wire->heap_span);
    if (symbols_in_runtime(n->symbols, address)) /* which stands in for it */
        return format_text("state of the C library");
    const char *text = symbols_text(n->symbols, address);
    if (text && *text) {
        type->kind = VALUE_TEXT;
        return name_literal(text, strlen(text));
    }
    return as_stream(symbols_raw(n->symbols, address));
}

char *name_data(const struct naming *n, uint64_t event, uint64_t address, uint32_t size, struct value_type *type)
{
    const struct wire_event *e = naming_event(n, event);
    struct use use = {.pc = e ? e->pc : 0}, *before = e ? use_set(n->symbols, &use) : NULL;
    char *name = name_known(n, event, address, size, type);
    if (e)
        use_set(n->symbols, before);
    free(use.statement);
    return name;
}

/* --- values ------------------------------------------------------------------------------------------------------------ */

static bool points_to_characters(const struct value_type *type)
{
    Dwarf_Die pointer = type->die, pointee;
    struct value_type of;
    if (type->kind != VALUE_POINTER || !type_pointee(&pointer, &pointee))
        return false;
    types_descend(NULL, &pointee, 0, 1, NULL, &of);
    return of.kind == VALUE_CHARACTER;
}

/* A pointer to the first member of a structure is to be told from one to the whole: the bytes of what is meant, or 0 for the whole. */
static uint32_t size_of_part(const struct heap_block *b, uint64_t address, const struct value_type *type)
{
    Dwarf_Die pointer = type->die, pointee, whole = b->type;
    if (type->kind != VALUE_POINTER || address != b->start || !type_pointee(&pointer, &pointee) || !type_is_structure(&pointee))
        return 0;
    bool part = !type_equals(&whole, &pointee) && type_contains(&whole, 0, &pointee) && types_size(&pointee) < types_size(&whole);
    return part && !type_is_polymorphic(&pointee) ? (uint32_t)types_size(&pointee) : 0;
}

/* What a pointer points to, if that is neither a global variable nor a function. */
static char *name_target(const struct naming *n, uint64_t event, const struct value_type *type, uint64_t address)
{
    struct value_type ignored;
    const char *text = points_to_characters(type) ? symbols_text(n->symbols, address) : NULL;
    if (text)
        return name_literal(text, strlen(text));
    int owner = piece_of(n->wire, address, n->wire->stack_lo, n->wire->stack_span);
    const struct heap_block *block = owner < 0 ? block_around(n->symbols, event, address) : NULL;
    uint32_t size = block && block->name ? size_of_part(block, address, type) : 0;
    char *name = owner >= 0 ? name_on_stack(n, (unsigned)owner, event, &(struct extent){address, 0}, &ignored)
                            : block_name(n->symbols, event, address, size, &ignored);
    return !name || (block && strcmp(name, block->name) == 0) ? name : format_text("&%s", name);
}

/* Zeros behind it are no part of it. NULL: it has others than characters that can be printed. */
static char *name_text(uint64_t bits, uint32_t size)
{
    char bytes[sizeof bits];
    memcpy(bytes, &bits, sizeof bits);
    while (size > 0 && bytes[size - 1] == '\0')
        size--;
    for (uint32_t i = 0; i < size; i++)
        if (!isprint((unsigned char)bytes[i]) && !strchr("\n\t", bytes[i]))
            return NULL;
    return name_literal(bytes, size);
}

char *name_value(const struct naming *n, uint64_t event, const struct value_type *type, uint32_t size, uint64_t bits)
{
    char *text = type->kind == VALUE_TEXT && size <= sizeof bits ? name_text(bits, size) : NULL;
    if (text)
        return text;
    int thread = type->kind == VALUE_THREAD ? naming_thread_of(n, bits) : -1;
    if (thread >= 0)
        return format_text("thread %d", thread);
    bool pointer = size == sizeof bits && bits && (type->kind == VALUE_POINTER || type->kind == VALUE_UNKNOWN);
    char *target = pointer ? name_target(n, event, type, bits) : NULL;
    return target ? target : value_text(n->symbols, type, size, bits);
}

char *name_value_of(const struct naming *n, uint64_t event, const char *object, const struct value_type *type, uint32_t size,
    uint64_t bits)
{
    char *text = name_value(n, event, type, size, bits);
    return text && type->kind != VALUE_TEXT && strcmp(text, object) == 0 ? format_text("not NULL") : text;
}

char *name_literal(const char *bytes, size_t length)
{
    enum { LONGEST = 120 };
    char *text;
    size_t used;
    FILE *out = open_memstream(&text, &used);
    if (!out)
        die("out of memory");
    fputc('"', out);
    for (size_t i = 0; i < length && i < LONGEST; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\n')
            fputs("\\n", out);
        else if (c == '\t')
            fputs("\\t", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputs(length > LONGEST ? "\"…" : "\"", out);
    fclose(out);
    return text;
}
