#!/bin/bash
# test_reductions.sh - random programs (generate.c), each checked without a reduction and with every one, in the default order and in a
# random one: same findings (failing assertions, deadlocks, wrong uses, exit statuses), as many end states in which nobody else
# could go on, and the same data races.
#
#     tests/random/test_reductions.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: that of common.sh, and REDUCTIONS: their names (default: all but those as printed in papers); NAME+future: with --future;
# NAME+read: with --match=read, where ends that differ in what nobody reads count once.
set -u
FIRST=${FIRST:-2001}
. "$(dirname "$0")/common.sh"
GUARD_ONCE=yes

# Those as printed in papers claim nothing.
names=$("$root/tests/lib/reductions.sh" | grep -vxE 'none|.*-paper')
reductions=${REDUCTIONS:-$names spor+future sum+future sum+read}
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
choose() # REDUCTION[+future|+read]
{
    options=(--reduction="${1%+*}")
    case $1 in
        *+future) options+=(--future) ;;
        *+read) options+=(--match=read) ;;
    esac
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 reduction order rule ends options compilers=(gcc clang) with_races=(none)
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    compile "$at" program "${compilers[$2 % 2]}" $(($2 / 2 % 2)) || return
    check "$at" none "$at/program" --exit-status --reduction=none || { : >"$at/skipped"; return; }
    for reduction in $reductions; do
        choose "$reduction"
        for order in default random; do
            run "$at" "$reduction-$order" "$at/program" --exit-status "${options[@]}" --order=$order --seed="$2"
        done
        # Safe sets as in the paper: more states, so that not all of these come to an end. Loops of programs with weak atomics may wait for
        # ever, and have several steps then: that they end is a premise of such searches.
        [[ $1 != weak && ($reduction == spor || $reduction == d[el]spor) ]] &&
            run "$at" "$reduction-escaped" "$at/program" --exit-status --reduction="$reduction" --visible=escaped
        is_unmatched "$reduction" || with_races+=("$reduction")
    done
    for reduction in "${with_races[@]}"; do
        choose "$reduction"
        for rule in graph hb poised; do
            run "$at" "$reduction-$rule" "$at/program" --race=report --race-rule=$rule "${options[@]}"
        done
    done
    read_results "$at"
    for reduction in $reductions; do
        for order in default random; do
            [[ -v findings[$reduction-$order] ]] || is_unmatched "$reduction" ||
                echo "$reduction, order $order: it does not come to an end" >>"$at/complaints"
            [[ $reduction == *+read ]] && ends= || ends=ends
            agree "$at" none "$reduction-$order" $ends
        done
        agree "$at" none "$reduction-escaped" ends
    done
    for rule in graph hb poised; do
        agree_on_races "$at" "" "${with_races[@]/%/-$rule}"
    done
}

compare_all "reductions on random" "" "$@"
