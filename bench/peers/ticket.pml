/* ticket.pml - ticket.c for SPIN: a loop that waits is a condition. */
byte next, owner, inside, ended

active [THREADS] proctype work()
{
    byte mine
    d_step { mine = next; next++ }
    owner == mine
    inside = mine
    assert(inside == mine)
    owner = mine + 1
    ended++
}

active proctype main_thread()
{
    ended == THREADS
}
