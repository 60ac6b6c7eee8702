/* test_threadset_wide.c - test_threadset.c for sets of 256 threads. */
/* sources: src/base/text.c */
/* compile: -O2 -DMZ_WIDE -Wno-psabi */
#include "test_threadset.c"
