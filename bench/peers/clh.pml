/* clh.pml - clh.c for SPIN: a loop that waits is a condition. */
byte locked[THREADS + 1], tail = THREADS, inside, ended

active [THREADS] proctype work()
{
    byte before
    locked[_pid] = 1
    d_step { before = tail; tail = _pid }
    locked[before] == 0
    inside = _pid
    assert(inside == _pid)
    locked[_pid] = 0
    ended++
}

active proctype main_thread()
{
    ended == THREADS
}
