/* variable.h - the variables of a program, as section 2 of Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of
 * Multithreaded Programs" (ISSTA 2013), has them.
 *
 * A global variable is known by its address; of an array every element is a variable of its own, or the whole array is one. A block of the
 * heap is known by the statement that allocates it and by how often that statement was executed before; a program that samples executions
 * may take all blocks of one statement for one variable (section 3). A lock is a variable of its own, wherever it lies.
 *
 * The loop iteration number of a block says how often its statement was executed before with the identical call stack (Figure 5).
 */
#ifndef MZ_MODEL_VARIABLE_H
#define MZ_MODEL_VARIABLE_H

#include <stdint.h>

enum variable_kind {
    VARIABLE_GLOBAL, /* memory that the program has from its start */
    VARIABLE_BLOCK,  /* of the heap */
    VARIABLE_LOCK,   /* an object of synchronization; also one in a block */
    VARIABLE_LOCAL,  /* on the stack of a thread, or thread-local */
    VARIABLE_RECORD, /* of the allocator's */
};

/* Origin of a block. */
enum variable_birth { BORN_BY_MALLOC, BORN_BY_CALLOC, BORN_BY_ALIGNED, BORN_BY_REALLOC, BORN_BY_NEW, BORN_BY_NEW_ARRAY };

/* Extent of one variable: the elements of an array, whole arrays, or all blocks that one statement allocates. */
enum variable_grain { BY_ELEMENT, BY_WHOLE, BY_STATEMENT, VARIABLE_GRAINS };

struct variable_id {
    uint64_t key[VARIABLE_GRAINS]; /* equal for all that belongs to one variable, and greater than 1 */
    uint64_t start, size;          /* of the element */
    uint64_t whole, whole_size;    /* of the array or the block: the same if it has one element. Size 0: not known */
    uint64_t site;                 /* of a block: return address of the call that allocates it. 0: it lies in none */
    uint32_t count;                /* executions of the statement before, on this path */
    uint32_t iteration;            /* of these: with the identical call stack */
    uint32_t stack;                /* number of that call stack, from 1. 0: not known */
    uint16_t kind;                 /* enum variable_kind */
    uint16_t birth;                /* enum variable_birth */
};

/* One of which nothing is known but where it lies. */
static inline struct variable_id variable_at(uint64_t addr)
{
    return (struct variable_id){.key = {addr, addr, addr}, .start = addr, .whole = addr, .kind = VARIABLE_GLOBAL};
}

#endif
