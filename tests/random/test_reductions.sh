#!/bin/bash
# test_reductions.sh - random programs (generate.c), each checked without a reduction and with every one, in the default order and in a
# random one: same findings (failing assertions, deadlocks, wrong uses, exit statuses), as many end states in which nobody else
# could go on, and the same data races.
#
#     tests/random/test_reductions.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: that of common.sh, and REDUCTIONS: their names (default: all but those as printed in papers); NAME+future: with --future.
set -u
FIRST=${FIRST:-2001}
. "$(dirname "$0")/common.sh"

# Those as printed in papers claim nothing.
names=$(grep -oP 'REDUCTION\(\w+, "\K[a-z-]+' "$root"/src/model/reduction_table.h | grep -vxE 'none|.*-paper')
reductions=${REDUCTIONS:-$names spor+future sum+future}
if [[ -z $names ]]; then
    echo "FAIL reductions on random programs: their table is not where it was"
    exit 1
fi

# Those that match no states, or are for programs whose executions all end, need not come to an end, and claim no races.
is_unmatched() # REDUCTION
{
    [[ " sleep dpor source-dpor optimal-dpor dlspor-stateless despor-stateless dpor-stateful odpor " == *" $1 "* ]]
}

# Sets `options`: those that choose it.
choose() # REDUCTION[+future]
{
    options=(--reduction="${1%+future}")
    [[ $1 == *+future ]] && options+=(--future)
}

find_races() # DIRECTORY REDUCTION RULE: leaves REDUCTION.RULE, unless it does not come to an end
{
    choose "$2"
    check "$1" "$2-$3" "$1/program" --race=report --race-rule="$3" "${options[@]}" || return
    races "$1/$2-$3.json" >"$1/$2.$3"
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 reduction order rule options compilers=(gcc clang)
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    "$MAZURKA" cc --cc="${compilers[$2 % 2]}" -O$(($2 / 2 % 2)) -w -o "$at/program" "$at/program.c" 2>"$at/compiler" ||
        { echo "compiler: $(head -n 1 "$at/compiler")" >"$at/complaints"; return; }
    check "$at" none "$at/program" --exit-status --reduction=none || { : >"$at/skipped"; return; }
    for rule in hb poised; do
        find_races "$at" none $rule
    done
    for reduction in $reductions; do
        choose "$reduction"
        for order in default random; do
            check "$at" "$reduction-$order" "$at/program" --exit-status "${options[@]}" --order=$order --seed="$2" ||
                is_unmatched "$reduction" ||
                echo "$reduction, order $order: it does not come to an end" >>"$at/complaints"
            agree "$at" none "$reduction-$order" ends
        done
        # Safe sets as in the paper: more states, so that not all of these come to an end.
        [[ $reduction == spor || $reduction == d[el]spor ]] &&
            check "$at" "$reduction-escaped" "$at/program" --exit-status --reduction="$reduction" --visible=escaped &&
            agree "$at" none "$reduction-escaped" ends
        is_unmatched "$reduction" && continue
        for rule in hb poised; do
            find_races "$at" "$reduction" $rule
            [[ -e $at/none.$rule && -e $at/$reduction.$rule ]] || continue
            cmp -s "$at/none.$rule" "$at/$reduction.$rule" ||
                echo "races by $rule differ, none and $reduction: $(diff "$at/none.$rule" "$at/$reduction.$rule" |
                    grep '^[<>]' | head -n 3 | tr '\n' '|')" >>"$at/complaints"
        done
    done
}

compare_all "reductions on random" "" "$@"
