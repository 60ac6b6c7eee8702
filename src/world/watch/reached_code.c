/* reached_code.c - see reached_code.h. */
#include "world/watch/reached_code.h"

#include "base/text.h"
#include "world/loaded/traps.h"
#include "world/outside/returns.h"
#include "world/world.h"

enum { NOT_LOADED = WIRE_MAX_MODULES };

static struct {
    struct wire *wire;
    uint32_t     module[WIRE_MAX_SPOT_FILES]; /* of each file; NOT_LOADED: none */
    trap         was[WIRE_MAX_SPOTS];
} reached;

/* ---- laying traps ----------------------------------------------------------------------------------------------------- */

static uint64_t base_of(uint32_t file)
{
    return reached.wire->module[reached.module[file]].base;
}

static uint32_t module_of(const struct wire *wire, uint32_t file)
{
    uint32_t i = 0;
    while (i < wire->modules && !text_equal(wire->module[i].path, wire->spot_file[file].path))
        i++;
    return file == 0 ? 0 : i < wire->modules ? i : NOT_LOADED;
}

static bool lay(struct wire_spot *spot, uint32_t file)
{
    return traps_lay(base_of(file) + spot->at, &reached.was[spot - reached.wire->spot]);
}

/* Traps of a file that is not there are never laid, and then nothing is known of them. */
void reached_code_prepare(struct wire *wire)
{
    bool laid = true;
    reached.wire = wire;
    for (uint32_t file = 0; file < wire->spot_files && laid; file++) {
        struct wire_spot *spot = &wire->spot[wire->spot_file[file].first], *end = spot + wire->spot_file[file].count;
        reached.module[file] = module_of(wire, file);
        for (; spot < end && laid && reached.module[file] != NOT_LOADED; spot++)
            spot->laid = laid = lay(spot, file);
    }
    wire->spots_lost = !traps_close() || !laid;
}

/* ---- the end of set-up ------------------------------------------------------------------------------------------------- */

/* May the function end in a call? Then what it returns to is where the next function begins. */
static bool ends_in_call(uint64_t end)
{
#if defined(__x86_64__)
    const uint8_t *code = (const uint8_t *)end;
    return code[-5] == 0xe8 || code[-2] == 0xff || code[-3] == 0xff || code[-6] == 0xff || code[-7] == 0xff;
#else
    uint32_t last = ((const uint32_t *)end)[-1];
    return last >> 26 == 0x25 || (last & 0xfffffc1f) == 0xd63f0000; /* bl, blr */
#endif
}

/* Is there a word that could be a return address in (lo, hi)? Its upper bits may hold a signature. */
static bool has_address(const uint64_t *word, const uint64_t *end, uint64_t lo, uint64_t hi)
{
    const uint64_t address = ((uint64_t)1 << 48) - 1;
    for (; word < end; word++)
        if ((*word & address) > lo && (*word & address) < hi)
            return true;
    return false;
}

/* Some return addresses are kept beside the stack. */
static bool is_active(const struct thread *t, uint64_t lo, uint64_t hi)
{
    uint64_t from = t->sp & ~(uint64_t)7, to = t->stack_base;
    hi += ends_in_call(hi);
    bool active = has_address((const uint64_t *)from, (const uint64_t *)to, lo, hi) || has_address(&t->op.pc, &t->op.pc + 1, lo, hi);
    static const uint64_t kinds[] = {RETURNS_OUTSIDE, RETURNS_INSIDE, RETURNS_ATOMIC};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds && !active; i++)
        if (returns_are_kept(kinds[i]))
            active = has_address(returns_place(kinds[i], from), returns_place(kinds[i], to) + 2, lo, hi);
    return active;
}

void reached_code_setup_done(void)
{
    struct wire *wire = reached.wire;
    for (uint32_t file = 0; wire && file < wire->spot_files; file++) {
        struct wire_spot *spot = &wire->spot[wire->spot_file[file].first], *end = spot + wire->spot_file[file].count;
        for (; spot < end; spot++) {
            if (!spot->in_setup)
                continue;
            uint64_t base = base_of(file);
            if (spot->end && is_active(&mz__world.thread[0], base + spot->at, base + spot->end))
                spot->reached = 1;
            else if (!lay(spot, file))
                wire->spots_lost = 1;
        }
    }
    if (wire && !traps_close())
        wire->spots_lost = 1;
}

/* ---- being reached ------------------------------------------------------------------------------------------------------ */

static struct wire_spot *spot_at(struct wire *wire, uint64_t pc)
{
    for (uint32_t file = 0; wire && file < wire->spot_files; file++) {
        const struct wire_module *m = reached.module[file] == NOT_LOADED ? NULL : &wire->module[reached.module[file]];
        uint32_t n = m && pc - m->lo < m->hi - m->lo ? wire_spot_at(wire, file, pc - m->base) : WIRE_MAX_SPOTS;
        if (n < WIRE_MAX_SPOTS)
            return &wire->spot[n];
    }
    return NULL;
}

bool reached_code_here(uint64_t pc)
{
    struct wire_spot *spot = spot_at(reached.wire, pc);
    if (!spot || !spot->laid)
        return false;
    if (mz__world.setup)
        spot->in_setup = 1;
    else if (!spot->reached)
        spot->reached = mz__hot.running ? mz__hot.running->number + 1 : 1;
    return traps_lift(pc, reached.was[spot - reached.wire->spot]) && traps_close();
}
