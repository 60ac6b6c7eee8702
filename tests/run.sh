#!/bin/bash
# run.sh - runs every test and closes with "N passed, N failed".
#
#     tests/run.sh [PATTERN...]      only tests whose name contains one of the patterns: mutex, cli/, "clang -O1", ...
#
# Tests are programs in $BUILD/tests/unit and $BUILD/tests/model and scripts tests/*/test_*.sh, which print a line "ok NAME"
# or "FAIL NAME" for each of their tests ("skip NAME: why" where the machine lacks what one needs), and the corpus
# tests/programs: every program with gcc and clang, -O0 and -O1 (lib/program.sh says what is compared).
#
# Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), JOBS at a time (default 2), LIMIT in seconds for
# one program (default 60), VERBOSE=1 to see every passed test.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=$(realpath -m "${BUILD:-build}")
export MAZURKA=${MAZURKA:-$BUILD/bin/mazurka}
export LIMIT=${LIMIT:-60}
# What the user has set for a terminal or a compiler of his own must not change what is compared.
export NO_COLOR=1 LC_ALL=C
unset MAZURKA_CC
jobs=${JOBS:-2}
scripts_limit=$((LIMIT * 10)) binaries_limit=$((LIMIT * 30))

if ! [ -x "$MAZURKA" ]; then
    echo "$MAZURKA is not there: run make first" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export XDG_CACHE_HOME=$work/cache

# --- the list of tests: "kind TAB name TAB arguments" ------------------------------------------------------------------

wanted() # NAME PATTERN...
{
    local name=$1 pattern
    shift
    [ $# = 0 ] && return 0
    for pattern; do
        [[ $name == *"$pattern"* ]] && return 0
    done
    return 1
}

allows() # FILE COMPILER LEVEL: does its "// only:" line let this combination run?
{
    local word only
    only=$(sed -n 's|^// only: *||p' "$1")
    for word in $only; do
        case $word in
        gcc | clang) [ "$word" = "$2" ] || return 1 ;;
        -O*) [ "$word" = "$3" ] || return 1 ;;
        *) [ "$word" = "$(uname -m)" ] || return 1 ;;
        esac
    done
    ! grep -q '^// slow' "$1" || [ "$2 $3" = "gcc -O0" ]
}

list()
{
    local file compiler level
    for file in "$BUILD"/tests/{unit,model}/*; do
        [ -f "$file" ] && [ -x "$file" ] && printf 'binary\t%s\t%s\n' "${file#"$BUILD"/tests/}" "$file"
    done
    for file in tests/*/test_*.sh; do
        printf 'script\t%s\t%s\n' "${file#tests/}" "$file"
    done
    find tests/programs -name '*.c' -o -name '*.cpp' | sort | while read -r file; do
        for compiler in gcc clang; do
            for level in -O0 -O1; do
                allows "$file" $compiler $level &&
                    printf 'program\t%s\t%s\n' "${file#tests/programs/} $compiler $level" "$file $compiler $level"
            done
        done
    done
}

# --- one test ----------------------------------------------------------------------------------------------------------

run_one() # NUMBER KIND NAME ARGUMENTS
{
    local log=$work/$1.log status=0
    case $2 in
    binary) timeout -k 5 $binaries_limit "$4" >"$log" 2>&1 || status=$? ;;
    script) timeout -k 5 $scripts_limit bash "$4" >"$log" 2>&1 || status=$? ;;
    program) bash tests/lib/program.sh $4 >"$log" 2>&1 || status=$? ;;
    esac
    # A test that died, or said nothing, has not passed.
    if [ $status != 0 ] && ! grep -q '^FAIL ' "$log" || ! grep -qE '^(ok|FAIL|skip) ' "$log"; then
        echo "FAIL $3 (exit status $status)" >>"$log"
    fi
    if grep -q '^FAIL ' "$log"; then
        { echo "--- $3"; grep -v '^ok ' "$log"; } >"$work/$1.out"
        cat "$work/$1.out"
    elif [ -n "${VERBOSE:-}" ]; then
        sed "s|^ok |ok $3: |; s|: $3\$||" "$log"
    else
        grep '^skip ' "$log"
    fi
}

# --- all of them -------------------------------------------------------------------------------------------------------

run_all() # PATTERN...
{
    local number=0 running=0 kind name arguments passed failed
    while IFS=$'\t' read -r kind name arguments; do
        wanted "$name" "$@" || continue
        number=$((number + 1))
        if [ $running -ge "$jobs" ]; then
            wait -n
            running=$((running - 1))
        fi
        run_one $number "$kind" "$name" "$arguments" </dev/null &
        running=$((running + 1))
        if [ -t 1 ]; then
            printf '\r%d tests started\r' $number
        fi
    done < <(list)
    wait
    passed=$(cat "$work"/*.log 2>/dev/null | grep -c '^ok ')
    failed=$(cat "$work"/*.log 2>/dev/null | grep -c '^FAIL ')
    if [ $number = 0 ]; then
        echo "no test matches: $*" >&2
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" != 0 ]
}

# In one piece, so that whoever edits this file while it runs does not change what it does.
run_all "$@"; exit
