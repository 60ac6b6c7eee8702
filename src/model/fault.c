/* fault.c - names of the faults. */
#include "model/fault.h"

const char *const fault_words[FAULT_KINDS] = {
#define F(kind, word, what) [FAULT_##kind] = word,
    FAULT_TABLE(F)
#undef F
};

const char *const fault_meanings[FAULT_KINDS] = {
#define F(kind, word, what) [FAULT_##kind] = what,
    FAULT_TABLE(F)
#undef F
};
