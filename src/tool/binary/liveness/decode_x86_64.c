/* decode_x86_64.c - machine code of x86_64. See code.h.
 *
 * capstone's own word on what an instruction writes is not trusted (its 4.0.2 says that cmp and test write): only the
 * instructions listed here define something.
 */
#include <elf.h>
#include <string.h>

#include "tool/binary/liveness/code.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };

struct access *instruction_access(struct instruction *i, int base, int64_t offset, uint16_t size)
{
    struct access *a = &i->access[i->accesses++];
    *a = (struct access){.base = (int8_t)base, .index = NO_REGISTER, .value = NO_REGISTER, .scale = 1, .size = size,
        .offset = offset};
    i->uses |= register_mask(base);
    return a;
}

/* --- registers -------------------------------------------------------------------------------------------------------- */

/* Every name of a general register with its number and width in bytes; a high byte has width 0: it is part of one, too. */
static int register_of(unsigned name, int *width)
{
    static const struct { uint16_t name[5]; } table[16] = {
        {{X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH}},
        {{X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH}},
        {{X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH}},
        {{X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH}},
        {{X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, 0}},
        {{X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, 0}},
        {{X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, 0}},
        {{X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, 0}},
        {{X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, 0}},
        {{X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, 0}},
        {{X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, 0}},
        {{X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, 0}},
        {{X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, 0}},
        {{X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, 0}},
        {{X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, 0}},
        {{X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, 0}},
    };
    static const int widths[5] = {8, 4, 2, 1, 0};
    for (int number = 0; number < 16; number++) {
        for (int k = 0; k < 5; k++) {
            if (table[number].name[k] && table[number].name[k] == name) {
                *width = widths[k];
                return number;
            }
        }
    }
    *width = 0;
    return NO_REGISTER;
}

static int general(const cs_x86_op *op, int *width)
{
    *width = 0;
    return op->type == X86_OP_REG ? register_of(op->reg, width) : NO_REGISTER;
}

/* --- operands --------------------------------------------------------------------------------------------------------- */

static struct access *memory(struct instruction *i, const cs_insn *from, const cs_x86_op *op, uint16_t size)
{
    int width, base = register_of(op->mem.base, &width);
    struct access *a = instruction_access(i, base, op->mem.disp, size);
    if (op->mem.base == X86_REG_RIP)
        a->offset += (int64_t)(from->address + from->size);
    if (op->mem.segment == X86_REG_FS || op->mem.segment == X86_REG_GS) {
        i->uses |= register_mask(base); /* thread-local: never the frame; an address that cannot be the frame's */
        a->base = NO_REGISTER;
        a->offset = 0;
    }
    a->index = (int8_t)register_of(op->mem.index, &width);
    a->scale = (uint8_t)op->mem.scale;
    i->uses |= register_mask(a->index);
    return a;
}

/* Number of bytes that a plain instruction reads at a memory operand. What capstone says holds for those of the integer unit; others read
 * at most 64 bytes, and scalar ones what their name says. */
static uint16_t read_size(const cs_insn *from, const cs_x86_op *op)
{
    const char *name = from->mnemonic;
    size_t length = strlen(name);
    const cs_detail *d = from->detail;
    for (uint8_t g = 0; g < d->groups_count; g++) {
        uint8_t group = d->groups[g];
        if (group != X86_GRP_SSE1 && group != X86_GRP_SSE2 && group != X86_GRP_SSE3 && group != X86_GRP_SSE41)
            continue;
        if (length > 2 && strcmp(name + length - 2, "sd") == 0)
            return 8;
        if (length > 2 && strcmp(name + length - 2, "ss") == 0)
            return 4;
        if (strncmp(name, "cvttsd2", 7) == 0 || strncmp(name, "cvtsd2", 6) == 0)
            return 8;
        if (strncmp(name, "cvttss2", 7) == 0 || strncmp(name, "cvtss2", 6) == 0)
            return 4;
        return op->size > 16 ? 64 : 16;
    }
    return op->size == 0 || op->size > 16 ? 512 : op->size;
}

static bool is_string(unsigned id)
{
    switch (id) {
    case X86_INS_MOVSB: case X86_INS_MOVSW: case X86_INS_MOVSQ:
    case X86_INS_STOSB: case X86_INS_STOSW: case X86_INS_STOSD: case X86_INS_STOSQ:
    case X86_INS_LODSB: case X86_INS_LODSW: case X86_INS_LODSD: case X86_INS_LODSQ:
    case X86_INS_CMPSB: case X86_INS_CMPSW: case X86_INS_CMPSD: case X86_INS_CMPSQ:
    case X86_INS_SCASB: case X86_INS_SCASW: case X86_INS_SCASD: case X86_INS_SCASQ:
    case X86_INS_MOVSD: /* also the name of a vector instruction, which is not hurt by this */
        return true;
    default:
        return false;
    }
}

/* Everything that it mentions is used, and perhaps written. */
static void generic(struct instruction *i, const cs_insn *from)
{
    const cs_x86 *x = &from->detail->x86;
    int width;
    i->leaks = true;
    for (uint8_t k = 0; k < x->op_count; k++) {
        const cs_x86_op *op = &x->operands[k];
        if (op->type == X86_OP_REG) {
            uint64_t mask = register_mask(general(op, &width));
            i->uses |= mask;
            i->reads |= mask;
            i->touches |= mask;
        } else if (op->type == X86_OP_MEM && i->accesses < MAX_ACCESSES) {
            struct access *a = memory(i, from, op, read_size(from, op));
            a->load = true;
            a->writes = k == 0;
        }
    }
    for (uint8_t k = 0; k < from->detail->regs_read_count; k++)
        i->reads |= register_mask(register_of(from->detail->regs_read[k], &width));
    for (uint8_t k = 0; k < from->detail->regs_write_count; k++) {
        uint64_t mask = register_mask(register_of(from->detail->regs_write[k], &width));
        i->touches |= mask;
        i->reads |= mask;
    }
    if (is_string(from->id))
        i->reads |= register_mask(RSI) | register_mask(RDI); /* they walk: not only where they point at first */
    i->uses |= i->reads;
}

/* --- instructions ----------------------------------------------------------------------------------------------------- */

/* The first operand is a register that is set whole from the others. */
static bool define_register(struct instruction *i, const cs_x86_op *op)
{
    int width, number = general(op, &width);
    if (number == NO_REGISTER || width < 4)
        return false;
    i->defines |= register_mask(number);
    i->destination = (int8_t)number;
    return true;
}

static void read_operand(struct instruction *i, const cs_insn *from, const cs_x86_op *op)
{
    int width;
    if (op->type == X86_OP_REG) {
        i->reads |= register_mask(general(op, &width));
        i->uses |= i->reads;
    } else if (op->type == X86_OP_MEM) {
        memory(i, from, op, read_size(from, op))->load = true;
    }
}

static void move(struct instruction *i, const cs_insn *from, bool extends, bool sign)
{
    const cs_x86_op *to = &from->detail->x86.operands[0], *source = &from->detail->x86.operands[1];
    int width, number = general(source, &width);
    if (to->type == X86_OP_MEM) {
        struct access *a = memory(i, from, to, to->size);
        a->store = a->writes = true;
        a->value = (int8_t)(width == 8 ? number : NO_REGISTER);
        i->leaks = a->value == NO_REGISTER && number != NO_REGISTER;
        i->reads |= register_mask(number);
        i->uses |= i->reads;
        return;
    }
    if ((source->type == X86_OP_REG && number == NO_REGISTER) || !define_register(i, to)) {
        generic(i, from);
        i->leaks = source->type == X86_OP_REG && number == NO_REGISTER ? false : i->leaks; /* of a segment register */
        return;
    }
    int to_width;
    general(to, &to_width);
    read_operand(i, from, source);
    if (source->type == X86_OP_MEM) {
        i->effect = EFFECT_LOAD;
        i->access[0].sign = sign;
        if (!extends && to_width == 8)
            i->access[0].value = i->destination;
    } else if (source->type == X86_OP_IMM) {
        i->effect = EFFECT_CONSTANT;
        i->amount = to_width == 4 ? (int64_t)(uint32_t)source->imm : source->imm;
    } else {
        i->effect = !extends && to_width == 8 ? EFFECT_SUM : extends && width == 4 ? EFFECT_EXTEND : EFFECT_NONE;
        i->effect = !extends && to_width == 4 ? EFFECT_EXTEND : i->effect;
        i->source = (int8_t)number;
    }
}

static void load_address(struct instruction *i, const cs_insn *from)
{
    const cs_x86 *x = &from->detail->x86;
    int width;
    if (!define_register(i, &x->operands[0])) {
        generic(i, from);
        return;
    }
    general(&x->operands[0], &width);
    struct access a = *memory(i, from, &x->operands[1], 0);
    i->accesses = 0;
    i->reads = register_mask(a.index);
    i->source = a.base;
    i->amount = a.offset;
    if (width == 8 && a.index == NO_REGISTER)
        i->effect = a.base == NO_REGISTER ? EFFECT_CONSTANT : EFFECT_SUM, i->locates = a.base == NO_REGISTER;
    else if (a.base != NO_REGISTER)
        i->effect = EFFECT_NEAR;
}

static void arithmetic(struct instruction *i, const cs_insn *from)
{
    const cs_x86_op *to = &from->detail->x86.operands[0], *by = &from->detail->x86.operands[1];
    int width, other, number = general(to, &width), second = general(by, &other);
    bool subtracts = from->id == X86_INS_SUB, clears = from->id == X86_INS_XOR || subtracts;
    if (clears && number != NO_REGISTER && number == second && width >= 4 && width == other) {
        define_register(i, to);
        i->effect = EFFECT_CONSTANT;
        return;
    }
    generic(i, from);
    if (by->type == X86_OP_IMM && subtracts)
        i->compared = by->imm;
    if (to->type == X86_OP_MEM && by->type == X86_OP_IMM && by->imm == 0 && from->id != X86_INS_AND)
        i->leaks = i->access[0].writes = false; /* memory that is touched: is there still stack? */
    if (number == NO_REGISTER)
        return; /* memory that is changed: what is added to it may be an address */
    i->leaks = false;
    i->opaque = number == RSP && from->id == X86_INS_AND; /* aligned: where it points is not known any more */
    i->touches = register_mask(number);
    i->destination = (int8_t)number;
    if (width != 8 || (from->id != X86_INS_ADD && !subtracts))
        return;
    if (by->type == X86_OP_IMM) {
        i->effect = EFFECT_SUM;
        i->source = (int8_t)number;
        i->amount = subtracts ? -by->imm : by->imm;
    } else if (second != NO_REGISTER) {
        i->effect = subtracts ? EFFECT_SUBTRACT : EFFECT_ADD;
        i->source = (int8_t)number;
        i->second = (int8_t)second;
    }
}

static void push(struct instruction *i, const cs_insn *from)
{
    const cs_x86_op *op = &from->detail->x86.operands[0];
    int width, number = general(op, &width);
    if (op->type == X86_OP_REG && width != 8) {
        generic(i, from);
        i->opaque = true;
        return;
    }
    struct access *a = instruction_access(i, RSP, 0, 8);
    a->store = a->writes = true;
    a->value = (int8_t)number;
    i->stepped = RSP;
    i->before = -8;
    i->reads |= register_mask(number);
    i->uses |= i->reads;
    i->touches |= register_mask(RSP);
    if (op->type == X86_OP_MEM) {
        struct access *source = memory(i, from, op, 8);
        source->load = i->leaks = true;
        source->offset += source->base == RSP ? 8 : 0; /* addressed before sp has moved */
    }
}

static void pop(struct instruction *i, const cs_insn *from)
{
    const cs_x86_op *op = &from->detail->x86.operands[0];
    int width, number = general(op, &width);
    if (width != 8) {
        generic(i, from);
        i->opaque = true;
        return;
    }
    struct access *a = instruction_access(i, RSP, 0, 8);
    a->load = true;
    a->value = (int8_t)number;
    i->defines |= register_mask(number);
    i->destination = (int8_t)number;
    i->effect = EFFECT_LOAD;
    i->stepped = RSP;
    i->after = 8;
    i->touches |= register_mask(RSP);
}

/* leave: sp = rbp; pop rbp. */
static void leave(struct instruction *i)
{
    struct access *a = instruction_access(i, RBP, 0, 8);
    a->load = true;
    a->value = RBP;
    i->defines = register_mask(RBP) | register_mask(RSP);
    i->destination = RSP;
    i->source = RBP;
    i->effect = EFFECT_SUM;
    i->amount = 8;
}

/* A store from a vector register or the floating-point stack; `size` 0: not one. */
static void vector(struct instruction *i, const cs_insn *from, uint16_t size)
{
    const cs_x86_op *to = &from->detail->x86.operands[0], *source = &from->detail->x86.operands[1];
    int width;
    if (to->type == X86_OP_MEM && size && (from->detail->x86.op_count == 1 || source->type == X86_OP_REG)) {
        struct access *a = memory(i, from, to, size);
        a->store = a->writes = true;
        return;
    }
    if (general(to, &width) != NO_REGISTER && width >= 4) { /* a number comes out of a vector register */
        define_register(i, to);
        for (uint8_t k = 1; k < from->detail->x86.op_count; k++)
            read_operand(i, from, &from->detail->x86.operands[k]);
        return;
    }
    generic(i, from);
    if (i->accesses && size)
        i->access[0].size = size;
}

static bool is_jump(const cs_insn *from)
{
    for (uint8_t g = 0; g < from->detail->groups_count; g++)
        if (from->detail->groups[g] == X86_GRP_JUMP)
            return true;
    return false;
}

static bool decode_flow(struct instruction *i, const cs_insn *from)
{
    const cs_x86_op *op = &from->detail->x86.operands[0];
    int width;
    switch (from->id) {
    case X86_INS_CALL:
    case X86_INS_JMP:
        i->flow = from->id == X86_INS_CALL ? FLOW_CALL : op->type == X86_OP_IMM ? FLOW_JUMP : FLOW_INDIRECT;
        if (op->type == X86_OP_IMM)
            i->target = (uint64_t)op->imm;
        else if (op->type == X86_OP_MEM)
            memory(i, from, op, 8)->load = true;
        else
            i->source = (int8_t)general(op, &width);
        i->uses |= register_mask(i->source);
        return true;
    case X86_INS_RET:
        i->flow = FLOW_RETURN;
        return true;
    case X86_INS_UD2:
    case X86_INS_HLT:
    case X86_INS_INT3:
        i->flow = FLOW_STOP;
        return true;
    default:
        break;
    }
    bool counts = from->id == X86_INS_LOOP || from->id == X86_INS_LOOPE || from->id == X86_INS_LOOPNE; /* of no group */
    bool asks = from->id == X86_INS_JCXZ || from->id == X86_INS_JECXZ || from->id == X86_INS_JRCXZ;
    if (!counts && !is_jump(from))
        return false;
    i->flow = FLOW_BRANCH;
    i->uses |= counts || asks ? register_mask(RCX) : 0;
    i->reads |= counts ? register_mask(RCX) : 0; /* into itself: it is one less */
    i->touches |= counts ? register_mask(RCX) : 0;
    i->target = (uint64_t)op->imm;
    i->above = from->id == X86_INS_JA || from->id == X86_INS_JAE;
    i->below = from->id == X86_INS_JBE || from->id == X86_INS_JB;
    return true;
}

static bool is_set(unsigned id)
{
    return id == X86_INS_SETAE || id == X86_INS_SETA || id == X86_INS_SETBE || id == X86_INS_SETB || id == X86_INS_SETE
        || id == X86_INS_SETGE || id == X86_INS_SETG || id == X86_INS_SETLE || id == X86_INS_SETL || id == X86_INS_SETNE
        || id == X86_INS_SETNO || id == X86_INS_SETNP || id == X86_INS_SETNS || id == X86_INS_SETO || id == X86_INS_SETP
        || id == X86_INS_SETS;
}

static void decode_moves(const cs_insn *from, struct instruction *i)
{
    const cs_x86 *x = &from->detail->x86;
    switch (from->id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
        move(i, from, false, false);
        return;
    case X86_INS_MOVZX:
        move(i, from, true, false);
        return;
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
        move(i, from, true, true);
        return;
    case X86_INS_CDQE:
        i->reads = i->uses = i->defines = register_mask(RAX);
        i->effect = EFFECT_EXTEND;
        i->destination = i->source = RAX;
        return;
    case X86_INS_MOVSD: /* also the name of a string instruction */
        vector(i, from, x->op_count == 2 && x->operands[1].type == X86_OP_REG ? 8 : 0);
        return;
    case X86_INS_MOVSS:
    case X86_INS_MOVD:
        vector(i, from, 4);
        return;
    case X86_INS_MOVQ:
    case X86_INS_MOVLPS:
    case X86_INS_MOVLPD:
    case X86_INS_MOVHPS:
    case X86_INS_MOVHPD:
        vector(i, from, 8);
        return;
    case X86_INS_MOVAPS:
    case X86_INS_MOVUPS:
    case X86_INS_MOVAPD:
    case X86_INS_MOVUPD:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU:
        vector(i, from, 16);
        return;
    case X86_INS_FST:
    case X86_INS_FSTP:
        vector(i, from, x->operands[0].size);
        return;
    case X86_INS_CVTTSD2SI:
    case X86_INS_CVTTSS2SI:
    case X86_INS_CVTSD2SI:
    case X86_INS_CVTSS2SI:
    case X86_INS_MOVMSKPD:
    case X86_INS_MOVMSKPS:
    case X86_INS_PMOVMSKB:
        vector(i, from, 0);
        return;
    default:
        generic(i, from);
        if (is_set(from->id) && i->accesses) {
            i->access[0].load = false;
            i->access[0].store = true;
            i->access[0].size = 1;
        }
        /* Implied operands that capstone may not name. */
        i->opaque = from->id == X86_INS_CPUID || from->id == X86_INS_CMPXCHG8B || from->id == X86_INS_CMPXCHG16B
            || from->id == X86_INS_XLATB || from->id == X86_INS_SYSCALL || from->id == X86_INS_INT || from->id == X86_INS_ENTER;
    }
}

static void decode_integer(const cs_insn *from, struct instruction *i)
{
    const cs_x86 *x = &from->detail->x86;
    switch (from->id) {
    case X86_INS_NOP:
    case X86_INS_ENDBR64:
        return;
    case X86_INS_LEA:
        load_address(i, from);
        return;
    case X86_INS_CMP:
    case X86_INS_TEST:
        generic(i, from);
        i->touches = 0;
        i->leaks = false;
        i->compares = true;
        if (i->accesses)
            i->access[0].writes = false;
        if (from->id == X86_INS_CMP && x->operands[1].type == X86_OP_IMM)
            i->compared = x->operands[1].imm;
        return;
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_XOR:
    case X86_INS_AND:
    case X86_INS_OR:
        arithmetic(i, from);
        return;
    case X86_INS_IMUL:
        if (x->op_count == 3 && define_register(i, &x->operands[0])) {
            read_operand(i, from, &x->operands[1]);
            return;
        }
        generic(i, from);
        i->leaks = false;
        return;
    case X86_INS_PUSH:
        push(i, from);
        return;
    case X86_INS_POP:
        pop(i, from);
        return;
    case X86_INS_LEAVE:
        leave(i);
        return;
    default:
        decode_moves(from, i);
    }
}

/* --- what else depends on it ------------------------------------------------------------------------------------------- */

/* Flags, for instructions that are `pure` if their first operand is a general register or memory. False: it is none of them. */
static bool flags_of_pure(const cs_insn *from, uint8_t *flags)
{
    switch (from->id) {
    case X86_INS_MOV: case X86_INS_MOVABS: case X86_INS_MOVZX: case X86_INS_MOVSX: case X86_INS_MOVSXD: case X86_INS_LEA:
    case X86_INS_NOT:
        *flags = FLAGS_KEPT;
        return true;
    case X86_INS_CMP: case X86_INS_TEST: case X86_INS_ADD: case X86_INS_SUB: case X86_INS_AND: case X86_INS_OR: case X86_INS_XOR:
    case X86_INS_NEG:
        *flags = FLAGS_REPLACED;
        return true;
    case X86_INS_INC: case X86_INS_DEC: case X86_INS_SHL: case X86_INS_SHR: case X86_INS_SAR:
        *flags = FLAGS_SET;
        return true;
    case X86_INS_IMUL:
        *flags = FLAGS_SET;
        return from->detail->x86.op_count > 1;
    default:
        *flags = FLAGS_READ;
        return is_set(from->id);
    }
}

static void judge(struct instruction *i, const cs_insn *from)
{
    const cs_x86 *x = &from->detail->x86;
    int width;
    if (from->id == X86_INS_NOP || from->id == X86_INS_ENDBR64 || from->id == X86_INS_CDQE || i->flow == FLOW_JUMP)
        i->flags = FLAGS_KEPT;
    else if (flags_of_pure(from, &i->flags))
        i->pure = !i->opaque && x->prefix[0] == 0 && (x->operands[0].type == X86_OP_MEM || general(&x->operands[0], &width) != NO_REGISTER);
    i->pure |= from->id == X86_INS_CDQE;
}

static uint8_t mentioned_vectors(const cs_x86 *x)
{
    uint8_t mask = 0;
    for (int k = 0; k < x->op_count; k++) {
        if (x->operands[k].type != X86_OP_REG)
            continue;
        static const x86_reg first[] = {X86_REG_XMM0, X86_REG_YMM0, X86_REG_ZMM0};
        for (int b = 0; b < 3; b++)
            if (x->operands[k].reg >= first[b] && x->operands[k].reg < first[b] + 8)
                mask |= (uint8_t)(1u << (x->operands[k].reg - first[b]));
    }
    return mask;
}

static int64_t immediate(const cs_x86 *x)
{
    for (int k = 0; k < x->op_count; k++) {
        if (x->operands[k].type == X86_OP_IMM)
            return x->operands[k].imm;
    }
    return 0;
}

static void decode(const cs_insn *from, struct instruction *i)
{
    i->vectors = mentioned_vectors(&from->detail->x86);
    if (!decode_flow(i, from)) {
        i->immediate = immediate(&from->detail->x86);
        decode_integer(from, i);
    }
    judge(i, from);
}

const struct architecture architecture_x86_64 = {
    .machine = EM_X86_64, .tls_descriptor = R_X86_64_TLSDESC, .arch = CS_ARCH_X86, .mode = CS_MODE_64,
    .stack = RSP, .frame = RBP, .link = NO_REGISTER, .result = NO_REGISTER,
    .saved = 1u << RBX | 1u << RBP | 0xf000, .scratch = 0x0fc7, .arguments = 0x07c7, .return_address = 8,
    .parameters = {RDI, RSI, RDX, RCX}, .vector_count = RAX,
    .results = 1u << RAX | 1u << RDX, .result_vectors = 0x3,
    .bit = {-1, -1, -1, 0, -1, 1, -1, -1, -1, -1, -1, -1, 2, 3, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
            -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    .names = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
    .decode = decode,
};
