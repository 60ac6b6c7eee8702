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

/* read4 of __tsan_read4 and of __tsan_volatile_read4; "": it is no hook. */
static const char *access_of(const char *name)
{
    static const char *const prefix[] = {"__tsan_volatile_", "__tsan_"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (starts_with(name, prefix[i]))
            return name + strlen(prefix[i]);
    return "";
}

/* The number of parameters, numbers and addresses all of them; -1: who knows. */
static int parameters_of(const char *name)
{
    static const char *const address[] = {"read1", "read2", "read4", "read8", "write1", "write2", "write4", "write8", NULL};
    static const char *const address_and_order[] = {"__tsan_atomic8_load", "__tsan_atomic16_load", "__tsan_atomic32_load",
                                                    "__tsan_atomic64_load", NULL};
    if (strcmp(name, "__tsan_func_exit") == 0)
        return 0;
    return is_one_of(access_of(name), address) ? 1 : is_one_of(name, address_and_order) ? 2 : traits_parameters(calls_traits(name));
}

/* The number of vector registers that hold arguments is told to those only that have as many as their caller likes. */
static bool may_be_variadic(const char *name)
{
    return hook_kind(name) == HOOK_NONE && strncmp(name, "pthread_", 8) != 0;
}

/* Registers in which a hook, or a function of a library, may get something. */
static uint64_t arguments_of(const struct function *f, const char *name)
{
    const struct architecture *a = f->architecture;
    int count = parameters_of(name);
    uint64_t gets = 0;
    if (count < 0)
        return may_be_variadic(name) ? a->arguments : a->arguments & ~register_mask(a->vector_count);
    for (int k = 0; k < count; k++)
        gets |= register_mask(a->parameters[k]);
    return gets;
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
