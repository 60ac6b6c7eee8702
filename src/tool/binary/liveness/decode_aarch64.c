/* decode_aarch64.c - machine code of aarch64. See code.h. As on x86_64, capstone is not asked what an instruction writes. */
#include <elf.h>
#include <string.h>

#include "tool/binary/liveness/code.h"

enum { LINK = 30, SP = 31, FRAME = 29, VECTOR = 32, FIRST_SAVED = 8, LAST_SAVED = 15 };

/* --- registers -------------------------------------------------------------------------------------------------------- */

/* Registers of which a callee preserves the lower half have a number: d8 to d15, under whatever name. */
static int vector_of(unsigned name, int *width)
{
    static const struct { unsigned first; int width; } names[] = {
        {ARM64_REG_B0, 1}, {ARM64_REG_H0, 2}, {ARM64_REG_S0, 4}, {ARM64_REG_D0, 8}, {ARM64_REG_Q0, 16}, {ARM64_REG_V0, 16},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (name < names[i].first + FIRST_SAVED || name > names[i].first + LAST_SAVED)
            continue;
        *width = names[i].width;
        return VECTOR + (int)(name - names[i].first) - FIRST_SAVED;
    }
    return NO_REGISTER;
}

/* The number of a register and its width in bytes; the zero registers are none. */
static int register_of(unsigned name, int *width)
{
    *width = 8;
    if (name >= ARM64_REG_X0 && name <= ARM64_REG_X28)
        return (int)(name - ARM64_REG_X0);
    if (name == ARM64_REG_X29)
        return FRAME;
    if (name == ARM64_REG_X30)
        return LINK;
    if (name == ARM64_REG_SP)
        return SP;
    *width = 4;
    if (name >= ARM64_REG_W0 && name <= ARM64_REG_W30)
        return (int)(name - ARM64_REG_W0);
    if (name == ARM64_REG_WSP)
        return SP;
    return vector_of(name, width);
}

/* Bytes that a load or store of this register moves. */
static uint16_t register_size(unsigned name)
{
    if (name >= ARM64_REG_Q0 && name <= ARM64_REG_Q31)
        return 16;
    if (name >= ARM64_REG_D0 && name <= ARM64_REG_D31)
        return 8;
    if (name >= ARM64_REG_S0 && name <= ARM64_REG_S31)
        return 4;
    if (name >= ARM64_REG_H0 && name <= ARM64_REG_H31)
        return 2;
    if (name >= ARM64_REG_B0 && name <= ARM64_REG_B31)
        return 1;
    if (name == ARM64_REG_XZR)
        return 8;
    if (name == ARM64_REG_WZR)
        return 4;
    int width;
    return register_of(name, &width) != NO_REGISTER ? (uint16_t)width : 0;
}

static int general(const cs_arm64_op *op, int *width)
{
    *width = 0;
    return op->type == ARM64_OP_REG ? register_of(op->reg, width) : NO_REGISTER;
}

/* --- operands --------------------------------------------------------------------------------------------------------- */

static struct access *memory(struct instruction *i, const cs_arm64_op *op, uint16_t size)
{
    int width;
    struct access *a = instruction_access(i, register_of(op->mem.base, &width), op->mem.disp, size);
    a->index = (int8_t)register_of(op->mem.index, &width);
    a->scale = (uint8_t)(op->shift.type == ARM64_SFT_LSL ? 1u << op->shift.value : 1);
    i->uses |= register_mask(a->index);
    return a;
}

/* Everything that it mentions is used, and perhaps written; a vector load reads up to 64 bytes. */
static void generic(struct instruction *i, const cs_insn *from)
{
    const cs_arm64 *x = &from->detail->arm64;
    i->leaks = true;
    for (uint8_t k = 0; k < x->op_count; k++) {
        const cs_arm64_op *op = &x->operands[k];
        if (op->type == ARM64_OP_REG) {
            int width;
            uint64_t mask = register_mask(general(op, &width));
            i->reads |= mask;
            i->touches |= mask;
        } else if (op->type == ARM64_OP_MEM && i->accesses < MAX_ACCESSES) {
            struct access *a = memory(i, op, 64);
            a->load = a->writes = true;
            i->touches |= x->writeback ? register_mask(a->base) : 0;
            i->reads |= x->writeback ? register_mask(a->base) : 0;
        }
    }
    i->uses |= i->reads;
}

/* A scalar in a vector register that is a function of the other operands: the rest of the register becomes zero. */
static bool defines_vector(const cs_insn *from)
{
    unsigned name = from->detail->arm64.operands[0].reg;
    bool scalar = (name >= ARM64_REG_S0 && name <= ARM64_REG_S31) || (name >= ARM64_REG_D0 && name <= ARM64_REG_D31);
    switch (from->id) {
    case ARM64_INS_FMOV: case ARM64_INS_FADD: case ARM64_INS_FSUB: case ARM64_INS_FMUL: case ARM64_INS_FDIV: case ARM64_INS_FNMUL:
    case ARM64_INS_FMADD: case ARM64_INS_FMSUB: case ARM64_INS_FNMADD: case ARM64_INS_FNMSUB: case ARM64_INS_FABS:
    case ARM64_INS_FNEG: case ARM64_INS_FSQRT: case ARM64_INS_FMAX: case ARM64_INS_FMIN: case ARM64_INS_FMAXNM:
    case ARM64_INS_FMINNM: case ARM64_INS_SCVTF: case ARM64_INS_UCVTF: case ARM64_INS_FCVT: case ARM64_INS_FCSEL:
        return scalar && from->detail->arm64.operands[0].vector_index < 0;
    default:
        return false;
    }
}

/* The first operand is set whole from the others. */
static bool define(struct instruction *i, const cs_insn *from)
{
    const cs_arm64 *x = &from->detail->arm64;
    int width, number = general(&x->operands[0], &width);
    if (number == NO_REGISTER && x->operands[0].type == ARM64_OP_REG
        && (x->operands[0].reg == ARM64_REG_XZR || x->operands[0].reg == ARM64_REG_WZR))
        i->compares = true;
    else if (number == NO_REGISTER || (number >= VECTOR && !defines_vector(from)))
        return false;
    i->defines |= register_mask(number);
    i->destination = (int8_t)number;
    for (uint8_t k = 1; k < x->op_count; k++)
        i->reads |= register_mask(general(&x->operands[k], &width));
    i->uses |= i->reads;
    return true;
}

/* --- loads and stores ------------------------------------------------------------------------------------------------- */

/* Write-back: [x, #n]! moves the base before, [x], #n after. capstone has the latter's n as a last operand. */
static void write_back(struct instruction *i, const cs_insn *from, int memory_at)
{
    const cs_arm64 *x = &from->detail->arm64;
    bool post = x->op_count > memory_at + 1 && x->operands[memory_at + 1].type == ARM64_OP_IMM;
    if (!x->writeback && !post)
        return;
    int8_t base = i->access[0].base;
    int64_t amount = post ? x->operands[memory_at + 1].imm : i->access[0].offset;
    i->touches |= register_mask(base);
    if (amount < INT16_MIN || amount > INT16_MAX || base == NO_REGISTER) {
        i->opaque = true;
        return;
    }
    i->stepped = base;
    if (post) {
        i->after = (int16_t)amount;
        return;
    }
    i->before = (int16_t)amount;
    for (int k = 0; k < i->accesses; k++)
        i->access[k].offset -= amount;
}

static void load(struct instruction *i, const cs_insn *from, uint16_t size, bool sign)
{
    const cs_arm64_op *to = &from->detail->arm64.operands[0], *op = &from->detail->arm64.operands[1];
    int width, number = general(to, &width);
    if (!size)
        size = register_size(to->reg);
    if (to->type != ARM64_OP_REG || !size || (op->type != ARM64_OP_MEM && op->type != ARM64_OP_IMM)) {
        generic(i, from);
        return;
    }
    i->defines |= register_mask(number);
    i->destination = (int8_t)number;
    i->effect = number == NO_REGISTER ? EFFECT_NONE : EFFECT_LOAD;
    i->leaks = number == NO_REGISTER;
    if (op->type == ARM64_OP_IMM) { /* a literal in the code */
        instruction_access(i, NO_REGISTER, op->imm, size)->load = true;
        return;
    }
    struct access *a = memory(i, op, size);
    a->load = true;
    a->sign = sign;
    a->value = (int8_t)(size == 8 && width == 8 ? number : NO_REGISTER);
    write_back(i, from, 1);
}

static void store(struct instruction *i, const cs_insn *from, uint16_t size)
{
    const cs_arm64_op *source = &from->detail->arm64.operands[0], *op = &from->detail->arm64.operands[1];
    int width, number = general(source, &width);
    if (!size)
        size = register_size(source->reg);
    if (source->type != ARM64_OP_REG || !size || op->type != ARM64_OP_MEM) {
        generic(i, from);
        return;
    }
    struct access *a = memory(i, op, size);
    a->store = a->writes = true;
    a->value = (int8_t)(size == 8 && width == 8 ? number : NO_REGISTER);
    i->leaks = a->value == NO_REGISTER;
    i->reads |= register_mask(number);
    i->uses |= i->reads;
    write_back(i, from, 1);
}

static void pair(struct instruction *i, const cs_insn *from, bool stores, uint16_t size)
{
    const cs_arm64 *x = &from->detail->arm64;
    if (!size)
        size = register_size(x->operands[0].reg);
    if (x->op_count < 3 || x->operands[2].type != ARM64_OP_MEM || !size) {
        generic(i, from);
        return;
    }
    for (int k = 0; k < 2; k++) {
        int width, number = general(&x->operands[k], &width);
        struct access *a = memory(i, &x->operands[2], size);
        a->offset += k * size;
        a->load = !stores;
        a->store = a->writes = stores;
        a->value = (int8_t)(size == 8 && width == 8 ? number : NO_REGISTER);
        i->leaks |= a->value == NO_REGISTER;
        if (stores)
            i->reads |= register_mask(number);
        else
            i->defines |= register_mask(number);
    }
    i->uses |= i->reads;
    write_back(i, from, 2);
}

/* --- numbers ---------------------------------------------------------------------------------------------------------- */

static void move(struct instruction *i, const cs_insn *from)
{
    const cs_arm64_op *op = &from->detail->arm64.operands[1];
    int to_width, width, number = general(op, &width);
    if (!define(i, from)) {
        generic(i, from);
        return;
    }
    general(&from->detail->arm64.operands[0], &to_width);
    if (op->type == ARM64_OP_IMM) {
        i->effect = EFFECT_CONSTANT;
        i->amount = op->shift.type == ARM64_SFT_LSL ? (int64_t)((uint64_t)op->imm << op->shift.value) : op->imm;
    } else if (number != NO_REGISTER) {
        i->effect = to_width == 8 ? EFFECT_SUM : EFFECT_EXTEND;
        i->source = (int8_t)number;
    }
}

static void add(struct instruction *i, const cs_insn *from, int sign)
{
    const cs_arm64 *x = &from->detail->arm64;
    const cs_arm64_op *last = &x->operands[2];
    int width, other;
    if (!define(i, from)) {
        generic(i, from);
        return;
    }
    general(&x->operands[0], &width);
    i->source = (int8_t)general(&x->operands[1], &other);
    if (last->type == ARM64_OP_IMM && sign < 0 && x->update_flags)
        i->compared = last->imm;
    if (width != 8 || x->op_count != 3 || i->source == NO_REGISTER)
        return;
    if (last->type == ARM64_OP_IMM) {
        i->effect = EFFECT_SUM;
        i->amount = sign * (last->shift.type == ARM64_SFT_LSL ? last->imm << last->shift.value : last->imm);
    } else if (last->type == ARM64_OP_REG && sign < 0) {
        i->second = (int8_t)general(last, &other);
        bool plain = last->shift.type == ARM64_SFT_INVALID && (last->ext == ARM64_EXT_INVALID || last->ext == ARM64_EXT_UXTX);
        i->effect = i->second != NO_REGISTER && plain ? EFFECT_SUBTRACT : EFFECT_NONE;
    } else if (last->type == ARM64_OP_REG) {
        i->second = (int8_t)general(last, &other);
        i->shift = (uint8_t)(last->shift.type == ARM64_SFT_LSL || last->ext != ARM64_EXT_INVALID ? last->shift.value : 0);
        i->extends_sign = last->ext == ARM64_EXT_SXTB || last->ext == ARM64_EXT_SXTH || last->ext == ARM64_EXT_SXTW;
        bool plain = last->shift.type == ARM64_SFT_INVALID || last->shift.type == ARM64_SFT_LSL;
        i->effect = i->second != NO_REGISTER && plain ? EFFECT_ADD : EFFECT_NONE;
    }
}

static void address(struct instruction *i, const cs_insn *from)
{
    if (define(i, from)) {
        i->effect = EFFECT_CONSTANT;
        i->amount = from->detail->arm64.operands[1].imm;
        i->locates = true;
        i->page = from->id == ARM64_INS_ADRP;
    } else {
        generic(i, from);
    }
}

static void compare(struct instruction *i, const cs_insn *from)
{
    generic(i, from);
    i->touches = 0;
    i->leaks = false;
    i->compares = true;
    if (from->id == ARM64_INS_CMP && from->detail->arm64.operands[1].type == ARM64_OP_IMM)
        i->compared = from->detail->arm64.operands[1].imm;
}

/* The first operand, if it is a general register, is a function of the others and of flags. */
static bool is_function(unsigned id)
{
    switch (id) {
    case ARM64_INS_AND: case ARM64_INS_ORR: case ARM64_INS_EOR: case ARM64_INS_BIC: case ARM64_INS_ORN: case ARM64_INS_EON:
    case ARM64_INS_MUL: case ARM64_INS_MADD: case ARM64_INS_MSUB: case ARM64_INS_MNEG: case ARM64_INS_SMULL:
    case ARM64_INS_UMULL: case ARM64_INS_SMADDL: case ARM64_INS_UMADDL: case ARM64_INS_SMSUBL: case ARM64_INS_UMSUBL:
    case ARM64_INS_SMULH: case ARM64_INS_UMULH: case ARM64_INS_SDIV: case ARM64_INS_UDIV:
    case ARM64_INS_LSL: case ARM64_INS_LSR: case ARM64_INS_ASR: case ARM64_INS_ROR: case ARM64_INS_EXTR:
    case ARM64_INS_NEG: case ARM64_INS_MVN: case ARM64_INS_NEGS:
    case ARM64_INS_UBFX: case ARM64_INS_SBFX: case ARM64_INS_UBFIZ: case ARM64_INS_SBFIZ:
    case ARM64_INS_SXTB: case ARM64_INS_SXTH: case ARM64_INS_UXTB: case ARM64_INS_UXTH:
    case ARM64_INS_CSEL: case ARM64_INS_CSINC: case ARM64_INS_CSINV: case ARM64_INS_CSNEG: case ARM64_INS_CSET:
    case ARM64_INS_CSETM: case ARM64_INS_CINC: case ARM64_INS_CINV: case ARM64_INS_CNEG:
    case ARM64_INS_CLZ: case ARM64_INS_CLS: case ARM64_INS_REV: case ARM64_INS_REV16: case ARM64_INS_REV32:
    case ARM64_INS_RBIT: case ARM64_INS_ADC: case ARM64_INS_SBC: case ARM64_INS_NGC:
    case ARM64_INS_FMOV: case ARM64_INS_FCVTZS: case ARM64_INS_FCVTZU: case ARM64_INS_UMOV: case ARM64_INS_SMOV:
    case ARM64_INS_MRS:
        return true;
    default:
        return false;
    }
}

static void decode_number(const cs_insn *from, struct instruction *i)
{
    int width;
    switch (from->id) {
    case ARM64_INS_NOP:
    case ARM64_INS_HINT:
    case ARM64_INS_DMB:
    case ARM64_INS_DSB:
    case ARM64_INS_ISB:
        return;
    case ARM64_INS_MOV:
    case ARM64_INS_MOVZ:
        move(i, from);
        return;
    case ARM64_INS_MOVN:
        if (!define(i, from))
            generic(i, from);
        return;
    case ARM64_INS_ADD:
        add(i, from, 1);
        return;
    case ARM64_INS_SUB:
        add(i, from, -1);
        return;
    case ARM64_INS_ADR:
    case ARM64_INS_ADRP:
        address(i, from);
        return;
    case ARM64_INS_SXTW:
        if (define(i, from)) {
            i->effect = EFFECT_EXTEND;
            i->source = (int8_t)general(&from->detail->arm64.operands[1], &width);
            if (i->source == NO_REGISTER)
                i->effect = EFFECT_NONE;
        }
        return;
    case ARM64_INS_CMP:
    case ARM64_INS_CMN:
    case ARM64_INS_TST:
    case ARM64_INS_CCMP:
    case ARM64_INS_CCMN:
    case ARM64_INS_FCMP:
    case ARM64_INS_FCMPE:
    case ARM64_INS_FCCMP:
    case ARM64_INS_FCCMPE:
        compare(i, from);
        return;
    default:
        if ((!is_function(from->id) && !defines_vector(from)) || !define(i, from))
            generic(i, from);
        else if (i->destination >= VECTOR)
            i->leaks = true;
        /* sp that is aligned: where it points is not known any more. */
        i->opaque = from->id == ARM64_INS_SVC || (from->id == ARM64_INS_AND && i->defines & register_mask(SP));
    }
}

static bool decode_memory(const cs_insn *from, struct instruction *i)
{
    switch (from->id) {
    case ARM64_INS_LDR:
    case ARM64_INS_LDUR:
        load(i, from, 0, false);
        return true;
    case ARM64_INS_LDRB:
    case ARM64_INS_LDURB:
        load(i, from, 1, false);
        return true;
    case ARM64_INS_LDRH:
    case ARM64_INS_LDURH:
        load(i, from, 2, false);
        return true;
    case ARM64_INS_LDRSB:
    case ARM64_INS_LDURSB:
        load(i, from, 1, true);
        return true;
    case ARM64_INS_LDRSH:
    case ARM64_INS_LDURSH:
        load(i, from, 2, true);
        return true;
    case ARM64_INS_LDRSW:
    case ARM64_INS_LDURSW:
        load(i, from, 4, true);
        return true;
    case ARM64_INS_STR:
    case ARM64_INS_STUR:
        store(i, from, 0);
        return true;
    case ARM64_INS_STRB:
    case ARM64_INS_STURB:
        store(i, from, 1);
        return true;
    case ARM64_INS_STRH:
    case ARM64_INS_STURH:
        store(i, from, 2);
        return true;
    case ARM64_INS_STP:
        pair(i, from, true, 0);
        return true;
    case ARM64_INS_LDP:
        pair(i, from, false, 0);
        return true;
    case ARM64_INS_LDPSW:
        pair(i, from, false, 4);
        return true;
    default:
        return false;
    }
}

static bool decode_flow(const cs_insn *from, struct instruction *i)
{
    const cs_arm64 *x = &from->detail->arm64;
    int width;
    switch (from->id) {
    case ARM64_INS_BL:
        i->flow = FLOW_CALL;
        i->target = (uint64_t)x->operands[0].imm;
        return true;
    case ARM64_INS_BLR:
    case ARM64_INS_BR:
        i->flow = from->id == ARM64_INS_BR ? FLOW_INDIRECT : FLOW_CALL;
        i->source = (int8_t)general(&x->operands[0], &width);
        i->uses = register_mask(i->source);
        return true;
    case ARM64_INS_B:
        i->flow = x->cc == ARM64_CC_INVALID || x->cc == ARM64_CC_AL ? FLOW_JUMP : FLOW_BRANCH;
        i->target = (uint64_t)x->operands[0].imm;
        i->above = x->cc == ARM64_CC_HI || x->cc == ARM64_CC_HS;
        i->below = x->cc == ARM64_CC_LS || x->cc == ARM64_CC_LO;
        return true;
    case ARM64_INS_CBZ:
    case ARM64_INS_CBNZ:
    case ARM64_INS_TBZ:
    case ARM64_INS_TBNZ:
        i->flow = FLOW_BRANCH;
        i->compares = true;
        i->uses = i->reads = register_mask(general(&x->operands[0], &width));
        i->target = (uint64_t)x->operands[x->op_count - 1].imm;
        return true;
    case ARM64_INS_RET:
        i->flow = FLOW_RETURN;
        if (x->op_count && general(&x->operands[0], &width) != LINK) {
            i->flow = FLOW_INDIRECT;
            i->source = (int8_t)general(&x->operands[0], &width);
            i->uses = register_mask(i->source);
        }
        return true;
    case ARM64_INS_BRK:
    case ARM64_INS_HLT:
        i->flow = FLOW_STOP;
        return true;
    default:
        return false;
    }
}

/* --- what else depends on it ------------------------------------------------------------------------------------------- */

/* Does it leave flags alone, unless its name ends in an s? */
static bool keeps_flags(unsigned id)
{
    switch (id) {
    case ARM64_INS_MOV: case ARM64_INS_MOVZ: case ARM64_INS_MOVN: case ARM64_INS_ADD: case ARM64_INS_SUB: case ARM64_INS_ADR:
    case ARM64_INS_ADRP: case ARM64_INS_AND: case ARM64_INS_ORR: case ARM64_INS_EOR: case ARM64_INS_BIC: case ARM64_INS_ORN:
    case ARM64_INS_EON: case ARM64_INS_MUL: case ARM64_INS_MADD: case ARM64_INS_MSUB: case ARM64_INS_LSL: case ARM64_INS_LSR:
    case ARM64_INS_ASR: case ARM64_INS_NEG: case ARM64_INS_MVN: case ARM64_INS_UBFX: case ARM64_INS_SBFX: case ARM64_INS_UBFIZ:
    case ARM64_INS_SBFIZ: case ARM64_INS_SXTB: case ARM64_INS_SXTH: case ARM64_INS_SXTW: case ARM64_INS_UXTB: case ARM64_INS_UXTH:
        return true;
    default:
        return false;
    }
}

static bool sets_flags(const cs_insn *from)
{
    return from->detail->arm64.update_flags || from->mnemonic[strlen(from->mnemonic) - 1] == 's';
}

/* Registers that are set whole, sp and those of vectors not among them. */
static bool sets_numbers(const struct instruction *i)
{
    return i->defines && !(i->defines >> SP) && !i->touches && !i->compares;
}

static bool stores_only(const struct instruction *i)
{
    bool only = i->accesses > 0;
    for (int k = 0; k < i->accesses; k++)
        only &= i->access[k].store;
    return only && !(i->defines | i->touches);
}

static void judge_memory(struct instruction *i)
{
    i->flags = FLAGS_KEPT;
    i->pure = i->stepped == NO_REGISTER && !i->opaque && (stores_only(i) || (sets_numbers(i) && !i->leaks));
}

static void judge_number(struct instruction *i, const cs_insn *from)
{
    switch (from->id) {
    case ARM64_INS_NOP:
    case ARM64_INS_HINT:
        i->flags = FLAGS_KEPT;
        return;
    case ARM64_INS_CMP:
    case ARM64_INS_CMN:
    case ARM64_INS_TST:
        i->flags = FLAGS_REPLACED;
        i->pure = true;
        return;
    default:
        if (keeps_flags(from->id))
            i->flags = sets_flags(from) ? FLAGS_REPLACED : FLAGS_KEPT;
        i->pure = keeps_flags(from->id) && sets_numbers(i) && !i->opaque;
    }
}

static uint8_t mentioned_vectors(const cs_arm64 *a)
{
    uint8_t mask = 0;
    for (int k = 0; k < a->op_count; k++) {
        if (a->operands[k].type != ARM64_OP_REG)
            continue;
        static const arm64_reg first[] = {ARM64_REG_B0, ARM64_REG_H0, ARM64_REG_S0, ARM64_REG_D0, ARM64_REG_Q0, ARM64_REG_V0};
        for (unsigned b = 0; b < sizeof first / sizeof *first; b++)
            if (a->operands[k].reg >= first[b] && a->operands[k].reg < first[b] + 8)
                mask |= (uint8_t)(1u << (a->operands[k].reg - first[b]));
    }
    return mask;
}

static void decode(const cs_insn *from, struct instruction *i)
{
    i->vectors = mentioned_vectors(&from->detail->arm64);
    if (decode_flow(from, i)) {
        i->flags = i->flow == FLOW_JUMP ? FLAGS_KEPT : FLAGS_READ;
    } else if (decode_memory(from, i)) {
        judge_memory(i);
    } else {
        decode_number(from, i);
        judge_number(i, from);
    }
}

const struct architecture architecture_aarch64 = {
    .machine = EM_AARCH64, .tls_descriptor = R_AARCH64_TLSDESC, .arch = CS_ARCH_ARM64, .mode = CS_MODE_ARM,
    .stack = SP, .frame = FRAME, .link = LINK, .result = 8,
    .saved = 0xff3ff80000, .scratch = 0x4007ffff, .arguments = 0x401ff, .parameters = {0, 1, 2, 3}, .vector_count = NO_REGISTER,
    .return_address = 0,
    .results = 0x3, .result_vectors = 0xf,
    .bit = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
            -1, -1, 11, 12, 13, 14, 15, 16, 17, 18},
    .names = {"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
              "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp",
              "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"},
    .decode = decode,
};
