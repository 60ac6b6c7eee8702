/* mutex_counter.pml - mutex_counter.c for SPIN. */
bit lock
byte counter, ended

active [THREADS] proctype work()
{
    byte i
    do
    :: i < ROUNDS -> atomic { lock == 0 -> lock = 1 }; counter++; d_step { lock = 0; i++ }
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    ended == THREADS
    assert(counter == THREADS * ROUNDS)
}
