/* route.h - routes of output that is not captured. */
#ifndef MZ_PROBE_FILES_ROUTE_H
#define MZ_PROBE_FILES_ROUTE_H

/* Captured streams have their descriptor's number: 1, 2, or that of a file (descriptors.h). */
enum route { ROUTE_REAL = 0, ROUTE_STDOUT = 1, ROUTE_STDERR = 2, ROUTE_CLOSED = -1, ROUTE_REFUSED = -2 };

#endif
