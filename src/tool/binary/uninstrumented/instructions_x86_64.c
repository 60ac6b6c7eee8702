/* instructions_x86_64.c - reads machine code of x86_64, by capstone; see machine_code.h. */
#include <string.h>

#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/machine_code.h"

enum { GENERAL = 16 };

struct reader {
    struct image *image;
    struct walk  *walk;
    uint64_t      start, end;     /* of the function */
    bool          local[GENERAL]; /* registers with an address in the function's own frame, or in constants */
    bool          has_home;       /* without optimization the address of the struct to return is kept in the frame … */
    int64_t       home;           /* … here, from the frame register on */
};

/* --- addresses --------------------------------------------------------------------------------------------------------- */

static int number_of(x86_reg reg)
{
    static const x86_reg registers[GENERAL] = {
        X86_REG_RAX, X86_REG_RBX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_RBP, X86_REG_RSP,
        X86_REG_R8, X86_REG_R9, X86_REG_R10, X86_REG_R11, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15};
    for (int i = 0; i < GENERAL; i++)
        if (registers[i] == reg)
            return i;
    return -1;
}

/* The frame register is always one: `mazurka cc` sees to that. */
static bool is_local_register(const struct reader *r, x86_reg reg)
{
    int number = number_of(reg);
    return reg == X86_REG_RSP || reg == X86_REG_RBP || (number >= 0 && r->local[number]);
}

static bool is_local_address(const struct reader *r, const x86_op_mem *m)
{
    return is_local_register(r, m->base) || is_local_register(r, m->index);
}

static uint64_t target_of(const cs_insn *i, const x86_op_mem *m)
{
    return i->address + i->size + (uint64_t)m->disp;
}

/* Memory that others can know and that changes. The thread pointer and what guards the stack are neither. */
static bool is_foreign(const struct reader *r, const cs_insn *i, const x86_op_mem *m)
{
    if (m->segment == X86_REG_FS)
        return m->base != X86_REG_INVALID || (m->disp != 0 && m->disp != 0x28);
    if (m->base == X86_REG_RIP)
        return image_writable(r->image, target_of(i, m));
    return !is_local_address(r, m);
}

/* --- calls ------------------------------------------------------------------------------------------------------------- */

static void note_call(struct reader *r, const cs_insn *i)
{
    const cs_x86_op *op = i->detail->x86.operands;
    const char *name = op->type == X86_OP_IMM ? image_called_name(r->image, (uint64_t)op->imm) : NULL;
    if (op->type == X86_OP_MEM && op->mem.base == X86_REG_RIP) {
        const struct image_pointer *pointer = image_pointer_at(r->image, target_of(i, &op->mem));
        name = pointer ? pointer->name : NULL;
    }
    r->walk->hooked |= name && machine_is_hook(name);
    r->walk->enters |= name && machine_is_entry_hook(name);
    r->walk->ranges += name && machine_is_range_hook(name);
}

/* --- instructions ------------------------------------------------------------------------------------------------------ */

static enum oddity oddity_of(const cs_insn *i)
{
    const cs_x86 *x = &i->detail->x86;
    switch (i->id) {
    case X86_INS_XCHG:
    case X86_INS_XADD:
    case X86_INS_CMPXCHG:
    case X86_INS_CMPXCHG8B:
        return ODD_ATOMIC;
    case X86_INS_CMPXCHG16B: /* clang leaves one behind the hook of a load of 16 bytes, whose result it does not use */
        return ODD_NONE;
    case X86_INS_RDTSC:
    case X86_INS_RDTSCP:
    case X86_INS_RDRAND:
    case X86_INS_RDSEED:
    case X86_INS_RDPMC:
        return ODD_CLOCK;
    case X86_INS_SYSCALL:
    case X86_INS_SYSENTER:
    case X86_INS_INT:
        return ODD_SYSTEM;
    default:
        return x->prefix[0] == X86_PREFIX_LOCK ? ODD_ATOMIC : ODD_NONE;
    }
}

static bool begins_like(const char *name, const char *const *prefixes)
{
    while (*prefixes && !starts_with(name, *prefixes))
        prefixes++;
    return *prefixes != NULL;
}

static bool is_masked(const cs_x86 *x)
{
    for (int k = 0; k < x->op_count; k++)
        if (x->operands[k].type == X86_OP_REG && x->operands[k].reg >= X86_REG_K1 && x->operands[k].reg <= X86_REG_K7)
            return true;
    return false;
}

static enum oddity builtin_of(const cs_insn *i)
{
    static const char *const streams[] = {"movnt", "vmovnt", NULL};
    static const char *const builtins[] = {"vgather", "vpgather", "vscatter", "vpscatter", "vmaskmov", "vpmaskmov", "maskmov", "vcompress",
        "vpcompress", "vexpand", "vpexpand", "tileload", "tilestore", "ldtilecfg", "sttilecfg", "xsave", "xrstor", "fxsave", "fxrstor",
        "movdir", "lddqu", "vlddqu", "clzero", NULL};
    if (begins_like(i->mnemonic, streams))
        return ODD_STREAM;
    bool builtin = begins_like(i->mnemonic, builtins) || (starts_with(i->mnemonic, "v") && is_masked(&i->detail->x86));
    return builtin ? ODD_BUILTIN : ODD_NONE;
}

static bool accesses_nothing(const cs_insn *i)
{
    return i->id == X86_INS_LEA || i->id == X86_INS_NOP || i->id == X86_INS_CALL || i->id == X86_INS_JMP ||
           strncmp(i->mnemonic, "prefetch", 8) == 0;
}

static void note(struct reader *r, enum oddity odd, const cs_insn *i)
{
    machine_note(r->walk, odd, i->address, i->mnemonic);
}

static void note_memory(struct reader *r, const cs_insn *i, const cs_x86_op *op)
{
    enum { WIDE = 32 };
    if (!is_foreign(r, i, &op->mem))
        return;
    if (oddity_of(i) == ODD_ATOMIC)
        note(r, ODD_ATOMIC, i);
    if (op->size >= WIDE)
        note(r, ODD_WIDE, i);
    r->walk->builtins += builtin_of(i) == ODD_BUILTIN;
    if (builtin_of(i) != ODD_NONE)
        note(r, builtin_of(i), i);
    if (!r->walk->access)
        r->walk->access = i->address;
}

static bool is_home(const struct reader *r, const cs_x86_op *op)
{
    return r->has_home && op->type == X86_OP_MEM && op->mem.base == X86_REG_RBP && op->mem.index == X86_REG_INVALID &&
           op->mem.disp == r->home;
}

/* The first store of the register in which the address comes. */
static void find_home(struct reader *r, const cs_insn *i)
{
    const cs_x86_op *op = i->detail->x86.operands;
    if (i->id != X86_INS_MOV || op[0].type != X86_OP_MEM || op[0].mem.base != X86_REG_RBP || op[0].mem.index != X86_REG_INVALID)
        return;
    if (is_home(r, &op[0])) {
        r->has_home = false;
    } else if (r->walk->returns && op[1].type == X86_OP_REG && op[1].reg == X86_REG_RDI && r->local[number_of(X86_REG_RDI)]) {
        r->has_home = true;
        r->home = op[0].mem.disp;
    }
}

/* Does the word have the address of a constant, which the dynamic linker has put there? */
static bool leads_to_constant(const struct reader *r, const cs_insn *i, const cs_x86_op *op)
{
    bool placed = op->type == X86_OP_MEM && op->mem.base == X86_REG_RIP;
    const struct image_pointer *pointer = placed ? image_fixed_pointer_at(r->image, target_of(i, &op->mem)) : NULL;
    return pointer && !image_writable(r->image, pointer->target);
}

/* Registers that have addresses of the frame or of constants: an approximation that rather takes too many for local. */
static void follow_registers(struct reader *r, const cs_insn *i)
{
    const cs_x86_op *op = i->detail->x86.operands;
    int to = i->detail->x86.op_count > 1 && op[0].type == X86_OP_REG ? number_of(op[0].reg) : -1;
    if (to < 0)
        return;
    bool from = op[1].type == X86_OP_REG ? is_local_register(r, op[1].reg) : is_home(r, &op[1]) || leads_to_constant(r, i, &op[1]);
    if (i->id == X86_INS_LEA)
        r->local[to] = is_local_address(r, &op[1].mem) ||
                       (op[1].mem.base == X86_REG_RIP && !image_writable(r->image, target_of(i, &op[1].mem)));
    else if (i->id == X86_INS_MOV || i->id == X86_INS_MOVABS)
        r->local[to] = from;
    else
        r->local[to] |= from;
}

/* A jump inside the function is no call: registers keep what they hold. */
static bool is_call(const struct reader *r, const cs_insn *i)
{
    const cs_x86_op *op = i->detail->x86.operands;
    return i->id == X86_INS_CALL ||
           (i->id == X86_INS_JMP && !(op->type == X86_OP_IMM && (uint64_t)op->imm - r->start < r->end - r->start));
}

static void look_at(struct reader *r, const cs_insn *i)
{
    const cs_x86 *x = &i->detail->x86;
    enum oddity odd = oddity_of(i);
    if (odd == ODD_CLOCK || odd == ODD_SYSTEM)
        note(r, odd, i);
    for (int k = 0; k < x->op_count && !accesses_nothing(i); k++)
        if (x->operands[k].type == X86_OP_MEM)
            note_memory(r, i, &x->operands[k]);
    if (is_call(r, i)) {
        note_call(r, i);
        r->local[number_of(X86_REG_RAX)] = r->local[number_of(X86_REG_RDI)]; /* a struct is returned where it was wanted */
    }
    find_home(r, i);
    follow_registers(r, i);
}

void instructions_x86_64(struct image *image, uint64_t low, uint64_t high, struct walk *walk)
{
    struct reader r = {.image = image, .walk = walk, .start = low, .end = high};
    r.local[number_of(X86_REG_RDI)] = walk->returns;
    size_t left = high - low;
    const uint8_t *bytes = image_at(image, low, left);
    cs_insn *i = cs_malloc(image->handle);
    while (left > 0) {
        if (cs_disasm_iter(image->handle, &bytes, &left, &low, i)) {
            look_at(&r, i);
        } else {
            bytes++, low++, left--;
        }
    }
    cs_free(i, 1);
}
