#!/bin/bash
# checkpoint.sh - what --checkpoint costs: processor seconds of searches with it and without, and the file.
#
#     bench/checkpoint.sh           a file that is written once a second, by one process that searches
#
# Each is the least of REPEAT runs (default 3) that take turns; the file is that of a search which ends at a limit half-way.
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
REPEAT=${REPEAT:-3}
TIME=${TIME:-60s}
common="--memory-model=sc --race=off --all --reduction=sum -j 1 --no-trace --quiet"
file=$work/kept.mzc

seconds() # OPTIONS...: processor seconds, user and system
{
    local TIMEFORMAT='%U %S'
    { time "$MAZURKA" check "$work/program" $common "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

program() # NAME SOURCE OPTIONS...
{
    local without with one i half
    "$MAZURKA" cc "${@:3}" "bench/$2" -o "$work/program" || exit 1
    for ((i = 0; i < REPEAT; i++)); do
        one=$(seconds)
        without=$(printf '%s\n' "${without:-$one}" "$one" | sort -g | head -n 1)
        one=$(seconds --checkpoint="$file" --checkpoint-every=1s)
        with=$(printf '%s\n' "${with:-$one}" "$one" | sort -g | head -n 1)
    done
    check "$work/program" $common || exit 1
    half=$(($(value statistics.states) / 2))
    seconds --checkpoint="$file" --states=$half >/dev/null
    printf '| %s | %s | %s | %s | %d | %.1f |\n' "$1" "$((2 * half))" "$without" "$with" "$half" \
        "$(stat -c %s "$file" | awk '{ print $1 / 1048576 }')"
    rm -f "$file"
}

echo '| program | states | seconds without | with | states at a limit | MiB of the file |'
echo '| --- | --- | --- | --- | --- | --- |'
program "lastzero, 13" lastzero.c -DTHREADS=13
program "philosophers, 16" philosophers.c -DCIRCLE=1 -DTHREADS=16
program "racy counter, 4 x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
