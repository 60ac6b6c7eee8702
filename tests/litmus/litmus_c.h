/* litmus_c.h - litmus programs as C, for the checker itself: one C program for many of them, its argument is the number of one.
 *
 * Every outcome in a set is a failed assertion of its own ("outcome 3"), and so is any other ("another outcome"): those that
 * `mazurka check --all` finds are those that it explores.
 */
#ifndef MZ_TESTS_LITMUS_C_H
#define MZ_TESTS_LITMUS_C_H

#include "litmus/litmus.h"

void litmus_c_begin(void);
void litmus_c_add(unsigned number, const struct litmus *p, const struct litmus_outcomes *outcomes);
void litmus_c_end(unsigned count);

#endif
