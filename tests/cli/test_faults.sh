#!/bin/bash
# test_faults.sh - what reports say of faults besides their first line, and the options that decide what counts as one.
. "$(dirname "$0")/../lib/cases.sh"

# FAMILY/NAME OPTIONS...: with the program in the current directory, so that lines have short names
check()
{
    cp "$programs/bad/$1.c" .
    "$MAZURKA" check --no-trace "$(basename "$1").c" "${@:2}"
}

shows_block()
{
    says 1 "the block of 8 bytes was allocated at use_after_free.c:19 in main by thread 0 (main)," check memory/use_after_free
    says 1 "and freed at use_after_free.c:21 in main by thread 0 (main)" check memory/use_after_free
}
case_ "faults: the block, who allocated and who freed it" shows_block

block_in_json()
{
    check memory/use_after_free --json=x.json || true
    awk -f "$root/tests/lib/flatten.awk" x.json >flat
    grep -qP '^findings\.0\.block\.size\t8$' flat && grep -qP '^findings\.0\.block\.allocated\.line\t19$' flat &&
        grep -qP '^findings\.0\.block\.freed\.line\t21$' flat && grep -qP '^findings\.0\.block\.freed_by\t0$' flat
}
case_ "faults: the block in JSON" block_in_json

unchecked() { says 0 "verified" check memory/use_after_free --memory-checks=off; }
case_ "faults: --memory-checks=off" unchecked

no_leaks() { says 0 "verified" check memory/leak; }
case_ "faults: leaks only on request" no_leaks

not_held() { says 0 "verified" check misuse/held_at_exit; }
case_ "faults: a lock held at the end of a thread only on request" not_held

names_object() { says 1 "the object is second" check misuse/copied_mutex; }
case_ "faults: the object that is misused" names_object

lost() { says 1 "by thread 0 (main) while nobody waited: a lost wake-up" check cond/lost_wakeup; }
case_ "faults: a lost wake-up" lost

arrived() { says 1 "2 of the 3 threads that it waits for have arrived" check barrier/too_few; }
case_ "faults: a barrier that too few come to" arrived

ended() { says 1 "since holder_ended.c:10, and it has ended" check deadlock/holder_ended; }
case_ "faults: the holder has ended" ended

goes_on()
{
    says 1 "partial deadlock: thread 1 waits in lock at others_loop.c:" check deadlock/others_loop
    says 1 "thread 0 (main) can go on" check deadlock/others_loop
    says 1 "1 distinct bug" check deadlock/others_loop --all
}
case_ "faults: threads are stuck while others go on, told once" goes_on

end_cases

relies_on_time_out()
{
    cp "$programs/ok/cond/relies_on_time_out.c" .
    local line="; relying on the time-out at relies_on_time_out.c:29"
    says 0 "$line" "$MAZURKA" check --no-trace relies_on_time_out.c
    says 0 "$line" "$MAZURKA" check --no-trace --reduction=optimal-dpor --race=off relies_on_time_out.c
}
case_ "faults: what is no deadlock only thanks to a time-out" relies_on_time_out

given_out_again()
{
    says 0 "; without giving blocks out again that were just freed (--reuse=choose does) at given_out_again.c:" check heap/given_out_again
}
case_ "faults: addresses that are not used again" given_out_again
