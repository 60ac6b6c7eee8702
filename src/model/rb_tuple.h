/* rb_tuple.h - a configuration of DFS-RB in the notation of the paper: <thb,thm,thr,stg,rtb,rtc>.
 *
 *     <I,pl,d,Lb,0.75,1.5>     <L*0.25,cs,ncs,R,0.90^r,1>     <50,pl,d,F,1-d/100,1.2>
 *
 * Real numbers are kept in millionths, so that they print as they were read and compare the same on every machine.
 */
#ifndef MZ_MODEL_RB_TUPLE_H
#define MZ_MODEL_RB_TUPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RB_MILLION = 1000000, RB_MAX_VALUES = 16, RB_TEXT = 256 };

enum rb_base { RB_CONSTANT, RB_FIRST_PATH /* L·f */, RB_SEQUENCE /* I:t1-…-tn, D:t */, RB_OF_THE_PROGRAM /* H */ };
enum rb_strategy { RB_FIXED, RB_RANDOM, RB_LUBY };
enum rb_ratio_kind { RB_RATIO_CONSTANT, RB_RATIO_DEPTH /* 1-d/c */, RB_RATIO_RUN /* 1-r/c */, RB_RATIO_POWER /* c^r */,
    RB_RATIO_NEW /* n: how many of the last transitions have led to new states */ };

struct rb_ratio {
    enum rb_ratio_kind kind;
    uint32_t           c; /* in millionths where it is real: a constant, and the base of a power */
};

struct rb_tuple {
    /* thb: threshold base */
    enum rb_base base;
    uint32_t     values[RB_MAX_VALUES]; /* the constant, or the sequence */
    uint32_t     value_count;
    bool         doubles;               /* D: each of the sequence is twice the one before */
    uint32_t     fraction;              /* f, in millionths */
    /* thm, thr: threshold mode and reduction */
    bool         context_switches;      /* cs, else pl: path length */
    bool         no_context_switch;     /* ncs, else d: disabled */
    /* stg */
    enum rb_strategy strategy;
    /* rtb, rtc. Written A|B, the ratio is B where the next transition is of another thread than the last one, else A. */
    struct rb_ratio  ratio, ratio_other;
    bool             two_ratios;
    uint32_t         coefficient;       /* in millionths */
};

/* False: `why` is a sentence. */
bool rb_parse(const char *text, struct rb_tuple *out, char *why, size_t size);
void rb_print(const struct rb_tuple *c, char *out, size_t size);

/* The configurations of the paper, in a fixed order: 11 bases × 2 modes × 2 reductions × 3 strategies × 15 ratios × 4
 * coefficients. */
enum { RB_CONFIGURATIONS = 11 * 2 * 2 * 3 * 15 * 4 };
struct rb_tuple rb_configuration(unsigned i);

#endif
