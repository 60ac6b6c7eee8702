/* parameters.h - in which registers a function finds the addresses of its parameters, by the calling convention of aarch64: structs of
 * more than 16 bytes are passed so, and are objects that the caller has made for the function. */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_PARAMETERS_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_PARAMETERS_H

#include <elfutils/libdw.h>
#include <stdint.h>

/* A bit for each register. None is named that may hold something else. */
uint32_t parameters_by_address(Dwarf_Die *function);

#endif
