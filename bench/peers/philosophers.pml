/* philosophers.pml - philosophers.c for SPIN: forks are taken in ascending order. */
bit taken[THREADS]
byte ended

active [THREADS] proctype dine()
{
    byte first, second
    d_step {
        first = (_pid + 1 < THREADS -> _pid : 0)
        second = (_pid + 1 < THREADS -> _pid + 1 : _pid)
    }
    atomic { taken[first] == 0 -> taken[first] = 1 }
    atomic { taken[second] == 0 -> taken[second] = 1 }
    taken[second] = 0
    taken[first] = 0
    ended++
}

active proctype main_thread()
{
    ended == THREADS
}
