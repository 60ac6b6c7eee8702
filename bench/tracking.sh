#!/bin/bash
# tracking.sh - what a sampled execution costs with no, one, two and all variables tracked, beside the program without hooks: Table 2 of
# Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs", ISSTA 2013, on the same hosts.
#
#     bench/tracking.sh [PATTERN]       only programs whose name contains PATTERN
#
# Times are of processors (user and system), the least of REPEAT (default 3) runs that take turns. An execution is one of --search=pct;
# its time is the difference between 2 N executions and N, N being in the table, so that what is done once does not count. A time with >
# is that of a search that was ended after LIMIT (default 3m; with all variables ALL_LIMIT, default 20s): beside it is what one scheduling
# point costs. The last column is v-all over v1; SIZE=small takes the hosts at sizes at which executions with all variables come to their
# end. Environment: as for common.sh.
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
REPEAT=${REPEAT:-3} LIMIT=${LIMIT:-3m} ALL_LIMIT=${ALL_LIMIT:-20s} SIZE=${SIZE:-full}
pattern=${1:-}
TIMEFORMAT='%U %S'

cpu() # COMMAND...: seconds of processors
{
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

executions() # N TRACK: seconds of a search of that many
{
    local limit=$LIMIT
    [[ $2 != all ]] || limit=$ALL_LIMIT
    cpu "$MAZURKA" check "$work/hooked" --search=pct --walks="$1" --track="$2" --no-trace --quiet --time="$limit" --json="$work/result.json"
}

is_cut() { grep -q '"reason": "stopped by --time' "$work/result.json"; }

steps() { awk -f tests/lib/flatten.awk "$work/result.json" | awk -F'\t' '$1 == "statistics.steps" { print $2 }'; }

less() { awk -v a="$1" -v b="$2" 'BEGIN { print a == "" || b < a ? b : a }'; }

# One column: the least of what N and 2 N executions take, and their difference for one.
column() # N TRACK
{
    local one= two= i
    [[ $2 != - ]] || { echo -; return; }
    for ((i = 0; i < REPEAT; i++)); do
        two=$(less "$two" "$(executions $((2 * $1)) "$2")")
        is_cut && { echo ">$two/$(steps)"; return; }
        one=$(less "$one" "$(executions "$1" "$2")")
    done
    awk -v a="$one" -v b="$two" -v n="$1" 'BEGIN { printf "%.6f\n", (b - a) / n }'
}

host() # NAME N V1 V2 FLAG-OR-SOURCE...
{
    local name=$1 n=$2 first=$3 second=$4 native= i seconds=()
    shift 4
    [[ $name == *"$pattern"* ]] || return 0
    "$CC" -O0 -g -DFIXED "$@" -o "$work/native" -pthread -lm || return 0
    "$MAZURKA" cc -O0 -DFIXED "$@" -o "$work/hooked" -lm || return 0
    for ((i = 0; i < REPEAT; i++)); do
        native=$(less "$native" "$(cpu "$work/native")")
    done
    for track in none "$first" "$second" all; do
        seconds+=("$(column "$n" "$track")")
    done
    awk -v name="$name" -v n="$n" -v native="$native" -v columns="${seconds[*]}" 'BEGIN {
        printf "%-15s %5d %9.3f", name, n, native
        count = split(columns, column, " ")
        for (i = 1; i <= count; i++) {
            if (column[i] == "-") printf " %9s %7s", "-", "-"
            else if (split(column[i], part, "/") == 2) printf " %9s %5.0fns", part[1], substr(part[1], 2) / part[2] * 1e9
            else printf " %9.3f %6.1fx", column[i], column[i] / (native + (native == 0))
        }
        print column[4] ~ /[>\/]/ || column[2] <= 0 ? "       -" : sprintf(" %7.1f", column[4] / column[2])
    }'
}

printf '%-15s %5s %9s %17s %17s %17s %17s %7s\n' program N native v0 v1 v2 v-all all:v1
suite=suite
if [[ $SIZE == small ]]; then
    host cache4j 4 cache.filled - $suite/cache4j/cache4j.c -DTHREADS=4 -DROUNDS=1000 -DKEYS=10 -DMAX_OBJECTS=1000
    host moldyn 2 potential - $suite/moldyn/moldyn.c -DCELLS=2 -DTHREADS=7 -DMOVES=2
    host monte_carlo 4 results.size - $suite/monte_carlo/monte_carlo.c -DTHREADS=8 -DRUNS=40 -DSTEPS=200
    host tsp 4 shared.heap_count - $suite/tsp/tsp.c -DCITIES=9 -DWORKERS=17 -DALONE=6 -DTOURS=600
    host blocking_queue 4 queue.head - $suite/blocking_queue/blocking_queue.c -DITEMS=4000 -DCAPACITY=1000
    host sor 4 'red[1][1]' - $suite/sor/sor.c -DWORKERS=6 -DITERATIONS=100 -DROWS=50 -DCOLUMNS=50
    host hash_set 20 hash_set.c:25#1 - $suite/hash_set/{hash_set,hash_set_client,sync_set,set_client}.c -DTHREADS=199
    host tree_set 20 tree_set.c:21#1 - $suite/tree_set/{tree_set,tree_set_client}.c $suite/hash_set/{sync_set,set_client}.c -DTHREADS=199
    exit
fi
host cache4j 1 cache.filled cache.filled,cache.memory_size $suite/cache4j/cache4j.c -DTHREADS=4 -DROUNDS=20000 -DKEYS=10 -DMAX_OBJECTS=1000
host moldyn 1 potential potential,scale $suite/moldyn/moldyn.c -DCELLS=8 -DTHREADS=7 -DMOVES=12
host monte_carlo 1 results.size results.size,universal_static.objects $suite/monte_carlo/monte_carlo.c -DTHREADS=8 -DRUNS=10000 -DSTEPS=250
host tsp 1 shared.heap_count shared.heap_count,shared.done $suite/tsp/tsp.c -DCITIES=16 -DWORKERS=17 -DALONE=13 -DTOURS=9000
host blocking_queue 1 queue.head queue.head,queue.count $suite/blocking_queue/blocking_queue.c -DITEMS=400000 -DCAPACITY=1000
host sor 1 'red[1][1]' 'red[1][1],black[2][1]' $suite/sor/sor.c -DWORKERS=6 -DITERATIONS=100 -DROWS=500 -DCOLUMNS=500
host hash_set 20 hash_set.c:25#1 hash_set.c:25#1,hash_set.c:25#2 \
    $suite/hash_set/{hash_set,hash_set_client,sync_set,set_client}.c -DTHREADS=199
host tree_set 20 tree_set.c:21#1 tree_set.c:21#1,tree_set.c:21#2 $suite/tree_set/{tree_set,tree_set_client}.c \
    $suite/hash_set/{sync_set,set_client}.c -DTHREADS=199
