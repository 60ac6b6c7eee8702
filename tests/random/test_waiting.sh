#!/bin/bash
# test_waiting.sh - random programs that wait in loops, in pairs (waits.awk): one ends, whatever its scheduler does, and is verified; its
# twin hangs in some executions, and is a bug that replays, or verified with a premise that names the loop.
#
#     tests/random/test_waiting.sh [ends|hangs [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each
#
# Environment: that of common.sh. Each program is checked as by default, and in one of the other ways, in turn; WAYS=all: in all.
set -u
N=${N:-12}
. "$(dirname "$0")/common.sh"

ways=("" "-j 2" "--search=dfs --reduction=none" "--search=bfs" "--search=dfs --reduction=spor" "--search=dfs --reduction=sum-sleep"
    "--waiting=step")

ends_well() { [[ $1 == 0 ]]; } # STATUS

# A search that does not look for ends takes it that loops do.
is_told() # DIRECTORY STATUS WAY
{
    case $2 in
    0) [[ $3 == *--* ]] && grep -q 'taking it that loops end' "$1/out" ;;
    1) (cd "$1" && "$MAZURKA" replay t.mzt 2>&1 | grep -q '^replayed: \(deadlock\|livelock\)') ;;
    *) false ;;
    esac
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 i status compilers=(gcc clang)
    mkdir "$at"
    awk -v seed="$2" -v hangs="$([[ $1 == hangs ]] && echo 1)" -f "$root/tests/random/waits.awk" >"$at/program.c"
    compile "$at" program "${compilers[$2 % 2]}" $(($2 / 2 % 2)) || return
    for i in "${!ways[@]}"; do
        [[ ${WAYS-} == all || $i == 0 || $i == $((1 + $2 % (${#ways[@]} - 1))) ]] || continue
        # Where each round is a step there is no end of rounds that count.
        [[ ${ways[i]} == --waiting=step ]] && grep -q 'counted\[k\] =' "$at/program.c" && continue
        (cd "$at" && exec "$MAZURKA" check ./program --memory-model=sc --trust=all --race=off --time=100s --trace=t.mzt ${ways[i]}) \
            >"$at/out" 2>&1 </dev/null
        status=$?
        if [[ $1 == ends ]]; then ends_well $status; else is_told "$at" $status "${ways[i]}"; fi ||
            echo "${ways[i]:-by default}: $(grep -m 1 '^[a-z]*: ' "$at/out")" >>"$at/complaints"
    done
}

if [[ $# -gt 0 ]]; then
    compare_all "waiting in random" "" "$@"
fi
(compare_all "waiting in random" "" ends)
ended=$?
(compare_all "waiting in random" "" hangs)
exit $((ended | $?))
