#!/bin/bash
# run.sh - measures the engine: a table of programs, each with dead values kept and cleared, then what looking for data races and
# checking memory costs, a call of a function without hooks, the search layer, how much faster two processes are, and a hook that is
# no scheduling point. reductions.sh measures the reductions.
#
#     bench/run.sh [PATTERN]       only rows whose name contains PATTERN
#
# Environment: as for common.sh; TIME limit for one row (default 5m), REPEAT (default 5) where settings are compared. Numbers are of
# this machine as it is now: run twice, and on a quiet machine.
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-5m}
REPEAT=${REPEAT:-5}
pattern=${1:-}

row() # NAME SOURCE OPTIONS...: with dead values as they are, and cleared
{
    [[ $1 == *"$pattern"* ]] || return 0
    setting "$1" "$2" --race=off --dead-values=keep "${@:3}"
    setting "        dead values cleared" "$2" --race=off --dead-values=clear "${@:3}"
}

setting() # NAME SOURCE OPTIONS...
{
    local name=$1 source=bench/$2
    shift 2
    check "$source" "$@" || { printf '%-34s failed\n' "$name"; return 0; }
    awk -v name="$name" -v states="$(value statistics.states)" -v transitions="$(value statistics.transitions)" \
        -v seconds="$(value statistics.search_seconds)" -v table="$(value statistics.table_bytes)" \
        -v path="$(value statistics.path_bytes)" -v verdict="$(value verdict)" -v reason="$(value reason)" 'BEGIN {
            if (seconds == 0) seconds = 1e-9
            printf "%-34s %12d %12d %9.3f %10.2f %10.2f %8.1f", name, states, transitions, seconds, transitions / seconds / 1e6,
                states / seconds / 1e6, states ? (table + path) / states : 0
            print verdict == "verified" ? "" : "  " verdict ": " reason
        }'
}

heading()
{
    printf '%-34s %12s %12s %9s %10s %10s %8s\n' program states transitions seconds "M trans/s" "M states/s" "B/state"
}

# ns per iteration of bench/hooks.c under check: the difference between 2000 and 1000 passes, so that everything else cancels.
# Each walk before the search, and the search itself, runs the loop once.
hook_cost() # OPTIONS...
{
    local runs first
    check bench/hooks.c --no-guard -DROUNDS=1000 "$@" || return 1
    first=$(value statistics.total_seconds)
    check bench/hooks.c --no-guard -DROUNDS=2000 "$@" || return 1
    runs=$(($(value statistics.walks) + 1))
    awk -v a="$first" -v b="$(value statistics.total_seconds)" -v n=$((1000 * 4096)) -v runs=$runs \
        'BEGIN { printf "%.2f", (b - a) / n / runs * 1e9 }'
}

seconds_of() # COMMAND...
{
    local TIMEFORMAT=%R
    { time "$@" >/dev/null 2>&1; } 2>&1
}

native_cost() # COMPILER-COMMAND -- OPTIONS...: the same for a program that runs by itself
{
    local compiler=()
    while [ "$1" != -- ]; do
        compiler+=("$1")
        shift
    done
    shift
    "${compiler[@]}" -DROUNDS=20000 "$@" bench/hooks.c -pthread -o "$work/first" 2>/dev/null || return 1
    "${compiler[@]}" -DROUNDS=40000 "$@" bench/hooks.c -pthread -o "$work/second" 2>/dev/null || return 1
    awk -v a="$(seconds_of "$work/first")" -v b="$(seconds_of "$work/second")" -v n=$((20000 * 4096)) \
        'BEGIN { printf "%.2f", (b - a) / n * 1e9 }'
}

# What looking for data races and for memory that is not there costs. The settings take turns, and of each the best of REPEAT counts:
# what else the machine does only slows down. Where clocks are needed other transitions are foreseen with them than without, which are
# then not taken, and there are more states: there foresight is off, and all states are explored on both sides, with as many transitions
# from each (the last columns, without and with both): a search that ends early is in another part of the state space.
faults()
{
    [[ "races and memory checks" == *"$pattern"* ]] || return 0
    printf '\n%-34s %9s %9s %9s %9s %9s   %s\n' "M trans/s, races, memory checks" neither memory races both cost "trans/state"
    faults_row "mutex counter, 4 threads x 6" mutex_counter.c -DTHREADS=4 -DROUNDS=6
    faults_row "racy counter, 4 threads x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
    faults_row "philosophers, 8" philosophers.c -DTHREADS=8
    faults_row "linked list, 3 threads x 3" list.c
    faults_row "spin loop, 3 threads" spin.c
    faults_row "acquire, release, all steps taken" weak.c -DTHREADS=3 -DROUNDS=10 --no-foresight
    faults_row "48 KB of live stack" deep.c -DKILOBYTES=48
}

rate() # SOURCE OPTIONS...
{
    check "bench/$1" "${@:2}" || return 1
    awk -v n="$(value statistics.transitions)" -v s="$(value statistics.search_seconds)" 'BEGIN { printf "%.3f", n / (s ? s : 1e-9) / 1e6 }'
}

# How many transitions each state had, in the search before: searches that differ in it do other work, and their rates say little.
per_state() { awk -v n="$(value statistics.transitions)" -v s="$(value statistics.states)" 'BEGIN { printf "%.2f", n / s }'; }

better() { awk -v a="$1" -v b="$2" 'BEGIN { print (a + 0 > b + 0) ? a : b }'; }

faults_row() # NAME SOURCE OPTIONS...
{
    local neither=0 memory=0 races=0 both=0 rate i without=0 with=0
    for ((i = 0; i < REPEAT; i++)); do
        rate=$(rate "${@:2}" --race=off --memory-checks=off) && neither=$(better "$rate" "$neither") && without=$(per_state)
        rate=$(rate "${@:2}" --race=off --memory-checks=on) && memory=$(better "$rate" "$memory")
        rate=$(rate "${@:2}" --race=report --memory-checks=off) && races=$(better "$rate" "$races")
        rate=$(rate "${@:2}" --race=report --memory-checks=on) && both=$(better "$rate" "$both") && with=$(per_state)
    done
    awk -v name="$1" -v neither="$neither" -v memory="$memory" -v races="$races" -v both="$both" -v a="$without" -v b="$with" 'BEGIN {
        printf "%-34s %9.2f %9.2f %9.2f %9.2f %8.0f%%   %s %s\n", name, neither, memory, races, both, (1 - both / neither) * 100, a, b }'
}

hooks()
{
    [[ hooks == *"$pattern"* ]] || return 0
    printf '\n%-34s %20s %20s\n' "ns per iteration ($CC)" "a[i] += i" "s += a[i]"
    for level in -O0 -O2; do
        printf '%-34s %20s %20s\n' "native $level" "$(native_cost "$CC" -- $level -DUPDATE)" "$(native_cost "$CC" -- $level)"
        printf '%-34s %20s %20s\n' "mazurka cc $level, by itself" "$(native_cost "$MAZURKA" cc -- $level -DUPDATE)" \
            "$(native_cost "$MAZURKA" cc -- $level)"
        printf '%-34s %20s %20s\n' "mazurka check $level" "$(hook_cost $level -DUPDATE)" "$(hook_cost $level)"
    done
}

# What a call of a function without hooks costs, in time of the processor: the difference between 22000 and 2000 calls. Each walk
# before the search, and the search itself, makes them all.
guarded_cost() # KILOBYTES
{
    local calls seconds=() TIMEFORMAT="%U %S"
    for calls in 2000 22000; do
        { time check bench/foreign.c --no-guard -O1 -DKILOBYTES="$1" -DCALLS=$calls -L"$work" -llibrary -Wl,-rpath,"$work"; } \
            2>"$work/time" || return 1
        seconds+=("$(awk '{ print $1 + $2 }' "$work/time")")
    done
    awk -v a="${seconds[0]}" -v b="${seconds[1]}" -v runs=$(($(value statistics.walks) + 1)) \
        'BEGIN { printf "%.1f", (b - a) / 20000 / runs * 1e6 }'
}

guarded()
{
    local kilobytes cost best i
    [[ "guarded calls" == *"$pattern"* ]] || return 0
    printf '\n%-34s %9s\n' "guarded calls" "us each"
    "$CC" -O2 -shared -fPIC bench/library.c -o "$work/liblibrary.so" || return 0
    for kilobytes in 4 64 1024; do
        best=
        for ((i = 0; i < REPEAT; i++)); do
            cost=$(guarded_cost $kilobytes) && best=$(awk -v a="$cost" -v b="${best:-$cost}" 'BEGIN { print (a + 0 < b + 0) ? a : b }')
        done
        printf '%-34s %9s\n' "$kilobytes KB touched" "${best:-failed}"
    done
}

# What the search layer adds to the loop of a depth-first search, as a part of what a transition of a program takes.
layer()
{
    [[ "search layer" == *"$pattern"* ]] || return 0
    local sources added
    sources=$(sed -n 's,^/\* sources: \(.*\) \*/$,\1,p' bench/engine.c | tr ' ' '\n' | sed 's,/$,/*.c,')
    "$CC" -std=gnu17 -O2 -Isrc -Iinclude -D_GNU_SOURCE bench/engine.c $sources -o "$work/engine" || return 0
    added=$("$work/engine" layer)
    printf '\n%-34s %12s %12s %9s\n' "ns a transition" "in all" "the layer" part
    layer_row "mutex counter, 3 threads x 4" "$added" mutex_counter.c -DTHREADS=3 -DROUNDS=4
    layer_row "linked list, 3 threads x 3" "$added" list.c
    layer_row "racy counter, 4 threads x 3" "$added" racy_counter.c -DTHREADS=4 -DROUNDS=3
}

layer_row() # NAME NANOSECONDS SOURCE OPTIONS...: every transition is taken
{
    check "bench/$3" --race=off --no-foresight "${@:4}" || return 0
    awk -v name="$1" -v added="$2" -v n="$(value statistics.transitions)" -v s="$(value statistics.search_seconds)" \
        'BEGIN { ns = s / n * 1e9; printf "%-34s %12.1f %12.1f %8.1f%%\n", name, ns, added, added / ns * 100 }'
}

# States per second of one process and of two, of each the best of three in turn: others may use the machine.
workers()
{
    [[ "two processes" == *"$pattern"* ]] || return 0
    printf '\n%-34s %12s %12s %9s\n' "M states/s" "-j 1" "-j 2" ratio
    workers_row "ten million states" big.c
    workers_row "philosophers, 8" philosophers.c -DTHREADS=8
}

states_rate() # JOBS SOURCE OPTIONS...
{
    check "bench/$2" --race=off -j "$1" "${@:3}" || return 1
    awk -v n="$(value statistics.states)" -v s="$(value statistics.search_seconds)" 'BEGIN { printf "%.3f", n / (s ? s : 1e-9) / 1e6 }'
}

workers_row() # NAME SOURCE OPTIONS...
{
    local one=0 two=0 rate
    for _ in 1 2 3; do
        rate=$(states_rate 1 "${@:2}") && one=$(printf '%s\n' "$one" "$rate" | sort -n | tail -n 1)
        rate=$(states_rate 2 "${@:2}") && two=$(printf '%s\n' "$two" "$rate" | sort -n | tail -n 1)
    done
    awk -v name="$1" -v one="$one" -v two="$two" 'BEGIN { printf "%-34s %12s %12s %9.2f\n", name, one, two, one ? two / one : 0 }'
}

heading
row "mutex counter, 4 threads x 6" mutex_counter.c -DTHREADS=4 -DROUNDS=6
row "mutex counter, 3 threads x 4" mutex_counter.c -DTHREADS=3 -DROUNDS=4
row "racy counter, 3 threads x 4" racy_counter.c -DTHREADS=3 -DROUNDS=4
row "racy counter, 4 threads x 3" racy_counter.c -DTHREADS=4 -DROUNDS=3
row "philosophers, 8" philosophers.c -DTHREADS=8
row "linked list, 3 threads x 3" list.c
row "spin loop, 3 threads" spin.c
row "ten million states" big.c
row "shallow stacks" deep.c -DKILOBYTES=0
row "48 KB of live stack" deep.c -DKILOBYTES=48
row "4 KB of untouched memory" memory.c -DKILOBYTES=4
row "100 MB of untouched memory" memory.c -DKILOBYTES=102400
faults
guarded
layer
workers
hooks
