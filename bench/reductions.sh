#!/bin/bash
# reductions.sh - measures the reductions: every one on every program, in one run. Whatever finishes must agree on the verdict, on what
# was found, and on how many end states and deadlocks there are: if not, that is said, and the script ends with 1.
#
#     bench/reductions.sh [PATTERN]       only programs whose name contains PATTERN
#
# Environment: as for common.sh; TIME limit for one search (default 3s); REDUCTIONS, a list (default: all that are sound). What took
# too long on a program is not tried on larger ones of the same name. "st:none" is the ratio of states to those without reduction,
# "t:spor" that of the time to S-POR's; "B/state" is what is stored for a state, "MB" everything, with the path. States of reductions that
# match none are choice points met, of which none is stored.
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-3s}
REDUCTIONS=${REDUCTIONS:-none spor sum sum-plain sum-sleep dlspor despor dljpf dejpf sleep dpor source-dpor optimal-dpor}
pattern=${1:-}
format='%-28s %11s %11s %12s %11s %9s %9s %8s %8s %8s %8s %8s\n'
declare -A gave_up # [program's name before its size / reduction]
wrong=0

# What all reductions keep: the verdict, numbers of ends, and faults in any order.
kept()
{
    awk -F'\t' '$1 == "verdict" || $1 == "statistics.deadlocks" { print $1, $2 }
        $1 == "statistics.end_states" { ends = $2 }
        $1 == "statistics.overtaking" { print "ends", ends - $2 }
        $1 ~ /^findings\.[0-9]+\.(kind|text|place\.line)$/ { split($1, part, "."); fault[part[2]] = fault[part[2]] " " $2 }
        END { for (i in fault) print fault[i] }' "$work/result" | sort | paste -s -d '; '
}

grouped() { sed -E ':a; s/([0-9])([0-9]{3})(,|$)/\1,\2\3/; ta' <<<"$1"; }

ratio() { awk -v a="$1" -v b="${2:--}" 'BEGIN { if (b + 0 > 0) printf "%.3g", a / b; else print "-" }'; }

row() # REDUCTION: from the result
{
    local states seconds stored memory
    states=$(value statistics.states) seconds=$(value statistics.search_seconds)
    stored=$(value statistics.table_bytes) # for all states; the rest is the path
    memory=$((stored + $(value statistics.path_bytes)))
    case $1 in
    none) none=("$states" "$seconds") ;;
    spor) spor=("$states" "$seconds") ;;
    esac
    printf "$format" "$1" "$states" "$(value statistics.transitions)" "$(value statistics.retraversed)" "$(value statistics.pruned)" \
        "$(printf %.3f "$seconds")" "$(ratio $memory 1e6)" "$(ratio "$stored" "$states")" \
        "$(ratio "$states" "${none[0]-}")" "$(ratio "$seconds" "${none[1]-}")" \
        "$(ratio "$states" "${spor[0]-}")" "$(ratio "$seconds" "${spor[1]-}")"
    printf '%s\t%s\t%s (%.2f s)\n' "$name" "$1" "$(grouped "$states")" "$seconds" >>"$work/table"
}

given_up() # REDUCTION
{
    printf '%-28s %11s\n' "$1" "> $TIME"
    printf '%s\t%s\t> %s\n' "$name" "$1" "$TIME" >>"$work/table"
    gave_up[$series/$1]=1
}

agree() # REDUCTION: with those before it
{
    local now
    now=$(kept)
    [ "$now" = "${expected:=$now}" ] && return
    printf '%s: %s DISAGREES:\n    %s\n    instead of\n    %s\n' "$name" "$1" "$now" "$expected"
    wrong=1
}

program() # NAME SOURCE OPTIONS...
{
    local name=$1 series=${1%%,*} expected='' none=() spor=() reduction
    [[ $name == *"$pattern"* ]] || return 0
    "$MAZURKA" cc "${@:3}" "bench/$2" -o "$work/program" || { wrong=1; return 0; }
    printf "\n$format" "$name" states transitions retraversed pruned seconds MB B/state st:none t:none st:spor t:spor
    for reduction in $REDUCTIONS; do
        if [ "${gave_up[$series/$reduction]-}" ]; then
            given_up "$reduction"
        elif ! check "$work/program" --race=off --all --reduction="$reduction"; then
            wrong=1
        elif [[ $(value coverage) == "stopped by --time"* ]]; then
            given_up "$reduction"
        else
            row "$reduction"
            agree "$reduction"
        fi
    done
}

# States and seconds of every reduction on every program, as a table.
table()
{
    [ -f "$work/table" ] || return 0
    echo
    awk -F'\t' -v list="$REDUCTIONS" '{ if (!($1 in seen)) { seen[$1] = 1; names[++n] = $1 } cell[$1, $2] = $3 }
        END {
            count = split(list, reduction, " ")
            head = "| program"; line = "| ---"
            for (i = 1; i <= count; i++) { head = head " | " reduction[i]; line = line " | ---" }
            print head " |\n" line " |"
            for (p = 1; p <= n; p++) {
                printf "| %s", names[p]
                for (i = 1; i <= count; i++) printf " | %s", cell[names[p], reduction[i]]
                print " |"
            }
        }' "$work/table"
}

for n in 4 6 8 10 12 14; do
    program "philosophers, $n" philosophers.c -DCIRCLE=1 -DTHREADS=$n
done
program "lastzero, 8" lastzero.c -DTHREADS=8
program "lastzero, 11" lastzero.c -DTHREADS=11
program "lastzero, 14" lastzero.c -DTHREADS=14
program "indexer, 13 threads" indexer.c -DTHREADS=13
program "work queue, 4 x 4" work_queue.c -DTHREADS=4 -DITEMS=4
program "work queue, 5 x 5" work_queue.c -DTHREADS=5 -DITEMS=5
program "work queue, 7 x 7" work_queue.c -DTHREADS=7 -DITEMS=7
program "fine locks, 6" fine_locks.c -DTHREADS=6
program "fine locks, 9" fine_locks.c -DTHREADS=9
program "bounded buffer, 1 pair x 2" bounded_buffer.c -DPAIRS=1 -DROUNDS=2
program "bounded buffer, 3 pairs x 2" bounded_buffer.c -DPAIRS=3 -DROUNDS=2
program "Treiber stack, 2 threads" treiber.c -DTHREADS=2
program "Treiber stack, 3 threads" treiber.c -DTHREADS=3
program "Treiber stack, 4 threads" treiber.c -DTHREADS=4
program "mutex counter, 3 x 2" mutex_counter.c -DTHREADS=3 -DROUNDS=2
program "mutex counter, 5 x 6" mutex_counter.c -DTHREADS=5 -DROUNDS=6
program "racy counter, 2 x 3" racy_counter.c -DTHREADS=2 -DROUNDS=3
program "racy counter, 3 x 4" racy_counter.c -DTHREADS=3 -DROUNDS=4
program "one-lock monitor, 3 x 1" monitor.c -DTHREADS=3 -DROUNDS=1
program "one-lock monitor, 6 x 10" monitor.c -DTHREADS=6 -DROUNDS=10
program "independent writers, 5 x 5" writers.c -DTHREADS=5 -DROUNDS=5
program "list set, 2 clients" list_set.c -DTHREADS=2
program "list set, 3 clients" list_set.c -DTHREADS=3
program "list under one lock, 3 x 3" list.c
program "list under one lock, 4 x 2" list.c -DTHREADS=4 -DROUNDS=2
table
exit $wrong
