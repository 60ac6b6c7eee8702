#!/bin/bash
# run.sh - how well can it be told how much of a search is left? A copy of the runtime, with record.patch, writes down what is known on the
# path as the states grow; compare.py holds estimates made from that against what was left. docs/design/searches/dfs.md has the result.
#
#     bench/estimate/run.sh
#
# Environment: as for common.sh; TIME limit for one search (default 2m).
set -u
cd "$(dirname "$0")/../.." || exit 2
. bench/common.sh
TIME=${TIME:-2m}

mkdir "$work/copy"
cp -a Makefile VERSION src include scripts tests bench "$work/copy" && cp -a "$BUILD" "$work/copy/build" || exit 2
(cd "$work/copy" && patch -s -p1 && make -s SETUP=: BUILD=build build/lib/mazurka/libmazurka.so >/dev/null) <bench/estimate/record.patch ||
    { echo "bench/estimate/record.patch does not fit any more" >&2; exit 2; }
MAZURKA=$work/copy/build/bin/mazurka

record() # NAME SOURCE REDUCTION MACROS...
{
    "$MAZURKA" cc "${@:4}" "bench/$2" -o "$work/program" || return
    (cd "$work" && : >estimate.log && "$MAZURKA" check --search=dfs --reduction="$3" --all --race=off --no-trace --quiet \
        --time="$TIME" --json=result.json ./program >out 2>err)
    awk -f tests/lib/flatten.awk "$work/result.json" >"$work/result"
    [[ $(value coverage) == "stopped by"* ]] && { echo "$1, $3: $(value coverage)"; return; }
    python3 bench/estimate/compare.py "$1, $3" "$(value statistics.states)" "$([ "$3" = none ] || echo reduced)" <"$work/estimate.log"
}

echo "| program, reduction | states | tree | siblings |"
echo "| --- | --- | --- | --- |"
record "philosophers 12" philosophers.c sum -DTHREADS=12
record "lastzero 11" lastzero.c sum -DTHREADS=11
record "mutex counter 14 x 1" mutex_counter.c sum -DTHREADS=14 -DROUNDS=1
record "work queue 7 x 7" work_queue.c sum -DTHREADS=7 -DITEMS=7
record "fine locks 7" fine_locks.c sum -DTHREADS=7
record "condition variables 3 x 3" bounded_buffer.c sum -DPAIRS=3 -DROUNDS=3
record "list set 3" list_set.c sum -DTHREADS=3
record "racy counter 4 x 3" racy_counter.c sum -DTHREADS=4 -DROUNDS=3
record "Treiber stack 4" treiber.c sum -DTHREADS=4
record "list" list.c sum
record "Peterson 4" peers/peterson.c sum -DTHREADS=4
record "spin loop" spin.c sum
record "philosophers 7" philosophers.c none -DTHREADS=7
record "racy counter 4 x 3" racy_counter.c none -DTHREADS=4 -DROUNDS=3
record "list" list.c none
record "mutex counter 4 x 6" mutex_counter.c none -DTHREADS=4 -DROUNDS=6
record "Peterson 4" peers/peterson.c none -DTHREADS=4
record "lastzero 6" lastzero.c none -DTHREADS=6
