/* dead.c - see dead.h. One table of addresses for all instrumented modules, made at the start and only read afterwards. */
#include "world/state/dead.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "wire/liveness_table.h"
#include "world/switch.h"

/* All that is known about a return address. */
struct place {
    uint64_t pc; /* 0: unused */
    const struct liveness_site  *site;
    const struct liveness_entry *entry;
    const struct liveness_range *range; /* of its module */
    const struct liveness_save  *save;
    const struct liveness_header *table;
};

enum { MODULES = 64 }; /* of which the future is asked for */

static struct {
    struct dead_module module[MODULES];
    unsigned      modules;
    struct place *place;
    unsigned      bits;   /* 1 << bits places, at most half of them used; 0: there are none */
    bool          clears; /* there are some, and what they call dead is cleared or filled */
    uint8_t       fill;   /* what dead bytes become */
    uint8_t       fresh;  /* and those of new frames */
    bool          wipes;  /* new memory on the stack does not stay as it is */
    bool          parked; /* threads that park keep what is dead in them: no state is looked at */
    bool          leaves; /* a module has a function that ends in a jump to another one */
    uint64_t      flags;  /* of the word with floating-point exceptions */
} dead;

/* Offset at which mz__announce leaves the register of each bit of a mask, and how far from a function's frame its
 * caller's begins. */
#if defined(__x86_64__)
static const uint8_t switch_word[] = {5, 6, 4, 3, 2, 1};
enum { MACHINE = EM_X86_64, RETURN_ADDRESS = 8, FRAME_BIT = 1 };
#else
static const uint8_t switch_word[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19};
enum { MACHINE = EM_AARCH64, RETURN_ADDRESS = 0, FRAME_BIT = 10 };
#endif

/* ---- the table ------------------------------------------------------------------------------------------------------ */

static inline struct place *find(uint64_t pc)
{
    uint64_t mask = ((uint64_t)1 << dead.bits) - 1;
    uint64_t at = (pc * 0x9e3779b97f4a7c15ULL) >> (64 - dead.bits);
    while (dead.place[at].pc != pc && dead.place[at].pc != 0)
        at = (at + 1) & mask;
    return &dead.place[at];
}

struct module {
    const struct liveness_header *table;
    uint64_t bias;
    unsigned found;
};

static bool has_build_id(const struct dl_phdr_info *info, const ElfW(Phdr) *ph, const struct liveness_header *table)
{
    const char *at = (const char *)(info->dlpi_addr + ph->p_vaddr), *end = at + ph->p_memsz;
    while (end - at >= (long)sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
        const char *name = at + sizeof *note, *text = name + ((note->n_namesz + 3) & ~3u);
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0)
            return note->n_descsz == table->build_id_size && memcmp(text, table->build_id, note->n_descsz) == 0;
        at = text + ((note->n_descsz + 3) & ~3u);
    }
    return false;
}

static int match_module(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct module *m = data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE && has_build_id(info, &info->dlpi_phdr[i], m->table)) {
            m->bias = info->dlpi_addr;
            m->found++;
            break;
        }
    return 0;
}

static struct place *place_at(const struct module *m, uint32_t pc)
{
    struct place *p = find(m->bias + pc);
    p->pc = m->bias + pc;
    p->range = liveness_ranges(m->table);
    p->save = liveness_saves(m->table);
    p->table = m->table;
    return p;
}

static void add_module(const struct liveness_header *table)
{
    struct module m = {table, 0, 0};
    dl_iterate_phdr(match_module, &m);
    dead.leaves |= table->leaves;
    if (m.found != 1) /* a build id that was given by hand, twice */
        return;
    if (dead.modules < MODULES)
        dead.module[dead.modules++] = (struct dead_module){table, m.bias};
    for (uint32_t i = 0; i < table->sites; i++) {
        const struct liveness_site *site = &liveness_sites(table)[i];
        place_at(&m, site->pc)->site = site;
    }
    for (uint32_t i = 0; i < table->entries; i++) {
        const struct liveness_entry *entry = &liveness_entries(table)[i];
        place_at(&m, entry->pc)->entry = entry;
    }
}

/* The tables lie one behind the other, each with its length before it. */
static const struct liveness_header *table_at(const struct wire *wire, uint64_t *offset)
{
    if (*offset >= wire->liveness_bytes)
        return NULL;
    const char *at = wire_liveness(wire) + *offset;
    uint64_t size = *(const uint64_t *)at;
    *offset += sizeof size + size;
    return (const struct liveness_header *)(at + sizeof size);
}

uint8_t mz__keeps_status;

bool dead_prepare(const struct wire *wire)
{
    const struct liveness_header *table;
    uint64_t places = 0;
    for (uint64_t offset = 0; (table = table_at(wire, &offset)) != NULL;)
        places += table->machine == MACHINE ? table->sites + table->entries : 0;
    bool poison = wire->config.dead_values == WIRE_DEAD_POISON;
    dead.wipes = wire->config.dead_values != WIRE_DEAD_KEEP;
    dead.fill = poison ? WIRE_GARBAGE : 0;
    dead.fresh = poison ? WIRE_GARBAGE : wire_fresh_byte(&wire->config);
    dead.flags = wire->config.dead_flags ? SWITCH_FLAGS : 0;
    mz__keeps_status = !wire->config.dead_flags;
    if (places == 0)
        return true;
    unsigned bits = 4;
    while (((uint64_t)1 << bits) < 2 * places)
        bits++;
    dead.place = raw_map(NULL, sizeof *dead.place << bits, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!dead.place)
        return false;
    dead.bits = bits;
    dead.clears = dead.wipes;
    for (uint64_t offset = 0; (table = table_at(wire, &offset)) != NULL;)
        if (table->machine == MACHINE)
            add_module(table);
    return true;
}

void dead_keep_parked(void)
{
    dead.parked = true;
}

bool dead_stays(const struct wire *wire, struct dl_phdr_info *info)
{
    const struct liveness_header *table;
    for (uint64_t offset = 0; (table = table_at(wire, &offset)) != NULL;) {
        struct module here = {table, 0, 0}, everywhere = {table, 0, 0};
        match_module(info, 0, &here);
        if (here.found == 0 || table->machine != MACHINE)
            continue;
        dl_iterate_phdr(match_module, &everywhere);
        return table->stays && everywhere.found == 1;
    }
    return false;
}

/* ---- clearing ------------------------------------------------------------------------------------------------------- */

static inline void fill_word(uint64_t addr, uint8_t byte)
{
    *(uint64_t *)addr = byte * 0x0101010101010101ULL;
}

typedef uint64_t pair __attribute__((vector_size(16), aligned(1), may_alias));

static inline void fill_ranges(uint64_t sp, const struct liveness_range *range, unsigned count, uint8_t byte)
{
    uint64_t word = byte * 0x0101010101010101ULL;
    pair both = {word, word};
    for (unsigned i = 0; i < count; i++) {
        uint64_t at = sp + range[i].from, end = at + range[i].size;
        for (; at + 16 <= end; at += 16)
            *(pair *)at = both;
        if (at + 8 <= end) {
            fill_word(at, byte);
            at += 8;
        }
        for (; at < end; at++)
            *(uint8_t *)at = byte;
    }
}

void dead_parked(struct thread *t)
{
    if (t->op.kind == OP_FAULT) /* where it has crashed there are no saved registers */
        return;
    uint64_t *saved = (uint64_t *)t->sp;
    saved[SWITCH_FLAGS_WORD] &= ~dead.flags;
    if (!dead.clears || dead.parked)
        return;
    bool foreign = t->op.kind == OP_FOREIGN; /* called by a thunk, on behalf of the function that op.pc is in */
    uint64_t sp = foreign ? t->op.arg[1] + 8 : (uint64_t)&saved[SWITCH_WORDS];
    const struct place *p = find(foreign ? t->op.pc : saved[SWITCH_RETURN]);
    if (!p->site)
        return;
    for (unsigned registers = p->site->dead; registers; registers &= registers - 1)
        fill_word((uint64_t)&saved[switch_word[__builtin_ctz(registers)]], dead.fill);
    uint64_t s = p->site->below ? saved[SWITCH_FRAME] - p->site->below : sp;
    fill_ranges(s, &p->range[p->site->first_range], p->site->ranges, dead.fill);
}

/* The call in progress in the function of frame k, and where its ranges count from; NULL: nothing is known. */
static const struct place *place_in_frame(const struct thread *t, uint32_t k, uint64_t *s)
{
    const uint64_t *saved = (const uint64_t *)t->sp;
    bool top = k + 1 == t->depth;
    const struct place *p = find(top ? saved[SWITCH_RETURN] : t->frames[k + 1].pc), *entry = find(t->frames[k].hook);
    if (!p->site || !entry->site || p->table != entry->table || p->site->function != entry->site->function)
        return NULL;
    if (top)
        *s = p->site->below ? saved[SWITCH_FRAME] - p->site->below : (uint64_t)&saved[SWITCH_WORDS];
    else
        *s = p->site->below ? 0 : dead_cfa(t->frames[k + 1].hook, t->frames[k + 1].sp);
    return *s ? p : NULL;
}

bool dead_clear_in_loop(struct thread *t, uint32_t k)
{
    uint64_t *saved = (uint64_t *)t->sp, s;
    const struct place *p = dead.bits && !dead.parked ? place_in_frame(t, k, &s) : NULL;
    if (!p || !p->site->in_loop)
        return false;
    for (unsigned registers = k + 1 == t->depth ? p->site->loop_dead : 0; registers; registers &= registers - 1)
        fill_word((uint64_t)&saved[switch_word[__builtin_ctz(registers)]], dead.fill);
    fill_ranges(s, &p->range[p->site->first_loop_range], p->site->loop_ranges, dead.fill);
    return true;
}

struct dead_arguments dead_arguments(uint64_t pc)
{
    const struct place *p = dead.bits ? find(pc) : NULL;
    if (!p || !p->site || (p->site->elsewhere && dead.leaves))
        return (struct dead_arguments){UINT16_MAX, UINT8_MAX, UINT8_MAX};
    return (struct dead_arguments){p->site->arguments, p->site->vectors, p->site->stack_words};
}

const struct dead_module *dead_modules(unsigned *count)
{
    *count = dead.modules;
    return dead.module;
}

const struct liveness_site *dead_call(uint64_t pc, const struct liveness_header **table)
{
    const struct place *p = dead.bits ? find(pc) : NULL;
    *table = p ? p->table : NULL;
    return p ? p->site : NULL;
}

bool dead_result(uint64_t pc)
{
    const struct liveness_header *table;
    const struct liveness_site *site = dead_call(pc, &table);
    return site && site->unread;
}

static bool has_way_out(uint64_t pc)
{
    const struct liveness_header *table;
    const struct liveness_site *site = dead_call(pc, &table);
    return site && site->way_out;
}

/* The function that a thread begins with is called by nobody that is known. */
bool dead_way_out(const struct thread *t)
{
    bool out = has_way_out(t->op.pc);
    for (uint32_t i = t->depth; i-- > 1 && out;)
        out = has_way_out(t->frames[i].pc);
    return out;
}

uint32_t dead_frame(uint64_t hook)
{
    const struct place *p = dead.bits ? find(hook) : NULL;
    return p && p->entry ? p->entry->frame : 0;
}

uint64_t dead_cfa(uint64_t hook, uint64_t sp)
{
    uint32_t frame = dead_frame(hook);
    return frame ? sp + frame + RETURN_ADDRESS : 0;
}

uint32_t dead_frame_in(uint64_t lo, uint64_t hi)
{
    for (uint64_t at = 0; dead.bits && at < (uint64_t)1 << dead.bits; at++)
        if (dead.place[at].entry && dead.place[at].pc - lo < hi - lo)
            return dead.place[at].entry->frame;
    return 0;
}

/* A variadic function has stored a register, whether or not that held an argument. */
static void fill_argument(uint64_t at, uint32_t reg, const struct liveness_site *site)
{
    if (site->elsewhere) /* a function without hooks may have been called, and have gone on here by a jump, with arguments of its own */
        return;
    if (reg < LIVENESS_VECTOR && !(site->arguments >> (reg - LIVENESS_ARGUMENT) & 1))
        fill_word(at, dead.fill);
    if (reg >= LIVENESS_VECTOR && !(site->vectors >> (reg - LIVENESS_VECTOR) & 1))
        memset((void *)at, dead.fill, LIVENESS_VECTOR_BYTES);
}

/* Entry of the function that was entered; NULL: it was not entered as functions are. */
static inline const struct place *fill_frame(uint64_t hook, uint64_t caller, uint64_t sp)
{
    const struct place *callee = find(hook);
    const struct liveness_entry *entry = callee->entry;
    if (!entry || (RETURN_ADDRESS != 0 && *(uint64_t *)(sp + entry->frame) != caller))
        return NULL;
    fill_ranges(sp, &callee->range[entry->first_range], entry->ranges, dead.fresh);
    return callee;
}

void dead_entered_only(uint64_t hook, uint64_t caller, uint64_t sp)
{
    if (dead.clears)
        fill_frame(hook, caller, sp);
}

void dead_entered(uint64_t hook, uint64_t caller, uint64_t sp)
{
    if (!dead.clears)
        return;
    const struct place *callee = fill_frame(hook, caller, sp), *from = find(caller);
    if (!callee || !from->site)
        return;
    const struct liveness_entry *entry = callee->entry;
    uint64_t frame = 0; /* pointer of the caller */
    for (unsigned i = 0; i < entry->saves; i++) {
        const struct liveness_save *save = &callee->save[entry->first_save + i];
        if (save->reg >= LIVENESS_ARGUMENT)
            fill_argument(sp + save->at, save->reg, from->site);
        else if (from->site->dead >> save->reg & 1)
            fill_word(sp + save->at, dead.fill);
        else if (save->reg == FRAME_BIT)
            frame = *(uint64_t *)(sp + save->at);
    }
    uint64_t s = sp + entry->frame + RETURN_ADDRESS;
    if (from->site->below && !frame)
        return;
    if (from->site->below)
        s = frame - from->site->below;
    fill_ranges(s, &from->range[from->site->first_range], from->site->ranges, dead.fill);
}

void dead_fresh(uint64_t lo, uint64_t hi)
{
    if (dead.wipes)
        memset((void *)lo, dead.fresh, hi - lo);
}
