/* noise.c - see noise.h. */
#include "tool/binary/names/noise.h"

#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/cli/util.h"

enum { SLOTS = 4096, UNKNOWN = 0, WORTH_A_LINE, OF_NO_WORD };

struct noise {
    const struct naming *n;
    struct {
        uint64_t pc;
        int      what;
    } known[SLOTS];
};

struct noise *noise_open(const struct naming *n)
{
    struct noise *noise = allocate(sizeof *noise);
    noise->n = n;
    return noise;
}

void noise_close(struct noise *noise)
{
    free(noise);
}

bool noise_in_library(const struct naming *n, const struct wire_event *e)
{
    return e->stack_used > 0 && symbols_call(n->symbols, e->stack[0]).library;
}

/* What is it called, if it lies on a stack? A new string, or NULL. */
static char *name_on_stack(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    struct value_type ignored;
    bool on_stack = e->addr >= n->wire->stack_lo && e->addr < n->wire->heap_lo;
    return on_stack ? name_data(n, event, e->addr, e->size, &ignored) : NULL;
}

/* Names that begin with two underscores are the implementation's: __atomic_load_tmp of <stdatomic.h>, __p of libstdc++. */
static bool is_implementations(const char *name)
{
    return name && (starts_with(name, "__") || strstr(name, "'s __"));
}

/* What has no name on a stack are values that compilers put there. */
static bool has_no_word(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    char *name = name_on_stack(n, event, e);
    bool wordless = is_implementations(name) || (name && strstr(name, "'s stack + "));
    free(name);
    return wordless;
}

/* Such a variable may lie in a frame that other threads use, and be visible for that. */
static bool is_compilers_variable(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    char *name = op_is_access(e->kind) ? name_on_stack(n, event, e) : NULL;
    bool compilers = is_implementations(name);
    free(name);
    return compilers;
}

/* One instruction accesses one variable: what is true of it once is true of it always. */
static bool is_of_no_word(struct noise *noise, uint64_t event, const struct wire_event *e)
{
    uint64_t slot = (e->pc * 0x9e3779b97f4a7c15ULL) >> 52;
    if (noise->known[slot].pc != e->pc || noise->known[slot].what == UNKNOWN) {
        bool own = noise_in_library(noise->n, e) || symbols_in_runtime(noise->n->symbols, e->addr) || has_no_word(noise->n, event, e);
        noise->known[slot].pc = e->pc;
        noise->known[slot].what = own ? OF_NO_WORD : WORTH_A_LINE;
    }
    return noise->known[slot].what == OF_NO_WORD;
}

/* pthread_join(thread[i], ...) reads thread[i] first. */
static bool is_look_at_thread(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    const struct wire_event *next = NULL;
    for (uint64_t i = event + 1; e->kind == OP_READ && (next = naming_event(n, i)) != NULL; i++)
        if (next->thread == e->thread)
            break;
    return next ? op_of_threads(next->kind) && next->arg[0] == e->before
                : e->kind == OP_READ && e->size == 8 && naming_thread_of(n, e->before) >= 0;
}

/* What std::thread keeps of the function that it runs is shared by who makes the thread and the thread; and so may be what else the
 * library does without having been called. */
static bool is_threads_own(const struct naming *n, const struct wire_event *e)
{
    for (uint32_t i = 0; i < e->stack_used && i < WIRE_STACK; i++) {
        struct place p = symbols_call(n->symbols, e->stack[i]);
        if (p.file && !p.library)
            return false;
        if (p.library && p.function && starts_with(p.function, "std::thread::"))
            return true;
    }
    return noise_in_library(n, e);
}

/* Steps of the OpenMP library that begin regions and give out work. Its barriers, critical sections and locks are the
 * program's. */
static bool is_openmp(const struct naming *n, const struct wire_event *e, bool access)
{
    bool section = e->kind == OP_ATOMIC_BEGIN || e->kind == OP_ATOMIC_END, region = e->kind == OP_SEM_POST || e->kind == OP_SEM_WAIT;
    if (!access && !section && !region && e->kind != OP_LOCK && e->kind != OP_UNLOCK)
        return false;
    struct place p = e->stack_used ? symbols_call(n->symbols, e->stack[0]) : (struct place){0};
    bool lock = e->kind == OP_LOCK || e->kind == OP_UNLOCK;
    bool critical = lock && p.function && (starts_with(p.function, "GOMP_critical") || starts_with(p.function, "GOMP_atomic"));
    return p.openmp && !critical;
}

/* What stdio looks at in a stream. One that libc has allocated itself has no name. */
static bool is_of_stream(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    struct value_type ignored;
    bool may_be = e->block && e->size == sizeof(int) && (e->kind == OP_READ || e->kind == OP_WRITE || e->kind == OP_ATOMIC_RMW);
    char *name = may_be ? name_data(n, event, e->addr, e->size, &ignored) : NULL;
    bool found = name && (ends_with(name, "->_fileno") || ends_with(name, "->_flags") || strstr(name, " bytes allocated at libc.so"));
    free(name);
    return found;
}

bool noise_is(struct noise *noise, uint64_t event)
{
    const struct wire_event *e = naming_event(noise->n, event);
    bool access = (e->kind >= OP_READ && e->kind <= OP_ATOMIC_CAS) || op_of_heap(e->kind) || op_of_frames(e->kind);
    if (!noise->n->verbose && is_openmp(noise->n, e, access))
        return true;
    if (noise->n->verbose || (!access && e->kind != OP_TESTCANCEL))
        return false;
    if (!e->visible && e->kind == OP_TESTCANCEL) /* printf and many others are cancellation points */
        return true;
    if (is_of_stream(noise->n, event, e))
        return true;
    if (e->visible)
        return access && (is_threads_own(noise->n, e) || is_compilers_variable(noise->n, event, e));
    return is_of_no_word(noise, event, e) || is_look_at_thread(noise->n, event, e);
}
