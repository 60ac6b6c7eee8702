/* peterson.pml - peterson.c for SPIN: every load and every store of what others see is a step. */
byte at[THREADS], last[THREADS], inside, ended

active [THREADS] proctype work()
{
    byte round = 1, i
    do
    :: round < THREADS ->
        at[_pid] = round
        last[round] = _pid
again:  if
        :: last[round] != _pid -> goto passed
        :: else -> i = 0
        fi
        do
        :: i == THREADS -> break
        :: i < THREADS && i == _pid -> i++
        :: i < THREADS && i != _pid ->
            if
            :: at[i] >= round -> goto again
            :: else -> i++
            fi
        od
passed: round++
    :: else -> break
    od
    inside++
    assert(inside == 1)
    inside--
    at[_pid] = 0
    ended++
}

active proctype main_thread()
{
    ended == THREADS
}
