#!/bin/bash
# test_weak.sh - random programs (generate.c) in weak memory, each checked without a reduction and with every one that takes it, in the
# default order and in a random one: same findings, as many end states, and the same data races.
#
#     tests/random/test_weak.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for that class, or for those that have weak atomics
#                                                    and loops; "": for each
#
# Environment: that of common.sh, and REDUCTIONS: their names; NAME+future: with --future.
set -u
FIRST=${FIRST:-3001}
. "$(dirname "$0")/common.sh"

reductions=${REDUCTIONS:-spor sum sum-plain sum-sleep dlspor despor spor+future sum+future}

compare() # CLASS SEED
{
    local at=$work/$1.$2 reduction order options compilers=(gcc clang)
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    compile "$at" program "${compilers[$2 % 2]}" $(($2 / 2 % 2)) || return
    check "$at" none "$at/program" --memory-model=c11 --exit-status --reduction=none || { : >"$at/skipped"; return; }
    run "$at" none-races "$at/program" --memory-model=c11 --race=report --reduction=none
    for reduction in $reductions; do
        options=(--memory-model=c11 --reduction="${reduction%+future}")
        [[ $reduction == *+future ]] && options+=(--future)
        for order in default random; do
            run "$at" "$reduction-$order" "$at/program" --exit-status "${options[@]}" --order=$order --seed="$2"
        done
        run "$at" "$reduction-races" "$at/program" --race=report "${options[@]}"
    done
    read_results "$at"
    for reduction in $reductions; do
        for order in default random; do
            [[ -v findings[$reduction-$order] ]] || echo "$reduction, order $order: it does not come to an end" >>"$at/complaints"
            agree "$at" none "$reduction-$order" ends
        done
        agree_on_races "$at" "" none-races "$reduction-races"
    done
}

[[ $# -gt 0 ]] && compare_all "weak memory, reductions on random" "" "$@"
failed=0
for class in weak atomic loop lock; do
    mapfile -t seeds < <(seq "$FIRST" $((FIRST + N - 1)))
    compare_class "weak memory, reductions on random" "" $class "${seeds[@]}" || failed=1
done
exit $failed
