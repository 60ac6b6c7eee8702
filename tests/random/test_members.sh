#!/bin/bash
# test_members.sh - random programs (members.awk) whose threads work on members of blocks and elements, checked without a reduction, and
# with what infers which calls access them: --future with the reductions that take it, the same findings and as many end states in which
# nobody else could go on, and the same data races; --order=future, likewise; --filter=future and --filter=last, which may find less but
# nothing else.
#
#     tests/random/test_members.sh [SEED...]    prints "ok" or "FAIL"; the last line says how much there was to be left out
#
# Environment: that of common.sh.
set -u
N=${N:-8} FIRST=${FIRST:-1} STATES=${STATES:-20000}
. "$(dirname "$0")/common.sh"

finds_no_more() # DIRECTORY NAME: than without a reduction
{
    local more
    [[ -v findings[none] && -s $1/$2.json ]] || return
    jq -r '.findings[].headline' "$1/$2.json" | sort -u >"$1/$2.said"
    more=$(jq -r '.findings[].headline' "$1/none.json" | sort -u | comm -13 - "$1/$2.said" | head -n 3)
    [[ -z $more ]] || echo "$2: nothing else finds $more" >>"$1/complaints"
    [[ -v findings[$2] && ${states[$2]} != "${states[none]}" ]] && echo "$2: it claims to be complete" >>"$1/complaints"
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 name compilers=(gcc clang)
    mkdir "$at"
    awk -v seed="$2" -f "$root/tests/random/members.awk" >"$at/program.c"
    "$MAZURKA" cc --cc="${compilers[$2 % 2]}" --opt=$(($2 / 2 % 3)) -g -w -fno-strict-aliasing -o "$at/program" "$at/program.c" \
        2>"$at/compiler" || { echo "compiler: $(head -n 1 "$at/compiler")" >"$at/complaints"; return; }
    check "$at" none "$at/program" --exit-status --search=dfs --reduction=none || { : >"$at/skipped"; return; }
    for name in spor sum sum-plain sum-sleep; do
        run "$at" "$name" "$at/program" --exit-status --reduction=$name --future
        run "$at" "$name-random" "$at/program" --exit-status --reduction=$name --future --order=random --seed="$2"
    done
    run "$at" order "$at/program" --exit-status --reduction=none --order=future
    run "$at" filter "$at/program" --exit-status --filter=future
    run "$at" last "$at/program" --exit-status --filter=last
    run "$at" races "$at/program" --reduction=none --race=report
    run "$at" future-races "$at/program" --reduction=spor --future --race=report
    read_results "$at"
    for name in spor sum sum-plain sum-sleep; do
        [[ -v findings[$name] ]] || echo "$name: it does not come to an end" >>"$at/complaints"
        agree "$at" none "$name" ends
        agree "$at" none "$name-random" ends
    done
    agree "$at" none order ends
    finds_no_more "$at" filter
    finds_no_more "$at" last
    agree_on_races "$at" 1 races future-races
    awk -f "$root/tests/lib/flatten.awk" -v only='pruned$' "$at/spor.json" >>"$work/pruned"
}

seeds=("$@")
[[ $# -gt 0 ]] || mapfile -t seeds < <(seq "$FIRST" $((FIRST + N - 1)))
compare_class "which calls access members, on random programs," "" members "${seeds[@]}" || exit 1
pruned=$(awk -F'\t' '{ sum += $2 } END { print sum + 0 }' "$work/pruned")
echo "transitions that spor left out by it: $pruned"
[[ $pruned -gt 0 ]] || { echo "FAIL which calls access members: nothing was left out"; exit 1; }
