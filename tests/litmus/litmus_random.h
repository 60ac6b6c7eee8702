/* litmus_random.h - random litmus programs, as text. */
#ifndef MZ_TESTS_LITMUS_RANDOM_H
#define MZ_TESTS_LITMUS_RANDOM_H

#include "base/rng.h"
#include "litmus/litmus.h"

/* The axioms say nothing of PLAIN, with plain accesses and ends of places, and LOOPS, that wait. In those of APART sequentially consistent
 * writes are to one place, and weaker ones to others, most of which release. */
enum litmus_class {
    LITMUS_ACCESSES, LITMUS_UPDATES, LITMUS_EXCHANGES, LITMUS_FENCES, LITMUS_SEQ_CST, LITMUS_MIXED, LITMUS_CYCLES,
    LITMUS_SYNCS,
    LITMUS_JUDGED, LITMUS_PLAIN = LITMUS_JUDGED, LITMUS_LOOPS, LITMUS_CLASSES,
    LITMUS_APART = LITMUS_CLASSES, LITMUS_ALL,
};

const char *litmus_class_name(enum litmus_class c);

/* Two to four threads of five to eight operations in all, on two or three places. Of the class of critical cycles each thread accesses a
 * place and then the next one, some with a fence between. */
void litmus_random(enum litmus_class c, struct rng *rng, char text[LITMUS_TEXT]);

#endif
