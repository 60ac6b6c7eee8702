/* process_number.h - the number of the process, which the program sees: a constant. Thread t has the number PROCESS + t, as in Linux. */
#ifndef MZ_PROBE_PROCESS_PROCESS_NUMBER_H
#define MZ_PROBE_PROCESS_PROCESS_NUMBER_H

enum { PROCESS = 1000 };

#endif
