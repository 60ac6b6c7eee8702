#!/bin/bash
# jobs.sh - measures several processes with one reduction (-j N) beside one.
#
#     bench/jobs.sh [PATTERN]       only programs whose name contains PATTERN
#
# For each number of processes: states, seconds on the clock (the least of REPEAT runs that take turns), memory; and how many times faster
# than one. On a machine that is busy several processes are slower than one.
#
# Environment: as for common.sh; TIME limit for one search (default 60s); REDUCTION (default sum); PROCESSES, a list that begins with 1
# (default "1 2"); REPEAT (default 3).
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-60s}
REDUCTION=${REDUCTION:-sum}
PROCESSES=${PROCESSES:-1 2}
REPEAT=${REPEAT:-3}
pattern=${1:-}

program() # NAME SOURCE OPTIONS...
{
    local name=$1 jobs bytes
    [[ $name == *"$pattern"* ]] || return 0
    "$MAZURKA" cc "${@:3}" "bench/$2" -o "$work/program" || exit 1
    for ((i = 0; i < REPEAT; i++)); do
        for jobs in $PROCESSES; do
            check "$work/program" --race=off --all --reduction="$REDUCTION" -j "$jobs" || exit 1
            bytes=$(($(value statistics.table_bytes) + $(value statistics.path_bytes)))
            echo "$jobs $(value statistics.states) $(value statistics.search_seconds) $bytes"
        done
    done | awk -v name="$name" '
        !($1 in least) { order[n++] = $1; least[$1] = $3 }
        $3 <= least[$1] { least[$1] = $3; states[$1] = $2; bytes[$1] = $4 }
        END {
            printf "| %s |", name
            for (i = 0; i < n; i++) {
                j = order[i]
                printf " %d | %.2f | %.1f |", states[j], least[j], bytes[j] / 1048576
                if (i > 0)
                    printf " %.2f |", least[order[0]] / least[j]
            }
            print ""
        }'
}

printf '| program |'
for jobs in $PROCESSES; do
    printf ' states, -j %s | seconds | MiB |' "$jobs"
    ((jobs == 1)) || printf ' times faster |'
done
printf '\n| --- |'
for jobs in $PROCESSES; do
    printf ' --- | --- | --- |'
    ((jobs == 1)) || printf ' --- |'
done
echo
program "philosophers, 18" philosophers.c -DCIRCLE=1 -DTHREADS=18
program "lastzero, 14" lastzero.c -DTHREADS=14
program "work queue, 8 x 8" work_queue.c -DTHREADS=8 -DITEMS=8
program "fine locks, 10" fine_locks.c -DTHREADS=10
program "bounded buffer, 3 pairs x 3" bounded_buffer.c -DPAIRS=3 -DROUNDS=3
program "Treiber stack, 4 threads" treiber.c -DTHREADS=4
program "mutex counter, 6 x 6" mutex_counter.c -DTHREADS=6 -DROUNDS=6
program "racy counter, 4 x 4" racy_counter.c -DTHREADS=4 -DROUNDS=4
program "list set, 3 clients" list_set.c -DTHREADS=3
program "list under one lock, 5 x 2" list.c -DTHREADS=5 -DROUNDS=2
