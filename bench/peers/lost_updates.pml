/* lost_updates.pml - lost_updates.c for SPIN: a load and a store are a step each. */
byte counter, ended

active [THREADS] proctype work()
{
    byte i, old
    do
    :: i < ROUNDS -> old = counter; d_step { counter = old + 1; i++ }
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    ended == THREADS
    assert(counter > 0 && counter <= THREADS * ROUNDS)
}
