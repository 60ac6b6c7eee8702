/* peterson_rounds.pml - peterson_rounds.c for SPIN: every load and every store of what the other one sees is a step. */
bit wants[2], turn
byte inside, ended

active [2] proctype work()
{
    short i
    do
    :: i < ROUNDS ->
        wants[_pid] = 1
        turn = 1 - _pid
again:  if
        :: wants[1 - _pid] == 0 -> goto passed
        :: else ->
            if
            :: turn == _pid -> goto passed
            :: else -> goto again
            fi
        fi
passed: inside++
        assert(inside == 1)
        inside--
        wants[_pid] = 0
        i++
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    ended == 2
}
