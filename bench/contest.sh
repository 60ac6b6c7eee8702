#!/bin/bash
# contest.sh - measures several processes side by side with one reduction: which of them is the first to finish, and when.
#
#     bench/contest.sh [PATTERN]       only programs whose name contains PATTERN
#
# Environment: as for common.sh; TIME limit for one search (default 60s); REDUCTION (default sum); PROCESSES, a list (default "1 2").
# Seconds are those on the clock: on a machine that is busy several processes are slower than one.
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-60s}
REDUCTION=${REDUCTION:-sum}
PROCESSES=${PROCESSES:-1 2}
pattern=${1:-}

program() # NAME SOURCE OPTIONS...
{
    local name=$1 jobs first
    [[ $name == *"$pattern"* ]] || return 0
    "$MAZURKA" cc "${@:3}" "bench/$2" -o "$work/program" || exit 1
    printf '| %s |' "$name"
    for jobs in $PROCESSES; do
        check "$work/program" --race=off --all --reduction="$REDUCTION" -j "$jobs" || exit 1
        first=$(value statistics.first_to_finish)
        printf ' %s | %.2f | %s |' "$(value statistics.states)" "$(value statistics.search_seconds)" "$((first > 0 ? first : 1))"
    done
    echo
}

printf '| program |'
for jobs in $PROCESSES; do printf ' states, -j %s | seconds | first |' "$jobs"; done
printf '\n| --- |'
for jobs in $PROCESSES; do printf ' --- | --- | --- |'; done
echo
program "philosophers, 12" philosophers.c -DCIRCLE=1 -DTHREADS=12
program "philosophers, 14" philosophers.c -DCIRCLE=1 -DTHREADS=14
program "lastzero, 11" lastzero.c -DTHREADS=11
program "lastzero, 14" lastzero.c -DTHREADS=14
program "work queue, 7 x 7" work_queue.c -DTHREADS=7 -DITEMS=7
program "fine locks, 9" fine_locks.c -DTHREADS=9
program "bounded buffer, 3 pairs x 2" bounded_buffer.c -DPAIRS=3 -DROUNDS=2
program "Treiber stack, 4 threads" treiber.c -DTHREADS=4
program "mutex counter, 5 x 6" mutex_counter.c -DTHREADS=5 -DROUNDS=6
program "racy counter, 4 x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
program "list set, 3 clients" list_set.c -DTHREADS=3
program "list under one lock, 4 x 2" list.c -DTHREADS=4 -DROUNDS=2
