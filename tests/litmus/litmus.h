/* litmus.h - litmus programs: a few threads of atomic operations with their orders, as text and as tables.
 *
 *     x y=1: store x 1 rel; load a y acq || add b x 1 ar; fence sc; cas c y 1 2 ar rlx
 *
 * Before the colon are the places, with their first values (0); then the threads. a, b, c are registers, of each thread its own. Orders are
 * rlx acq rel ar sc; a compare-exchange has a second one for where it fails, or what C makes of the first. Statements are
 *
 *     store P V O    load R P O    add R P V O    swap R P V O    cas R P EXPECTED V O [O]    fence O
 *     peek R P       poke P V      free P         plain accesses, and the end of a place
 *     sync P                                      P is an object of synchronization: all that was done before one of these on P happens
 *                                                 before what comes after a later one
 *     let R V        plus R V V    if V = V goto L    if V != V goto L    goto L    assert V = V    assert V != V
 *
 * and may have a label, "L:". R is a register, V one or a number.
 */
#ifndef MZ_TESTS_LITMUS_H
#define MZ_TESTS_LITMUS_H

#include <stdbool.h>
#include <stdint.h>

enum { LITMUS_THREADS = 4, LITMUS_PLACES = 6, LITMUS_REGISTERS = 8, LITMUS_CODE = 40, LITMUS_NAME = 8, LITMUS_TEXT = 1024 };

enum litmus_code {
    LITMUS_STORE,
    LITMUS_LOAD,
    LITMUS_ADD,
    LITMUS_SWAP,
    LITMUS_CAS,
    LITMUS_FENCE,
    LITMUS_SYNC,
    LITMUS_PEEK,
    LITMUS_POKE,
    LITMUS_FREE,
    LITMUS_LOCAL, /* those from here on are nobody else's business */
    LITMUS_LET = LITMUS_LOCAL,
    LITMUS_PLUS,
    LITMUS_IF,
    LITMUS_ASSERT,
};

struct litmus_operand {
    bool   is_register;
    int8_t value; /* or its number */
};

struct litmus_statement {
    uint8_t code; /* enum litmus_code */
    uint8_t place, reg, target;
    uint8_t negated;
    int     order, failure; /* __ATOMIC_* */
    struct litmus_operand a, b;
};

struct litmus {
    const char *text;
    unsigned    threads, places, length[LITMUS_THREADS], registers[LITMUS_THREADS];
    char        place[LITMUS_PLACES][LITMUS_NAME], reg[LITMUS_THREADS][LITMUS_REGISTERS][LITMUS_NAME];
    int8_t      first[LITMUS_PLACES];
    struct litmus_statement code[LITMUS_THREADS][LITMUS_CODE];
};

/* A program that is wrong ends the test. The text stays the caller's. */
void litmus_parse(const char *text, struct litmus *p);

/* What can be told of an execution: registers of all threads, and the last value of each place. */
struct litmus_outcome {
    int8_t reg[LITMUS_THREADS][LITMUS_REGISTERS], last[LITMUS_PLACES];
};

/* A set of them, in order. */
struct litmus_outcomes {
    struct litmus_outcome *outcome;
    unsigned               count, room;
};

void litmus_add(struct litmus_outcomes *all, const struct litmus_outcome *one);
void litmus_free(struct litmus_outcomes *all);
unsigned litmus_missing(const struct litmus_outcomes *from, const struct litmus_outcomes *of); /* how many of `of` are not there */

/* "a=0 b=1 x=2", of registers and places by their names: is there such an outcome? A register is that of the first thread that has one. */
bool litmus_has(const struct litmus *p, const struct litmus_outcomes *all, const char *condition);

#endif
