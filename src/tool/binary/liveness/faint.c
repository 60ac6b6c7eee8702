/* faint.c - backward: values that only make values of their own kind. A counter that nobody asks for is read whenever it is counted up, and
 * yet what it is does not matter. See function.h: an instruction without any other effect reads nothing if what it sets is dead.
 *
 * Flags are one more register. Whatever a decoder does not say of an instruction it reads: flags, and what it mentions.
 */
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

#define FLAGS (1ull << 63)

static bool stores_dead(const struct function *f, uint32_t at, const uint64_t *bytes)
{
    const struct instruction *i = &f->code[at];
    for (int k = 0; k < i->accesses; k++) {
        int32_t place = f->places[at][k];
        if (place == NO_PLACE || place < f->depth || place + i->access[k].size > 0)
            return false;
        for (int32_t byte = place; i->access[k].writes && byte < place + i->access[k].size; byte++)
            if (place_bit(bytes, f, byte) || place_bit(f->open, f, byte) || place_bit(f->saves, f, byte))
                return false;
    }
    return true;
}

/* Does nothing depend on instruction `at`, if these bytes and registers live behind it? */
bool is_faint(const struct function *f, uint32_t at, const uint64_t *bytes, uint64_t registers)
{
    const struct instruction *i = &f->code[at];
    uint64_t sets = i->defines | i->touches | (i->flags == FLAGS_SET || i->flags == FLAGS_REPLACED ? FLAGS : 0);
    return i->pure && i->flow == FLOW_NEXT && !(sets & (registers | register_mask(f->architecture->stack))) && stores_dead(f, at, bytes);
}

uint64_t flags_before(const struct instruction *i, uint64_t registers)
{
    return i->flags == FLAGS_READ ? registers | FLAGS : i->flags == FLAGS_REPLACED ? registers & ~FLAGS : registers;
}

/* Functions that loops call which wait, with the number of their parameters: numbers and addresses all of them. */
static const struct parameters { const char *name; int count; } known[] = {
    {"__tsan_read1", 1}, {"__tsan_read2", 1}, {"__tsan_read4", 1}, {"__tsan_read8", 1},
    {"__tsan_write1", 1}, {"__tsan_write2", 1}, {"__tsan_write4", 1}, {"__tsan_write8", 1},
    {"__tsan_atomic8_load", 2}, {"__tsan_atomic16_load", 2}, {"__tsan_atomic32_load", 2}, {"__tsan_atomic64_load", 2},
    {"sched_yield", 0}, {"thrd_yield", 0}, {"pthread_yield", 0}, {"sleep", 1}, {"usleep", 1}, {"nanosleep", 2}, {"thrd_sleep", 2},
    {"poll", 3}, {"clock_nanosleep", 4}, {"pthread_mutex_trylock", 1}, {"pthread_spin_trylock", 1}, {"sem_trywait", 1},
};

/* Registers in which a hook, or a function of a library, may get something. */
static uint64_t arguments_of(const struct function *f, const char *name)
{
    const struct architecture *a = f->architecture;
    uint64_t gets = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) != 0)
            continue;
        for (int k = 0; k < known[i].count; k++)
            gets |= register_mask(a->parameters[k]);
        return gets;
    }
    return hook_kind(name) == HOOK_NONE ? a->arguments : a->arguments & ~register_mask(a->vector_count);
}

/* Registers, flags among them, that live in front of a call. A function of the file may read what it likes, and its caller know what it
 * leaves alone. Borrowed registers are read by whoever is called in the end. */
uint64_t live_at_call(const struct function *f, uint32_t at, uint64_t registers)
{
    const char *name = f->called[at];
    bool here = image_function_at(f->image, f->code[at].target);
    registers |= f->image->borrowed;
    if (hook_kind(name) == HOOK_NONE && (here || calls_classify(name) == CALL_UNKNOWN))
        return registers | f->architecture->scratch | FLAGS;
    return (registers & ~f->architecture->scratch & ~FLAGS) | arguments_of(f, name);
}
