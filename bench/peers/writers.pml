/* writers.pml - writers.c for SPIN. */
byte cell[THREADS], ended

active [THREADS] proctype work()
{
    byte i = 1
    do
    :: i <= ROUNDS -> d_step { cell[_pid] = i; i++ }
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    byte i
    ended == THREADS
    d_step {
        do
        :: i < THREADS -> assert(cell[i] == ROUNDS); i++
        :: else -> break
        od
    }
}
