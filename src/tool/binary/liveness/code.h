/* code.h - machine code as the analysis of dead values sees it: the same few facts for every architecture.
 *
 * A decoder turns one machine instruction into a `struct instruction`. What it does not know it describes as harmless to
 * believe: registers it mentions are used, memory it mentions is read, nothing is overwritten. Only instructions that a
 * decoder lists by name define a register or a piece of memory.
 */
#ifndef MZ_TOOL_BINARY_LIVENESS_CODE_H
#define MZ_TOOL_BINARY_LIVENESS_CODE_H

#include <capstone/capstone.h>
#include <stdbool.h>
#include <stdint.h>

/* Registers by number: x86_64 as the machine encodes them (rax 0, rsp 4, r15 15); aarch64 x0 to x30, sp is 31, d8 to d15 follow. */
enum { REGISTERS = 40, NO_REGISTER = -1, MAX_ACCESSES = 2 };

enum flow {
    FLOW_NEXT,
    FLOW_JUMP,     /* to `target` */
    FLOW_BRANCH,   /* to `target`, or on */
    FLOW_CALL,     /* of `target`, 0 where that is not constant */
    FLOW_INDIRECT, /* a jump to what register `source` or the first access holds */
    FLOW_RETURN,
    FLOW_STOP,     /* a trap */
};

/* Effect: what is known of the value that goes into register `destination`. */
enum effect {
    EFFECT_NONE,     /* nothing: it may be made of every value that is read */
    EFFECT_SUM,      /* source + amount */
    EFFECT_CONSTANT, /* amount */
    EFFECT_ADD,      /* source + (second << shift) */
    EFFECT_SUBTRACT, /* source - second */
    EFFECT_NEAR,     /* source + amount + something; source is not among `reads` */
    EFFECT_LOAD,     /* what access 0 reads, extended */
    EFFECT_EXTEND,   /* the low half of source, extended */
};

/* Use of the processor's flags by an instruction. */
enum flags_use {
    FLAGS_READ,     /* what they are may matter */
    FLAGS_KEPT,
    FLAGS_SET,      /* some of them, whatever they were */
    FLAGS_REPLACED, /* all of them */
};

struct access {
    int8_t   base, index; /* NO_REGISTER: none */
    int8_t   value;       /* the register that is stored or loaded whole (64 bits), or NO_REGISTER */
    uint8_t  scale;
    bool     load;
    bool     store;       /* all `size` bytes are overwritten */
    bool     writes;      /* something may be written */
    bool     sign;        /* a load that extends the sign */
    uint16_t size;
    int64_t  offset;      /* without base and index: the address itself */
};

struct instruction {
    uint64_t address, target;
    uint8_t  size, flow, effect, shift;
    bool     extends_sign; /* EFFECT_ADD: `second` is narrower than a register and its sign counts */
    bool     locates;   /* EFFECT_CONSTANT: the constant is an address */
    bool     page;      /* and only that of the page: the rest is added */
    bool     compares;  /* sets flags only */
    bool     above, below; /* a branch that is taken if what was compared is larger, or is not, without sign */
    bool     leaks;     /* values that are read may go where the analysis does not follow: memory, vector registers */
    bool     opaque;    /* may read and write anything */
    bool     pure;      /* does nothing but to set `defines` and `touches`, the memory that it stores to, and flags */
    uint8_t  flags;     /* enum flags_use */
    uint64_t uses;      /* registers read, also to address memory */
    uint64_t reads;     /* those of them that are read as values */
    uint64_t defines;   /* overwritten whole */
    uint64_t touches;   /* changed in part, or perhaps */
    uint8_t  vectors;   /* of the vector registers 0 to 7, those that it mentions */
    int8_t   destination, source, second;
    int64_t  amount;
    int64_t  immediate; /* a constant that is an operand, or 0: with fixed addresses it may be one */
    int64_t  compared;  /* constant that something is compared with, or -1 */
    int8_t   stepped;   /* register moved by `before` in front of the accesses and by `after` behind them, or NO_REGISTER */
    int16_t  before, after;
    uint8_t  accesses;
    struct access access[MAX_ACCESSES];
};

struct architecture {
    int      machine; /* EM_… */
    uint32_t tls_descriptor; /* R_… */
    cs_arch  arch;
    cs_mode  mode;
    int8_t   stack, frame, link; /* link: the register with the return address, or NO_REGISTER */
    int8_t   result;  /* one with which a callee may be told where to put a structure and nothing else, or NO_REGISTER */
    uint64_t saved;   /* registers that a callee preserves, without sp */
    uint64_t scratch; /* those that it may change */
    uint64_t arguments; /* those in which it may get something */
    int8_t   parameters[4]; /* the first of them, in order */
    int8_t   vector_count; /* the one of them that tells a variadic function how many vector registers it gets, or NO_REGISTER */
    uint64_t results;   /* those in which it may return something */
    uint8_t  result_vectors; /* likewise of the vector registers 0 to 7 */
    uint8_t  return_address; /* bytes of it that lie on the stack at a function's start */
    int8_t   bit[REGISTERS]; /* the number of a register in the masks of wire/liveness_table.h, or NO_REGISTER */
    const char *names[REGISTERS];
    void (*decode)(const cs_insn *from, struct instruction *to); /* `to` is as instruction_blank() leaves it */
};
extern const struct architecture architecture_x86_64, architecture_aarch64;

static inline uint64_t register_mask(int number)
{
    return number == NO_REGISTER ? 0 : 1ull << number;
}

/* An instruction of which nothing is known but where it is. */
static inline struct instruction instruction_blank(const cs_insn *from)
{
    return (struct instruction){.address = from->address, .size = (uint8_t)from->size, .destination = NO_REGISTER,
        .source = NO_REGISTER, .second = NO_REGISTER, .stepped = NO_REGISTER, .compared = -1};
}

/* A new access of `i`; it must have room for one more. */
struct access *instruction_access(struct instruction *i, int base, int64_t offset, uint16_t size);

#endif
