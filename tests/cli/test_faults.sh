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

statuses()
{
    says 1 "bug: exit with status 3; passes in other interleavings" check end/exit_status
    says 1 "bug: exit with status 3" check end/exit_status --exit-status --quiet
    says 1 "bug: exit with status 3" check end/exit_status --exit-status=zero --quiet
    says 0 "verified: " check end/exit_status --exit-status=any --race=off
    says 2 "must be one of zero|any|mixed" check end/exit_status --exit-status=one
    says 1 "3 distinct bugs" check end/statuses --all
}
case_ "faults: an exit status other than 0, by --exit-status" statuses

status_replayed()
{
    cp "$programs/bad/end/statuses.c" .
    "$MAZURKA" check statuses.c --all || true
    says 1 "replayed: exit with status" "$MAZURKA" replay statuses.mzt
    says 1 "; passes in other interleavings" "$MAZURKA" replay statuses-3.mzt
}
case_ "faults: ends with a status other than 0 are replayed" status_replayed

status_runs()
{
    says 1 "3 runs; an error was found in 100 %" check end/statuses --search=walk --walks=50 --runs=3
}
case_ "faults: each run sees both kinds of ends by itself" status_runs

cat >"$cases_work/never.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) { x = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = x;
    pthread_join(t, NULL);
    return seen + 1;
}
EOF
status_never_zero()
{
    says 0 "note: no execution ends with status 0: every end has 1, 2" "$MAZURKA" check "$cases_work/never.c"
    says 3 "every end that was met has" "$MAZURKA" check "$cases_work/never.c" --search=walk --walks=3
    says 1 "bug: exit with status" "$MAZURKA" check "$cases_work/never.c" --exit-status --no-trace
}
case_ "faults: a note where no end has status 0" status_never_zero

cat >"$cases_work/early.c" <<'EOF'
#include <stdio.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return fprintf(stderr, "usage: %s N\n", argv[0]), 7;
    puts("on stdout");
    return argc - 2;
}
EOF
status_early()
{
    says 2 "usage: early N
mazurka: the program ended with status 7 before its first thread" "$MAZURKA" check "$cases_work/early.c" --json=x.json
    is error "$(field verdict x.json)"
    says 2 "on stdout" "$MAZURKA" check "$cases_work/early.c" -- 1 2
    says 0 "verified: the only state" "$MAZURKA" check "$cases_work/early.c" -- 1
    says 0 "verified: the only state" "$MAZURKA" check "$cases_work/early.c" --exit-status=any
    says 1 "bug: exit with status 7" "$MAZURKA" check "$cases_work/early.c" --exit-status --no-trace
}
case_ "faults: a program that gives up before its first thread was not checked" status_early

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
    says 0 "; as long as malloc returns no block that was just freed (see --reuse=choose) at given_out_again.c:" check heap/given_out_again
}
case_ "faults: addresses that are not used again" given_out_again

end_cases
