/* lastzero.pml - lastzero.c for SPIN. */
byte cell[THREADS], found, ended

active [THREADS] proctype work()
{
    byte i, before
    if
    :: _pid == 0 -> /* looks for the last zero from the end */
        i = THREADS - 1
        do
        :: cell[i] != 0 -> i--
        :: else -> break
        od
        found = i
    :: else ->
        before = cell[_pid - 1]
        cell[_pid] = before + 1
    fi
    ended++
}

active proctype main_thread()
{
    ended == THREADS
    assert(found < THREADS)
}
