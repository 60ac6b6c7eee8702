/* bounded_buffer.pml - bounded_buffer.c for SPIN. Who signals lets one of those go that wait, if there are any. */
bit lock, filled
byte taken, ended
byte waiting[2], let_go[2] /* for the cell: [0] to be empty, [1] to be full */

#define LOCK atomic { lock == 0 -> lock = 1 }
#define UNLOCK lock = 0
#define WAIT(what) \
    d_step { waiting[what]++; lock = 0 }; \
    atomic { let_go[what] > 0 -> let_go[what]-- }; \
    LOCK
#define SIGNAL(what) \
    d_step { \
        if \
        :: waiting[what] > 0 -> waiting[what]--; let_go[what]++ \
        :: else \
        fi \
    }

active [PAIRS] proctype produce()
{
    byte i
    do
    :: i < ROUNDS ->
        LOCK
        do
        :: filled -> WAIT(0)
        :: else -> break
        od
        filled = 1
        SIGNAL(1)
        d_step { UNLOCK; i++ }
    :: else -> break
    od
    ended++
}

active [PAIRS] proctype consume()
{
    byte i
    do
    :: i < ROUNDS ->
        LOCK
        do
        :: !filled -> WAIT(1)
        :: else -> break
        od
        filled = 0
        taken++
        SIGNAL(0)
        d_step { UNLOCK; i++ }
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    ended == 2 * PAIRS
    assert(taken == PAIRS * ROUNDS && !filled)
}
