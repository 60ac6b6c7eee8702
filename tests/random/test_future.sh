#!/bin/bash
# test_future.sh - random programs (future.awk) whose threads are done with some variables before others, checked without a reduction,
# with all operations visible, and with the reductions that take --future: same findings, as many end states in which nobody else could go
# on, same data races; and with --filter=future, which may find less but nothing else.
#
#     tests/random/test_future.sh [SEED...]    prints "ok" or "FAIL"; the last line says how much there was to be left out
#
# Environment: that of common.sh.
set -u
N=${N:-8} FIRST=${FIRST:-1} STATES=${STATES:-20000}
. "$(dirname "$0")/common.sh"

compare() # CLASS SEED
{
    local at=$work/$1.$2 name compilers=(gcc clang)
    mkdir "$at"
    awk -v seed="$2" -f "$root/tests/random/future.awk" >"$at/program.c"
    "$MAZURKA" cc --cc="${compilers[$2 % 2]}" --opt=$(($2 / 2 % 3)) -g -w -o "$at/program" "$at/program.c" 2>"$at/compiler" ||
        { echo "compiler: $(head -n 1 "$at/compiler")" >"$at/complaints"; return; }
    check "$at" all "$at/program" --exit-status --search=dfs --reduction=none --visible=all || { : >"$at/skipped"; return; }
    run "$at" none "$at/program" --exit-status --reduction=none
    for name in spor sum sum-plain sum-sleep; do
        run "$at" "$name" "$at/program" --exit-status --reduction=$name --future
        run "$at" "$name-random" "$at/program" --exit-status --reduction=$name --future --order=random --seed="$2"
    done
    run "$at" order "$at/program" --exit-status --reduction=none --order=future
    run "$at" races "$at/program" --reduction=none --race=report
    run "$at" future-races "$at/program" --reduction=spor --future --race=report
    run "$at" filter "$at/program" --exit-status --filter=future
    read_results "$at"
    agree "$at" all none
    for name in spor sum sum-plain sum-sleep; do
        [[ -v findings[$name] ]] || echo "$name: it does not come to an end" >>"$at/complaints"
        agree "$at" none "$name" ends
        agree "$at" none "$name-random" ends
    done
    agree "$at" none order ends
    agree_on_races "$at" 1 races future-races
    [[ -v findings[filter] ]] && echo "filter: it claims to be complete" >>"$at/complaints"
    awk -f "$root/tests/lib/flatten.awk" -v only='pruned$' "$at/spor.json" >>"$work/pruned"
}

seeds=("$@")
[[ $# -gt 0 ]] || mapfile -t seeds < <(seq "$FIRST" $((FIRST + N - 1)))
compare_class "what threads will access on random programs," "" future "${seeds[@]}" || exit 1
pruned=$(awk -F'\t' '{ sum += $2 } END { print sum + 0 }' "$work/pruned")
echo "transitions that spor left out by it: $pruned"
[[ $pruned -gt 0 ]] || { echo "FAIL what threads will access: nothing was left out"; exit 1; }
