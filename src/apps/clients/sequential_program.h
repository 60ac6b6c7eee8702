/* sequential_program.h - a program that makes the calls of clients one after the other, in every order: what is compiled from the
 * specification once, by the plain compiler, without hooks, and parts/sequential.c. It reads clients and prints what their calls return
 * (outcomes.h). */
#ifndef MZ_APPS_CLIENTS_SEQUENTIAL_PROGRAM_H
#define MZ_APPS_CLIENTS_SEQUENTIAL_PROGRAM_H

#include "apps/clients/client.h"

/* Its path. What is wrong with the specification, such as a function that there is not, ends the tool with a sentence. */
const char *sequential_build(const struct spec *spec, const struct calls *calls);

#endif
