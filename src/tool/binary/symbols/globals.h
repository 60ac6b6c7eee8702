/* globals.h - the global variables of a program for searches that go by variables: where each begins, and where its elements do. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_GLOBALS_H
#define MZ_TOOL_BINARY_SYMBOLS_GLOBALS_H

#include "wire/wire.h"

/* Into the wire. Without debug information there are none, and words take their place. */
void globals_list(const char *program, struct wire *wire);

#endif
