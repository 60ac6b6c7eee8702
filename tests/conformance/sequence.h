/* sequence.h - what families of calls share that lie in files of their own: numbers at random, and results that are told or compared. */
#ifndef SEQUENCE_H
#define SEQUENCE_H

unsigned below(unsigned n);

void record(const char *call, long result);
void record_bytes(const char *call, long result, const void *bytes);
#define RECORD(call, expression) record(call, (long)(expression))

/* Families, one call each. */
void one_of_locks(void);
void one_of_maps(void);
void one_of_times(void);
void one_of_strings(void);
void one_of_random(void);

#endif
