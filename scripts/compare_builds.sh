#!/bin/bash
# compare_builds.sh - holds two builds of Mazurka against each other: the same results on the whole corpus and the bench programs?
#
#     scripts/compare_builds.sh OLD NEW [PATTERN...]       OLD, NEW: build directories; only programs whose path contains a PATTERN
#
# Every program of tests/programs (with its own options, arguments and input) and of bench/ is checked with both, and what --json says
# is compared word by word: verdict, states, transitions, interleavings; not times, addresses and what else is of the machine, nor the
# order of keys. Where they differ OLD is asked again: a program whose results are not the same with one build is counted apart. For
# changes that must not change what is found: build the commit before in another directory (git worktree add), and compare.
#
# Environment:
#     CC=gcc           the compiler of the programs (clang; C++ accordingly)
#     LEVEL=-O0        its optimization
#     OPTIONS=         further options of mazurka check, for every program: "--reduction=none --race-rule=clocks"
#     BENCH=--states=20000
#                      the same for the bench programs, which have millions of states
#     JOBS=1           programs at a time
#     LIMIT=60         seconds for one program: who takes longer is left out, and counted
#     IGNORE=          an extended regular expression: paths of JSON that may differ besides ('statistics[.]table_bytes')
#
# Prints the differences, path by path, then how many programs were compared. Status 1 if there are differences.
set -u
cd "$(dirname "$0")/.." || exit 2

# --- one program, in a process of its own ------------------------------------------------------------------------------

flatten() # JSON BUILD
{
    awk -f tests/lib/flatten.awk "$1" | grep -vE "^($of_the_machine)"$'\t' |
        sed -E "s/0x[0-9a-f]{5,}/0x…/g; s/-[0-9]{8,}/-…/g; s|$2/|BUILD/|g" | # an address, or half of one
        sort # the order of keys says nothing
}

header() # WORD: what its lines say
{
    sed -n "s|^// $1: *||p" "$source"
}

run() # BUILD RESULT OPTIONS...: into $work/RESULT
{
    local build=$1 result=$2 status
    shift 2
    rm -f "$work/json"
    timeout -k 5 "$LIMIT" "$build/bin/mazurka" check --cc="$CC" "$LEVEL" --memory-model=sc --seed=1 "$@" --json="$work/json" \
        --trace="$work/trace.mzt" "$source" -- ${arguments[@]+"${arguments[@]}"} <"$work/stdin" >/dev/null 2>&1
    status=$?
    [ $status -lt 124 ] || return 1
    { echo "exit status	$status"; [ -f "$work/json" ] && flatten "$work/json" "$build"; } >"$work/$result"
}

compare() # OPTIONS...
{
    local name="$source $*"
    run "$old" first "$@" && run "$new" second "$@" || { echo "left out: $name"; return; }
    if cmp -s "$work/first" "$work/second"; then
        echo "same"
    elif run "$old" again "$@" && cmp -s "$work/first" "$work/again"; then
        echo "differs: $name"
        diff "$work/first" "$work/second" | grep '^[<>]' | head -n 20 | sed 's/^/    /'
    else
        echo "unstable: $name"
    fi
}

one() # SOURCE
{
    source=$1 work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    of_the_machine="[a-z_.]*seconds|settings[.](max_memory|jobs)|program|trace|findings[.][0-9]+[.]trace${IGNORE:+|$IGNORE}"
    arguments=() own=()
    header stdin >"$work/stdin"
    eval "arguments=($(header args))"
    mapfile -t own < <(header options)
    [[ $source == bench/* ]] && own=("$BENCH")
    [ ${#own[@]} -gt 0 ] || own=("")
    for line in "${own[@]}"; do
        compare $line ${OPTIONS-}
    done
}

if [ "${1-}" = --one ]; then
    old=$2 new=$3
    one "$4"
    exit
fi

# --- all of them -------------------------------------------------------------------------------------------------------

if [ $# -lt 2 ] || [ ! -x "$1/bin/mazurka" ] || [ ! -x "$2/bin/mazurka" ]; then
    echo "Usage: scripts/compare_builds.sh OLD NEW [PATTERN...], where OLD and NEW are build directories with bin/mazurka" >&2
    exit 2
fi
old=$(realpath "$1") new=$(realpath "$2")
shift 2
export CC=${CC:-gcc} LEVEL=${LEVEL:--O0} OPTIONS=${OPTIONS-} BENCH=${BENCH---states=20000} LIMIT=${LIMIT:-60} IGNORE=${IGNORE-}
export NO_COLOR=1 LC_ALL=C

wanted()
{
    local source pattern
    while read -r source; do
        [ $# = 0 ] && echo "$source"
        for pattern; do
            [[ $source == *"$pattern"* ]] && echo "$source" && break
        done
    done
}

find tests/programs bench -name '*.c' -o -name '*.cpp' | sort | wanted "$@" | tr '\n' '\0' |
    xargs -0 -r -P "${JOBS:-1}" -n 1 bash "$0" --one "$old" "$new" | awk '
        /^same/ { same++; next }
        { print }
        /^differs/ { differ++ }
        /^unstable/ { unstable++ }
        /^left out/ { left++ }
        END {
            printf "%d the same, %d differ, %d unstable, %d left out\n", same, differ, unstable, left
            exit differ > 0
        }'
exit "${PIPESTATUS[4]}"
