/* early_maps.h - files that set-up has mapped to memory and not unmapped. When set-up is over the memory and the file, which the search
 * keeps apart, have nothing to do with each other: what would show through one of them what was done to the other is refused. */
#ifndef MZ_WORLD_SETUP_EARLY_MAPS_H
#define MZ_WORLD_SETUP_EARLY_MAPS_H

#include <stdbool.h>
#include <stdint.h>

/* Part of a file that set-up has mapped. */
struct early_map {
    uint64_t lo, size, offset, file; /* the file's number (inherited.h) */
    bool     shared, stores;         /* stores: what is stored to memory is written to the file */
};

/* Set-up has mapped it, or unmapped memory. False: what is stored to one place of the memory is seen at another. */
bool early_maps_note(struct early_map m);
void early_maps_forget(uint64_t lo, uint64_t size);

/* Does memory show what the file holds? Does the file show what is stored to memory? */
bool early_maps_shows(uint64_t file);
bool early_maps_stores(uint64_t file);

#endif
