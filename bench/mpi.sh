#!/bin/bash
# mpi.sh - states that 1, 2 and 4 machines of --mpi explore together, all of them processes of this machine, and seconds on the clock
# that the search takes: the table of bench/results/scale.md. What goes beyond the states of one machine was explored more than once,
# because it was not told in time.
#
#     bench/mpi.sh [PATTERN]     BUILD, REPEAT (the fastest of so many searches, default 1)
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
BUILD=${BUILD:-$root/build} REPEAT=${REPEAT:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

states() # RANKS
{
    local best='' now
    for _ in $(seq "$REPEAT"); do
        mpirun --allow-run-as-root --oversubscribe -n "$1" "$BUILD/bin/mazurka" check "$work/program" --mpi --race=off --reduction=sum \
            --no-trace --all -q --json="$work/out.json" > /dev/null 2>&1
        now=$(jq -r '.statistics | "\(.search_seconds * 100 | round / 100) \(.states)"' "$work/out.json")
        best=$(printf '%s\n' "${best:-$now}" "$now" | sort -n | head -1)
    done
    echo "${best#* } / ${best% *} s"
}

echo "| program | 1 rank | 2 | 4 |"
echo "| --- | --- | --- | --- |"
program() # NAME SOURCE OPTIONS
{
    [[ $1 == *"${pattern}"* ]] || return 0
    "$BUILD/bin/mazurka" cc -O2 -g -o "$work/program" "$root/bench/$2" "${@:3}" -pthread || exit 1
    echo "| $1 | $(states 1) | $(states 2) | $(states 4) |"
}
pattern=${1-}
program "philosophers, 16" philosophers.c -DCIRCLE=1 -DTHREADS=16
program "lastzero, 13" lastzero.c -DTHREADS=13
program "lastzero, 14" lastzero.c -DTHREADS=14
program "bounded buffer, 3 pairs x 3" bounded_buffer.c -DPAIRS=3 -DROUNDS=3
program "mutex counter, 6 x 6" mutex_counter.c -DTHREADS=6 -DROUNDS=6
program "racy counter, 4 x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
program "fine locks, 10" fine_locks.c -DTHREADS=10
