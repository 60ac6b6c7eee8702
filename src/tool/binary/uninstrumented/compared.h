/* compared.h - the constants that a program compares with: an input decides something where it meets one of them. */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_COMPARED_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_COMPARED_H

#include "wire/wire.h"

/* Constants of a program that asks for inputs (__VERIFIER_nondet_...), for the runtime and whoever reads its choices: the smallest ones, by
 * their amount, then their neighbours, as many as there is room for. */
void compared_values(const char *program, struct wire_inputs *inputs);

#endif
