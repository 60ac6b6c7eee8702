#!/bin/bash
# test_reductions.sh - random programs (generate.c), each checked without a reduction and with every one, in the default order and in a
# random one: same findings (failing assertions, deadlocks, wrong uses, exit statuses), and as many end states, unless the process may
# end while other threads run.
#
#     tests/random/test_reductions.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: that of common.sh, and REDUCTIONS: their names (default: all but those as printed in papers).
set -u
FIRST=${FIRST:-1001}
. "$(dirname "$0")/common.sh"

# Those as printed in papers claim nothing.
reductions=${REDUCTIONS:-$(sed -n 's/^ *\.name = "\([^"]*\)",.*/\1/p' "$root"/src/reduce/*.c | grep -vxE 'none|.*-paper')}
if [[ -z $reductions ]]; then
    echo "skip reductions on random programs: there are none"
    exit 0
fi

# Those that match no states need not come to an end.
unmatched=$(grep -l NEEDS_NO_MATCHING "$root"/src/reduce/*.c | xargs -r sed -n 's/^ *\.name = "\([^"]*\)",.*/\1/p')

compare() # CLASS SEED
{
    local at=$work/$1.$2 ends=ends reduction order compilers=(gcc clang)
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    "$MAZURKA" cc --cc="${compilers[$2 % 2]}" -O$(($2 / 2 % 2)) -w -o "$at/program" "$at/program.c" 2>"$at/compiler" ||
        { echo "compiler: $(head -n 1 "$at/compiler")" >"$at/complaints"; return; }
    # What other threads have done by then is not explored.
    grep -q '^/\* The process may end' "$at/program.c" && ends=
    check "$at" none "$at/program" --exit-status --reduction=none || { : >"$at/skipped"; return; }
    for reduction in $reductions; do
        for order in default random; do
            check "$at" "$reduction-$order" "$at/program" --exit-status --reduction="$reduction" --order=$order --seed="$2" ||
                grep -qx "$reduction" <<<"$unmatched" ||
                echo "$reduction, order $order: it does not come to an end" >>"$at/complaints"
            agree "$at" none "$reduction-$order" $ends
        done
    done
}

compare_all "reductions on random" "" "$@"
