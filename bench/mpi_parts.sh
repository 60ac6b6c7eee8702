#!/bin/bash
# mpi_parts.sh - a search without a reduction by -j and by machines of --mpi that explore it in parts, all of them processes of this
# machine: the table of bench/results/scale.md. Transitions beyond those of one process were taken in states that two machines have entered.
#
#     bench/mpi_parts.sh [PATTERN]     BUILD, REPEAT (least of so many searches, default 1)
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
BUILD=${BUILD:-$root/build} REPEAT=${REPEAT:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check="$BUILD/bin/mazurka check $work/program --race=off --reduction=none --search=dfs --no-trace --all -q --json=$work/out.json"

# least COMMAND...: seconds on the clock / of processors / millions of transitions, of the search that took the fewest of processors.
least()
{
    local best='' now
    for _ in $(seq "$REPEAT"); do
        /usr/bin/time -f "%e %U %S" -o "$work/time" "$@" > /dev/null 2>&1
        now=$(tail -1 "$work/time" | awk -v t="$(jq .statistics.transitions "$work/out.json")" \
            '{ printf "%.2f %.2f / %.2f / %.2f", $2 + $3, $1, $2 + $3, t / 1e6 }')
        best=$(printf '%s\n' "${best:-$now}" "$now" | sort -n | head -1)
    done
    echo "${best#* }"
}
ranks() { least mpirun --allow-run-as-root --oversubscribe --bind-to none -n "$1" $check --mpi; }

echo "| program | states | -j 1 | -j 2 | 1 rank | 2 ranks |"
echo "| --- | --- | --- | --- | --- | --- |"
program() # NAME SOURCE OPTIONS
{
    [[ $1 == *"${pattern}"* ]] || return 0
    "$BUILD/bin/mazurka" cc -O2 -g -o "$work/program" "$root/bench/$2" "${@:3}" -pthread || exit 1
    local one two
    one=$(least $check -j 1)
    two=$(least $check -j 2)
    echo "| $1 | $(jq .statistics.states "$work/out.json") | $one | $two | $(ranks 1) | $(ranks 2) |"
}
pattern=${1-}
program "philosophers, 8" philosophers.c -DCIRCLE=1 -DTHREADS=8
program "lastzero, 8" lastzero.c -DTHREADS=8
program "racy counter, 4 x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
