/* hunt_foreign.h - libraries without hooks that may order threads by atomics of their own, which nobody sees. */
#ifndef MZ_HUNT_CHECKS_HUNT_FOREIGN_H
#define MZ_HUNT_CHECKS_HUNT_FOREIGN_H

/* A sentence about one that is loaded, and is not trusted; NULL: there is none. */
const char *foreign_library(void);

#endif
