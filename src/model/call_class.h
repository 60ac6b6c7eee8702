/* call_class.h - classes of functions that a program calls: how the checker treats each. */
#ifndef MZ_MODEL_CALL_CLASS_H
#define MZ_MODEL_CALL_CLASS_H

enum call_class {
    CALL_UNKNOWN,  /* not listed: guarded, if it is in a library that can be */
    CALL_MODELLED,
    CALL_PURE,
    CALL_SETUP,    /* real before the first thread or choice, refused afterwards */
    CALL_REFUSED,
    CALL_GUARDED,       /* runs natively, and what it has written is found by comparison */
    CALL_GUARDED_STATE, /* the same, and it uses state of the C library */
};

#endif
