/* function.h - one function while it is analysed: its code, its graph, what is known of values, what lives.
 *
 * Bytes of the frame are named by their distance from sp as it was at the function's entry: the function's own ones have
 * negative places. The stages, in order, each in a file of its own:
 *
 *     flow_graph.c       decodes the code and cuts it into blocks
 *     values.c           forward: where do sp, addresses of the frame and saved registers go? (effects.c: by one instruction;
 *                        escapes.c: out of sight; slots.c: through memory)
 *     jump_tables.c      targets of indirect jumps; after new ones the graph is made anew
 *     entered_labels.c   can others jump into it?
 *     escaped_extents.c  which bytes can be reached through an address that has escaped
 *     live.c             backward: which registers and bytes will be read again? (faint.c: by what matters)
 *                        and as long as the function stays in a loop? (flow_loops.c)
 *     arguments.c        forward: which registers can hold arguments of a call?
 *     ways_out.c         backward: can the function come to its end?
 *     prologue.c         what the code in front of __tsan_func_entry has stored
 *     borrowed.c         what it reads of its caller; if there is any such function in a file, all are analysed anew
 */
#ifndef MZ_TOOL_BINARY_LIVENESS_FUNCTION_H
#define MZ_TOOL_BINARY_LIVENESS_FUNCTION_H

#include "tool/binary/liveness/image.h"
#include "wire/liveness_table.h"

enum { MAX_PARTS = 4, MAX_TAKEN = 63, MAX_FRAME = 1 << 23, MAX_BITS = 1 << 28 }; /* MAX_BITS: bytes for all that is known of bytes */
#define NO_PLACE INT32_MAX
#define NO_LOOP 0
#define TAKEN_ANY (1ull << MAX_TAKEN) /* in a mask of taken addresses: any of the frame */

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_FRAME,    /* entry sp + number */
    VALUE_MAYBE,    /* entry sp + number, or something that is no address of the frame */
    VALUE_DYNAMIC,  /* sp below memory of which the size is not known (alloca) */
    VALUE_ENTRY,    /* what register `number` held at the function's entry */
    VALUE_CONSTANT, /* number */
    VALUE_POINTER,  /* what the dynamic linker has put at address `number` */
    VALUE_LOADED,   /* an entry, of `size` bytes, of the table at `number` */
    VALUE_TARGET,   /* base + (such an entry << shift) */
};

/* `taken`: the addresses of the frame that it may have been computed from, as a mask over function.taken. */
struct value {
    uint8_t  kind, size, shift;
    bool     sign;
    int64_t  number;
    uint64_t base;
    uint64_t taken;
};

struct slot { /* 8 bytes of the frame of which it is known what they hold */
    int32_t      place;
    struct value value;
};

struct state {
    bool         reached;
    struct value registers[REGISTERS];
    uint32_t     slots, room;
    struct slot *slot; /* by place */
};

struct block {
    uint32_t  first, end;      /* instructions */
    uint32_t *next;
    uint32_t  nexts;
    uint32_t  landings;        /* the last so many of `next` are entered by unwinding */
    bool      exits;           /* ends in a return or a jump to another function */
    bool      falls;           /* runs over the end of the code */
};

struct jump_table {
    uint32_t  at;              /* instruction */
    uint64_t *targets;
    size_t    count;
    bool      sealed;          /* nobody can write to it */
    uint64_t  base;            /* that its entries are added to, or 0 */
};

struct span { int32_t from, to; };

struct live {
    uint64_t **bytes;          /* for each block: those that live at its start */
    uint64_t *registers;
    bool     in_loop;          /* as long as the loop is not left that the block lies in */
};

struct function {
    struct image *image;
    const struct architecture *architecture;
    const struct image_function *symbol;
    struct image_function part[MAX_PARTS]; /* by address: its symbol, and what the compiler has put elsewhere (.cold) */
    size_t parts;
    struct instruction *code;
    size_t count, capacity;
    const char **called;       /* for each instruction that is a call: the name, "" if unknown */
    struct block *blocks;
    size_t block_count;
    uint32_t *block_of;        /* for each instruction */
    struct jump_table *tables;
    size_t table_count;
    uint64_t *needed;          /* for each block: scratch registers that are read before they are set; see live_needed */
    struct state *states;      /* for each block: at its start */
    struct slot *stores;       /* by place: every address that is stored there, at any time */
    size_t   store_count, store_room;
    unsigned store_changes;    /* how often that has grown */
    size_t state_count;

    int32_t  taken[MAX_TAKEN]; /* addresses of the frame that are values */
    unsigned taken_count;
    uint64_t escaped;          /* those that went where the analysis does not follow */
    int32_t *gone;             /* and more of them, by place */
    size_t   gone_count;
    int32_t (*places)[MAX_ACCESSES]; /* for each instruction: where its accesses go in the frame, or NO_PLACE */
    int32_t *stack_at;         /* for each instruction: sp in front of it, or NO_PLACE */
    int32_t *frame_at;         /* likewise the frame pointer */
    uint32_t *kept;            /* for each call: registers (bits of the table) that hold the caller's value, not saved yet */
    uint32_t *saved;           /* for each call: those that still hold the caller's value, which is saved */

    int32_t  depth;            /* the frame's lowest place, negative, a multiple of 64 */
    int32_t  body;             /* sp at the call of __tsan_func_entry, or NO_PLACE */
    uint32_t entry_call;       /* that instruction */
    struct value entry_registers[REGISTERS]; /* values there */
    uint64_t *open;            /* bytes that escaped addresses can reach; a bit each */
    uint64_t *loaded;          /* bytes that some instruction, other than a pop, reads at a known place */
    uint64_t *stored;          /* bytes that are stored other than through the frame pointer: arguments may be among them */
    uint64_t *touched;         /* bytes that are read or stored at a known place */
    uint64_t *saves;           /* bytes where the caller's registers are kept */
    bool     dynamic;          /* allocates memory on the stack: sp is not constant in its body */
    bool     has_extents, variadic;
    struct span *extents;      /* of variables, by debug information */
    size_t   extent_count;
    uint64_t *set;             /* for each block: registers set since the last call, at its start; arguments.c */
    struct live live, rounds;  /* `rounds`: in_loop */
    uint32_t *loop;            /* for each block: the number of the outermost loop that it lies in, or NO_LOOP */
    bool     *way_out;         /* for each block: the function can come to its end from there */
    uint64_t *carried;         /* for each block: registers whose value at its start can reach the caller */

    bool entered;              /* others may jump into it: not all of its code was followed */
    const char *problem;       /* why it is left alone, or NULL */
    const char *twice;         /* why nothing is known of what is live behind its calls, or NULL; its prologue is like others' */
};

/* arguments.c: the registers that can hold arguments of a call. */
void arguments_solve(struct function *f);
void arguments_at(const struct function *f, uint32_t call, struct liveness_site *site);

enum hook { HOOK_NONE, HOOK_OTHER, HOOK_PLAIN, HOOK_ENTRY };
/* PLAIN: a hook that neither reads nor writes at the address that it gets. */
enum hook hook_kind(const char *name);

/* flow_graph.c */
void graph_build(struct function *f);
void graph_cut(struct function *f); /* blocks anew, after jump tables were found */
uint32_t graph_find(const struct function *f, uint64_t address); /* the instruction, or UINT32_MAX */
/* Is `at` the branch of a loop that touches a large frame page by page? Then sp is behind it what it was compared with. */
bool graph_probes(const struct function *f, uint32_t at, int8_t *limit);
void graph_name(struct function *f, size_t call, const char *name); /* what it calls */
bool graph_contains(const struct function *f, uint64_t address);

/* values.c */
void values_free(struct function *f);
void values_follow(struct function *f);

/* effects.c */
void effect_step(struct function *f, struct state *s, uint32_t at); /* instruction `at` is performed */
struct value effect_loaded(struct function *f, const struct state *s, const struct access *a, int32_t place);

/* escapes.c */
uint64_t address_taken(struct function *f, int64_t address); /* its bit */
uint64_t value_taken(struct function *f, const struct value *v); /* with the address that it is itself */
uint64_t registers_taken(struct function *f, const struct state *s, uint64_t mask);
void place_escapes(struct function *f, int64_t place);
void value_escapes(struct function *f, const struct value *v);
void registers_escape(struct function *f, const struct state *s, uint64_t mask);
void value_call(struct function *f, struct state *s, uint32_t at);
void value_opaque(struct function *f, struct state *s); /* an instruction that may do anything */

/* slots.c */
void state_copy(struct state *to, const struct state *from);
struct value slot_load(struct function *f, const struct state *s, int32_t place, unsigned size, bool whole);
void slot_store(struct function *f, struct state *s, int32_t place, unsigned size, const struct value *value);
bool slots_merge(struct state *to, const struct state *from);
bool place_is_open(const struct function *f, int32_t place, unsigned size);
bool value_merge(struct function *f, struct value *to, const struct value *from);

/* jump_tables.c: where jump `at` goes, to `target`. True if that is new. */
bool jump_tables_find(struct function *f, uint32_t at, const struct value *target);

/* escaped_extents.c */
void extents_read(struct function *f);
void extents_open(struct function *f); /* fills `open` */

/* live.c */
void live_needed(struct function *f); /* before values are followed: by registers alone */
void live_solve(struct function *f);
int32_t live_stack_arguments(const struct function *f, uint32_t at); /* words of them; negative: unknown */
/* Live values behind call `at`: registers as a mask of the table's bits, bytes into `bytes`. */
uint32_t live_after_call(const struct function *f, const struct live *live, uint32_t at, uint64_t *bytes);
bool     live_result(const struct function *f, uint32_t at); /* may it be read, what call `at` returns in the register for integers? */
void live_free(struct live *live, size_t blocks);
void loops_find(struct function *f); /* flow_loops.c */

/* faint.c: liveness in front of one instruction, with flags as a register. */
bool is_faint(const struct function *f, uint32_t at, const uint64_t *bytes, uint64_t registers);
uint64_t flags_before(const struct instruction *i, uint64_t registers);
uint64_t live_at_call(const struct function *f, uint32_t at, uint64_t registers);

/* ways_out.c: can the function come to its end behind call `call`? */
void ways_out_solve(struct function *f);
bool way_out_behind(const struct function *f, uint32_t call);

/* prologue.c: the stale bytes behind the prologue; false if it was not understood. */
bool prologue_stale(const struct function *f, uint64_t *stale);
/* Range in which a variadic function has stored the registers that can hold arguments; any other: none. */
void prologue_arguments(const struct function *f, void (*each)(struct liveness_save save, void *data), void *data);

/* write_table.c: see there. */
int32_t site_base(const struct function *f, uint32_t at, uint32_t *below);

/* borrowed.c: notes for the file what the function reads of its caller. */
void borrowed_note(const struct function *f);
void borrowed_loaded(const struct function *f, const struct value *v, int8_t into);
void borrowed_look(struct image *image); /* all of its functions */
bool is_outlined(const char *name);

/* entered_labels.c: can others jump into it, and can it jump into others? */
void labels_look(struct function *f);

/* stays.c: does all code of the file come to that of others only by what the dynamic linker has set, or by what is announced? `jump`: the
 * indirect jumps with known targets; they are sorted. */
bool image_stays(struct image *image, uint64_t *jump, size_t jumps);

/* All stages; f->problem says if it was left alone. */
void function_analyse(struct function *f, struct image *image, const struct image_function *symbol);
void function_free(struct function *f);

/* Has any address escaped, and is it not known how far one reaches? */
static inline bool is_wide_open(const struct function *f)
{
    return (f->escaped || f->gone_count) && (!f->has_extents || f->escaped & TAKEN_ANY);
}

/* Bits of places: outside of the frame none is set, nor can be. Code may store above it. */
static inline bool place_bit(const uint64_t *bits, const struct function *f, int32_t place)
{
    uint32_t at = (uint32_t)(place - f->depth);
    return place >= f->depth && place < 0 && bits[at / 64] >> (at % 64) & 1;
}
static inline void place_set(uint64_t *bits, const struct function *f, int32_t place, uint32_t size, bool on)
{
    int64_t from = (int64_t)place - f->depth, to = from + size, end = -(int64_t)f->depth;
    from = from < 0 ? 0 : from;
    to = to > end ? end : to;
    for (int64_t at = from; at < to;) {
        int64_t next = (at | 63) + 1 < to ? (at | 63) + 1 : to;
        uint64_t mask = (next - at == 64 ? ~0ull : (1ull << (next - at)) - 1) << (at % 64);
        bits[at / 64] = on ? bits[at / 64] | mask : bits[at / 64] & ~mask;
        at = next;
    }
}
/* The first place from `place` on, below 0, where the bit is (not) set; 0 if there is none. */
static inline int32_t place_next(const uint64_t *bits, const struct function *f, int32_t place, bool set)
{
    if (place < f->depth && !set)
        return place;
    place = place < f->depth ? f->depth : place;
    while (place < 0) {
        uint32_t at = (uint32_t)(place - f->depth);
        uint64_t rest = (set ? bits[at / 64] : ~bits[at / 64]) >> (at % 64);
        if (rest)
            return place + __builtin_ctzll(rest) < 0 ? place + __builtin_ctzll(rest) : 0;
        place += 64 - (int32_t)(at % 64);
    }
    return 0;
}
static inline uint32_t place_words(const struct function *f)
{
    return (uint32_t)(-f->depth) / 64;
}

#endif
