#!/bin/bash
# test_light.sh - random programs (generate.c), sampled with nothing tracked: where a thread goes on by itself, an execution has the steps
# and the decisions that it has where --depth counts them, and what is found replays.
#
#     tests/random/test_light.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: that of common.sh. A program that waits for what is not tracked is skipped. After how many steps somebody who goes round is
# noticed depends on how many are made at once: numbers of programs that wait in loops are not compared.
set -u
N=${N:-1} FIRST=${FIRST:-301}
. "$(dirname "$0")/common.sh"

numbers() # FILE.json
{
    awk -f "$root/tests/lib/flatten.awk" -v only='^statistics[.](steps|transitions|sampled)$' "$1"
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 depth
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    compile "$at" program gcc 0 || return
    for depth in "" --depth=1000000; do
        timeout -k 5 "${LIMIT:-300}" "$MAZURKA" check "$at/program" --search=pct --bug-depth=4 --walks=100 --track=none --all \
            --minimize=off --seed="$2" --no-trace --quiet --trust=all --hang=300ms $depth --json="$at/light$depth.json" \
            >"$at/light$depth.out" 2>&1 </dev/null
    done
    grep -q 'runaway' "$at"/light*.out && { : >"$at/skipped"; return; }
    grep -q 'not reproduced' "$at"/light*.out && echo "a fault does not replay" >>"$at/complaints"
    [[ $1 == loop || $(numbers "$at/light.json") == "$(numbers "$at/light--depth=1000000.json")" ]] ||
        echo "numbers: $(numbers "$at/light.json" | tr '\n\t' ', ')" \
            "one at a time: $(numbers "$at/light--depth=1000000.json" | tr '\n\t' ', ')" >>"$at/complaints"
}

compare_all "light executions of random" "" "$@"
