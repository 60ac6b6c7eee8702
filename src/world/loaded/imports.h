/* imports.h - imports of a loaded object: the places in its tables that the loader has filled in by name. */
#ifndef MZ_WORLD_LOADED_IMPORTS_H
#define MZ_WORLD_LOADED_IMPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

struct import {
    const char *name;
    uint64_t   *place;   /* holds what the name was bound to */
    bool        plain;   /* as an address, and nothing was added to it */
    bool        is_read; /* by whoever wants the address; else the linker's stub jumps there, and nobody else looks */
};

/* Returns true to end the walk. */
typedef bool imports_visitor(const struct import *import, void *data);

/* Was the walk ended? */
bool imports_each(const struct dl_phdr_info *info, imports_visitor *each, void *data);

/* The same with names that the object defines itself, and that may yet be bound to what another defines. */
bool imports_each_bound(const struct dl_phdr_info *info, imports_visitor *each, void *data);

/* Does the object take any function from the C library that may change data there? */
bool imports_state_of_c(const struct dl_phdr_info *info);

#endif
