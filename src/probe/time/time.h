/* time.h - the flavours of OP_SLEEP (op.detail). */
#ifndef MZ_PROBE_TIME_TIME_H
#define MZ_PROBE_TIME_TIME_H

enum sleep_detail {
    SLEEP_UNTIL,   /* arg[0]: so many nanoseconds after the beginning */
    SLEEP_LOOKING, /* the thread has looked at the clock too often; arg[0]: for so many. No cancellation point */
};

#endif
