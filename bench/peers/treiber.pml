/* treiber.pml - treiber.c for SPIN: node n + 1 belongs to thread n, and 0 is no node. ROUNDS is 1. */
byte top, next[THREADS + 1], popped[THREADS + 1], ended

active [THREADS] proctype work()
{
    byte old, after
    bit done
    old = top
    do
    :: !done ->
        next[_pid + 1] = old
        d_step {
            if
            :: top == old -> top = _pid + 1; done = 1
            :: else -> old = top
            fi
        }
    :: else -> break
    od
    old = top
    done = 0
    do
    :: !done && old != 0 ->
        after = next[old]
        d_step {
            if
            :: top == old -> top = after; done = 1
            :: else -> old = top
            fi
        }
    :: else -> break
    od
    assert(old != 0)
    popped[old]++
    ended++
}

active proctype main_thread()
{
    byte i = 1
    ended == THREADS
    d_step {
        do
        :: i <= THREADS -> assert(popped[i] == 1); i++
        :: else -> break
        od
    }
}
