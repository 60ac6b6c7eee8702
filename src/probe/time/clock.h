/* clock.h - the time that clocks show.
 *
 * If clocks ran, no two states would be equal. So time passes only where a thread waits for it: a sleep takes as long as was asked for, a
 * wait that times out ends at its deadline, and who looks at clocks again and again and does nothing else waits, too. How long other things
 * take, a program on a loaded machine does not know either.
 *
 * Loops with time-outs would still never come back to a state. So the clock is moved exactly a few times only; then it moves on in
 * leaps, for nobody knows how much too late a sleep may end. From what it shows in the end it cannot move: a path on which somebody
 * looks at it after that is given up, and the verdict says so.
 *
 * In programs that never look at a clock none of this happens.
 */
#ifndef MZ_PROBE_TIME_CLOCK_H
#define MZ_PROBE_TIME_CLOCK_H

#include <time.h>

#include "probe/probe.h"

enum { CLOCK_CALENDAR = 1700000000, CLOCK_RUNNING = 1000 }; /* seconds that clocks show in the beginning */
#define CLOCK_SECOND ((uint64_t)1000000000)

/* Nanoseconds since then. For stand-ins, of a call that returns to pc: an operation, where somebody else moves the clock. */
uint64_t clock_look(uint64_t pc);

/* Value of op.arg of a sleep that begins now, in a call that returns to pc: nanoseconds from the beginning to its end; 0 where it does not
 * matter. To begin is an operation: others may have moved the clock before, or do it while the thread sleeps. */
uint64_t clock_after(uint64_t pc, uint64_t seconds, uint64_t nanoseconds);

/* Nanoseconds from the beginning to a deadline; 0 if it is over. A deadline does not say of which clock it is: those of the calendar are
 * much later. */
uint64_t clock_until(const struct timespec *deadline);
uint64_t clock_until_moment(int64_t seconds, int64_t nanoseconds);

/* Engine only: so much time has passed; it is that late. */
void clock_pass(const struct thread *t, uint64_t nanoseconds);
void clock_reach(const struct thread *t, uint64_t elapsed);

/* Engine only: t has waited for something. */
void clock_waited(const struct thread *t);

/* semantics.also_touches of what makes time pass. */
int clock_moves(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO]);

/* The flavours of OP_SLEEP (op.detail). */
enum sleep_detail {
    SLEEP_UNTIL,   /* arg[0]: so many nanoseconds after the beginning */
    SLEEP_LOOKING, /* the thread has looked at the clock too often; arg[0]: for so many. No cancellation point */
};

#endif
