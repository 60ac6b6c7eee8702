/* counterexamples.c - the sixteen counterexamples, each made as small as possible, and others since.
 *
 * On CE1 to CE9 the algorithms of "A Pragmatic Approach to Stateful Partial Order Reduction" (Cirisci, Enea, Farzan, Mutluergil) lose
 * something as printed: DE-S-POR, here despor-paper, and DL-S-POR, dlspor-paper. The others are traps for corrections that are not
 * enough.
 */
#include "counterexamples.h"

#include "reduce/reduction.h"
#include "toy_parse.h"

#define EAGER "despor-paper"
#define BOTH  "despor-paper dlspor-paper"
#define APPENDIX " dlspor-appendix-paper"
enum { ENDS = KEEPS_END_STATES, DEADLOCKS = KEEPS_DEADLOCKS, ASSERTS = KEEPS_ASSERTIONS };

const struct counterexample counterexamples[] = {
    /* y = 1 comes only after the second thread's read of y, so that one is always the last dependent transition, and the third
     * thread's read is never charged with the first thread. */
    {"CE1", "r = z; if r { y = 1 } || r = y; z = 1 || r = y", EAGER, .lost = ENDS, .descending = true},
    /* The last transition dependent on the second lock is the first thread's unlock, where the second thread is blocked. */
    {"CE2", "lock m; x = 1; unlock m || lock m; unlock m; x = 2", EAGER, .lost = ENDS},
    /* After one lock the other never executes: nothing dependent is ever seen. */
    {"CE3", "lock m || lock m", BOTH APPENDIX, .lost = DEADLOCKS},
    {"CE3, the only end", "lock m || lock m; unlock m", BOTH APPENDIX, .lost = ENDS},
    {"CE4", "lock m || lock m; fail", BOTH APPENDIX, .lost = ASSERTS},
    /* Threads asked for because of a disabled one are forgotten at the next look. */
    {"CE5", "x = 2 || r = x || lock m; r = x || lock m; unlock m", "", .lost = ENDS},
    /* The spin is a loop with nothing dependent below it. */
    {"CE6", "await x || x = 1", BOTH, .lost = ENDS},
    /* The second thread is put off for ever. */
    {"CE7", "loop { z = 1 } || signal c; fail", BOTH, .lost = ASSERTS},
    /* The path ends below the first transition, so the write is never seen. */
    {"CE8", "r = x; assert r == 1 || x = 1", BOTH APPENDIX, .lost = ENDS, .asserts = ENDS_PROCESS},
    /* The first one to fail ends the process. */
    {"CE9", "fail || fail", BOTH APPENDIX, .lost = ASSERTS, .asserts = ENDS_PROCESS},
    {"CE9, fused", "x = 1; fail || y = 1; fail", "", .lost = 0, .asserts = ENDS_PROCESS_FUSED},
    /* Fully expanding where a successor is on the stack is not enough for summaries: a finished state may be on a cycle through
     * unfinished ones. */
    {"CE10", "loop { y = 0 } || loop { x = 1; r = y; assert r == 0; y = 1 }", "", .lost = ASSERTS},
    /* What is blocked counts in every state: there is no deadlock below the first lock. */
    {"CE11", "lock m; loop { y = 1 } || lock m", BOTH APPENDIX, .lost = DEADLOCKS},
    {"CE11, with a choice at every state", "lock m; loop { y = 1 } || lock m; fail || loop { z = 1 }", "", .lost = ASSERTS},
    /* As CE1, with locks. */
    {"CE12", "lock m; x = 1 || r = x || lock m; r = x; unlock m", "", .lost = ENDS},
    /* Sleep sets need to know what a sleeping thread makes possible. */
    {"CE13", "r = z || r = x; if r { z = 1 } || x = 1", "", .lost = ENDS},
    {"CE13, where a sleeper is all of a persistent set", "r = x; if r { z = 1 } || r = z || x = 1", "", .lost = ENDS},
    {"CE13, where all is expanded", "lock m; y = 1 || y = 0; await x; lock m || x = 1", "", .lost = DEADLOCKS},
    {"CE13, where what lies below is not finished", "r = y || y = 1 || z = 1; await y", "", .lost = ENDS},
    /* An end of the process that is dependent with everything still hides other failures. */
    {"CE14", "fail || fail || x = 1; fail", "", .lost = ASSERTS, .asserts = ENDS_PROCESS},
    /* Without a rule for cycles: CE6 and CE7, where the process ends. */
    {"CE15", "loop { z = 1 } || await x; fail || x = 1", "", .lost = ASSERTS, .asserts = ENDS_PROCESS},
    /* Commuting steps changes the number of preemptions: within bounds of 0, 1 and 2. */
    {"CE16, bound 0", "y = 1; x = 1 || r = x", "", .lost = ENDS},
    {"CE16, bound 1", "x = 1; z = 1 || r = x; q = z", "", .lost = ENDS},
    {"CE16, bound 2", "lock m; y = 1; r = x || r = y; x = 1", "", .lost = ENDS},
    /* What follows has no number: smaller traps on the way. */
    {"trylock sees a lock that is released", "lock m; unlock m || r = trylock m", "", .lost = ENDS},
    {"a blocked member stands for who enables it", "lock m; r = y || y = 1 || lock m; unlock m", "", .lost = ENDS},
    {"a join of a thread that has failed", "r = x || join 2; x = 1 || lock m; fail", "", .lost = DEADLOCKS},
    /* What a compare-and-swap touches is a matter of the state: that of when it became pending is not enough. */
    {"a compare-and-swap that comes to succeed", "x = 1; r = x || r = cas x 1 2", "", .lost = ENDS},
    {"the other way round", "r = cas x 1 2 || x = 1; r = x", "", .lost = ENDS},
    {"a compare-and-swap reversed with what lets it succeed", "r = add x 1 || r = cas x 1 1 || r = x; r = x", "", .lost = ENDS},
    {"a lost wake-up", "lock m; wait c m; unlock m || signal c", "", .lost = DEADLOCKS},
    /* Where the path ends inside an atomic section nothing is seen of what the others would have done. */
    {"given up in a section", "atomic { r = x; assume r == 1 } || x = 1", "", .lost = ENDS},
    {"given up in a section, later", "x = 1; z = 1; atomic { r = y; assume r == 1 } || r = x; q = z; assert q == 0", "", .lost = ASSERTS,
     .asserts = ENDS_PROCESS},
    {"an exit in a section", "y = 1; atomic { r = y; if r { quit } } || r = y; x = r + 1; assert r == 1", "", .lost = ASSERTS,
     .asserts = ENDS_PROCESS},
    {"a failure in a section", "atomic { r = x; assert r == 1 } || x = 1; fail", "", .lost = ASSERTS, .asserts = ENDS_PROCESS},
    /* What follows a section can be reversed with its beginning only, */
    {"a choice in a section", "atomic { r = choose 2; r = add x 0 } || x = 1", "", .lost = ENDS},
    /* or with what let it go on; which stops all others. */
    {"a section that has to wait", "lock m; unlock m || atomic { r = y; lock m; q = y } || y = 1", "", .lost = ENDS},
    /* While one waits in there everything depends on everything, and that must not make races with what came before. */
    {"a section that waits for ever", "yield; yield; r = add y 1 || atomic { r = y; if r { down 1 } } || y = 1", "", .lost = DEADLOCKS},
    /* A failing thread that cannot take its step where it came to it. */
    {"a failure while others are in a section", "lock m; r = x; unlock m; assert r == 0 || atomic { lock m; r = choose 2 } || x = 1", "",
     .lost = ASSERTS, .asserts = ENDS_PROCESS},
    /* Random programs show these once in hundreds or thousands (docs/design/testing.md). What threads do that are known to lead back
     * belongs to what lies below; */
    {"a deadlock after a wait", "lock m; lock n || lock n; r = x; unless r { wait c n }; lock m || x = 1", "", .lost = DEADLOCKS,
     .asserts = ENDS_PROCESS},
    /* what is pending while somebody is inside a section depends on everything; */
    {"a section that waits for an end", "spawn 1; spawn 2; x = 1; x = 0 || atomic { q = x; join 2; r = cas x 0 0 } || exit", "",
     .lost = ENDS, .asserts = ENDS_PROCESS},
    /* and what comes after one outcome of a choice need not be possible after another. */
    {"a deadlock after one outcome", "lock m || r = x || r = choose 2; x = r; r = cas x 0 0; lock m; r = add x 1", "", .lost = DEADLOCKS},
    /* A thread that does not exist yet waits for the transition that it is born in, though it is not the birth that is visible there. */
    {"a birth on the way", "spawn 1; r = cas x 0 0; spawn 2 || r = cas z 0 0 || r = add z 1", "", .lost = ENDS, .births_fused = true,
     .asserts = ENDS_PROCESS},
    /* Updates of one kind commute if nobody asks for what they return; two kinds of them, or one with a result, do not. */
    {"two kinds of updates", "count x 1 || flip x 3", "", .lost = ENDS},
    {"an update with a result", "count x 1 || r = add x 1; if r { y = 1 }", "", .lost = ENDS},
    /* Who waits for a semaphore need not be tried with a post, who looks at it must be. */
    {"a post and who looks", "post 0 || down 0; post 0 || r = try 0", "", .lost = ENDS},
    /* If a barrier needs all who come the order in which they do does not matter, and what comes behind it comes after all of them. But not
     * if others come, too; nor after those that come to another barrier, or have yet to leave the round before; */
    {"a crowd at a barrier", "meet a 2; x = 1 || meet a 2; x = 2 || meet a 2; x = 3", "", .lost = DEADLOCKS},
    {"another barrier", "r = y; meet b 1 || meet a 2; y = 1 || meet a 2", "", .lost = ENDS},
    {"a barrier that somebody leaves late", "meet a 2; r = y; meet a 2 || meet a 2; y = 1", "", .lost = DEADLOCKS},
    /* nor where they have come since, and somebody sleeps who was tried before. */
    {"a barrier and who sleeps", "r = y || meet a 2; q = y || meet a 2; y = 1", "", .lost = ENDS},
    {0},
};

void counterexample_program(const struct counterexample *c, struct toy_program *p)
{
    toy_parse(c->program, p);
    p->assert_parks = c->asserts == STOPS_THREAD;
    p->assert_visible = c->asserts == ENDS_PROCESS;
    p->births_fused = c->births_fused;
    if (c->descending)
        toy_reverse(p);
}
