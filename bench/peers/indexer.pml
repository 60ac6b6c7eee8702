/* indexer.pml - indexer.c for SPIN: a table of 128 cells, 4 messages of each thread. */
byte table[128], ended

active [THREADS] proctype enter()
{
    byte i = 1, h
    bit done
    do
    :: i <= 4 ->
        d_step { h = ((i * 11 + _pid) * 7) % 128; done = 0 }
        do
        :: !done ->
            d_step {
                if
                :: table[h] == 0 -> table[h] = i * 11 + _pid; done = 1
                :: else -> h = (h + 1) % 128
                fi
            }
        :: else -> break
        od
        i++
    :: else -> break
    od
    ended++
}

active proctype main_thread()
{
    byte i, used
    ended == THREADS
    d_step {
        do
        :: i < 128 -> used = used + (table[i] != 0); i++
        :: else -> break
        od
        assert(used == THREADS * 4)
    }
}
