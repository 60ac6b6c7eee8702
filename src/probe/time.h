/* time.h - the flavours of OP_SLEEP (op.detail). arg[0]: nanoseconds. */
#ifndef MZ_PROBE_TIME_H
#define MZ_PROBE_TIME_H

enum sleep_detail {
    SLEEP_FOR,
    SLEEP_UNTIL,   /* arg[0]: from the beginning */
    SLEEP_LOOKING, /* the thread has looked at the clock too often: no cancellation point */
};

#endif
