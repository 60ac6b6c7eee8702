/* file_maps.h - maps of files in the search: the windows of kept files (kept_windows.h). For stand-ins of memory maps. */
#ifndef MZ_PROBE_FILES_FILE_MAPS_H
#define MZ_PROBE_FILES_FILE_MAPS_H

#include "probe/files/kept_windows.h"

/* The file behind the descriptor is mapped into the window, which is mapped memory already. Negative: errno says why not. */
int file_maps_map(uint64_t pc, int fd, struct window w);

/* Does the number name anything? */
bool file_maps_may(uint64_t pc, int fd);

/* What is about to be unmapped is one window. Negative: it is not. */
int file_maps_unmap(uint64_t pc, uint64_t lo, uint64_t size);

/* Is there a part of a window in the range? */
bool file_maps_has(uint64_t lo, uint64_t size);

#endif
