/* axioms.h - RC11 by its axioms: all executions of a program that they allow, one after the other. It shares nothing with src/world/weak.
 *
 * Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017. An execution is a graph of events; every
 * way in which reads get their values (rf), and every modification order (mo), is put together and judged:
 *
 *     coherence    hb ; eco? is irreflexive          hb  = (sb u sw)+,  sw as there, but release sequences are those of C++20: (rf ; rmw)*
 *     atomicity    nothing comes between what an update reads and what it writes
 *     SC           psc is acyclic
 *     no load buffering    sb u rf is acyclic
 *
 * An update is one event, which reads and writes.
 */
#ifndef MZ_TESTS_AXIOMS_H
#define MZ_TESTS_AXIOMS_H

#include "litmus/litmus.h"

/* Has it atomic operations and fences only, one after the other, and few enough of them? */
bool axioms_apply(const struct litmus *p);

void axioms_outcomes(const struct litmus *p, struct litmus_outcomes *out);

#endif
