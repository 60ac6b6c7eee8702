#!/bin/bash
# test_random.sh - random programs (generate.c), each checked in several ways that must agree:
#
#     what is visible is inferred, or everything is       same findings, end states and exit statuses
#     gcc or clang                                        the same
#     with optimization, inferred or everything           the same as each other
#     other random walks before the search                the same
#     dead values cleared, kept or garbage                the same
#     several processes together                          the same
#     once more                                           the same output, byte for byte
#     every finding                                       confirmed by its replay
#     with real threads (native/native.c), RUNS times     ends as the search has seen it end
#
# Some of them with --self-check. What has more than STATES states is not compared.
#
#     tests/random/test_random.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), N programs of each class (default 4) beginning
# with seed FIRST (default 1), STATES (default 4000), RUNS (default 10), JOBS at a time
# (default 2), KEEP: a directory for programs with complaints.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
export MAZURKA=${MAZURKA:-$build/bin/mazurka} STATES=${STATES:-4000} NO_COLOR=1 LC_ALL=C
N=${N:-4} FIRST=${FIRST:-1} JOBS=${JOBS:-2} RUNS=${RUNS:-10}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
unset MAZURKA_CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
generate=$work/generate
gcc -std=gnu17 -O1 -Wall -Wextra -I"$root/src" -o "$generate" "$root"/tests/random/*.c "$root/src/base/rng.c" ||
    { echo "FAIL the generator does not compile"; exit 1; }

gcc -std=gnu17 -O1 -Wall -Wextra -I"$root/src" -c -o "$work/native.o" "$root/tests/random/native/native.c" ||
    { echo "FAIL native.c does not compile"; exit 1; }

# The findings of a result, one a line and sorted, without what depends on the way: "kind TAB line TAB text".
findings() # FILE.json
{
    awk -f "$root/tests/lib/flatten.awk" "$1" | awk -F'\t' '
        $1 ~ /^findings\.[0-9]+\.(kind|text|place\.line)$/ {
            split($1, path, ".")
            name = path[3] == "place" ? "line" : path[3]
            value[path[2], name] = substr($0, length($1) + 2)
            last = path[2]
            some = 1
        }
        END {
            for (i = 0; some && i <= last; i++)
                print value[i, "kind"] "\t" value[i, "line"] "\t" value[i, "text"]
        }' | sort
}

value() # FILE.json NAME: the first value of that name
{
    sed -n 's/^ *"'"$2"'": "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p;' "$1" | head -n 1
}

# Runs one check. Status 0: it came to an end.
check() # DIRECTORY NAME PROGRAM OPTIONS: leaves NAME.json, NAME.out, NAME.findings
{
    local directory=$1 name=$2 at=$1/$2 program=$3 status
    shift 3
    timeout -k 5 300 "$MAZURKA" check "$program" --all --trust=all --race=off --states="$STATES" --time=100s --no-trace \
        --json="$at.json" "$@" >"$at.out" 2>"$at.err" </dev/null
    status=$?
    if ! [[ -s $at.json ]]; then
        echo "$name: status $status: $(tail -n 1 "$at.err")" >>"$directory/complaints"
        return 1
    fi
    findings "$at.json" >"$at.findings"
    if grep -q '"confirmed": false' "$at.json" || grep -qE '^(internal|diverged|refused|runaway)' "$at.findings"; then
        echo "$name: $(grep -h '"doubt": "' "$at.json" | head -n 1) $(grep -E '^(internal|diverged|refused|runaway)' "$at.findings" |
            head -n 1)" >>"$directory/complaints"
        return 0
    fi
    [[ $status == [01] && $(value "$at.json" coverage) =~ ^(all|the only)\  ]] && return 0
    [[ $status == [013] ]] || echo "$name: status $status" >>"$directory/complaints"
    rm "$at.findings"
    return 1
}

agree() # DIRECTORY NAME NAME [ends]: compares two results, if both are complete
{
    local a=$1/$2 b=$1/$3 difference
    [[ -e $a.findings && -e $b.findings ]] || return
    if ! cmp -s "$a.findings" "$b.findings"; then
        difference=$(diff "$a.findings" "$b.findings" | grep '^[<>]' | head -n 3 | tr '\n\t' '| ')
        echo "findings differ, $2 and $3: $difference" >>"$1/complaints"
    fi
    if [[ ${4:-} == ends && $(value "$a.json" end_states) != $(value "$b.json" end_states) ]]; then
        echo "end states: $2 $(value "$a.json" end_states), $3 $(value "$b.json" end_states)" >>"$1/complaints"
    fi
}

# Ends that a search has found, one a line, as native.c says them. Status 1: the program may do anything.
ends_found() # FILE.findings
{
    awk -F'\t' '
        $1 == "exit-status" { sub(/.* /, "", $3); print "exit " $3 }
        $1 == "assertion" { print "assertion " $2 }
        $1 == "deadlock" { print "stuck" }
        $1 !~ /^(exit-status|assertion|deadlock)$/ { wild = 1 }
        END { exit wild }' "$1"
}

# Every end of a run with real threads must have been found. A status of 0 is no finding.
run_natively() # DIRECTORY
{
    local at=$1 run end stuck=0
    [[ -e $at/status.findings && $(wc -l <"$at/status.findings") -lt 250 ]] && ends_found "$at/status.findings" >"$at/ends" || return
    # Random numbers are others than glibc's, and a block that is used after it was freed has other contents.
    grep -q 'rand()' "$at/program.c" && return
    grep -q '= heap\[' "$at/program.c" && grep -qE ' (free|realloc)\(' "$at/program.c" && return
    # A loop that waits may never end.
    grep -qE '^ *while \(!?(a?flag|taken|atomic)' "$at/program.c" && echo stuck >>"$at/ends"
    "$MAZURKA" cc -w -c -o "$at/program.o" "$at/program.c" &&
        gcc -o "$at/native" "$at/program.o" "$work/native.o" "${MAZURKA%/bin/*}/lib/mazurka/libmazurka-stub.so" \
            -Wl,-rpath,"${MAZURKA%/bin/*}/lib/mazurka" || { echo "native: does not link" >>"$at/complaints"; return; }
    for ((run = 1; run <= RUNS && stuck < 3; run++)); do
        end=$(NATIVE_SEED=$run "$at/native" 2>/dev/null)
        [[ $end == stuck ]] && ((stuck++)) && ! grep -qx stuck "$at/ends" &&
            end=$(NATIVE_SEED=$run NATIVE_PATIENCE=20000 "$at/native" 2>/dev/null)
        [[ -z $end || $end == "exit 0" ]] || grep -qxF "$end" "$at/ends" ||
            { echo "native run $run: $end" >>"$at/complaints"; break; }
    done
}

# One program in all ways; leaves complaints if they disagree, and a file "skipped" if most of it is too large.
compare() # CLASS SEED
{
    local at=$work/$1.$2 ends=ends compiler compilers=(gcc clang)
    mkdir "$at"
    "$generate" "$1" "$2" >"$at/program.c"
    for compiler in gcc clang; do
        "$MAZURKA" cc --cc=$compiler -w -o "$at/$compiler" "$at/program.c" 2>"$at/compiler" ||
            { echo "$compiler: $(head -n 1 "$at/compiler")" >"$at/complaints"; return; }
    done
    "$MAZURKA" cc --cc="${compilers[$2 % 2]}" -O$((1 + $2 / 2 % 2)) -w -o "$at/optimized" "$at/program.c"
    # What other threads have done by then between visible operations is not explored, for good reason.
    grep -q '^/\* The process may end' "$at/program.c" && ends=
    check "$at" status-all "$at/gcc" --exit-status --visible=all || : >"$at/skipped"
    check "$at" auto "$at/gcc" --self-check
    [[ -e $at/skipped ]] || check "$at" all "$at/gcc" --self-check --visible=all
    check "$at" clang "$at/clang" --self-check
    check "$at" clang-all "$at/clang" --visible=all
    check "$at" again "$at/gcc"
    check "$at" seed "$at/gcc" --seed="$((2 + $2))"
    check "$at" together "$at/gcc" --search=dfs -j $((2 + $2 % 2))
    check "$at" status "$at/gcc" --exit-status
    check "$at" status-clang "$at/clang" --exit-status
    check "$at" optimized "$at/optimized" --self-check --exit-status
    check "$at" optimized-all "$at/optimized" --exit-status --visible=all
    check "$at" keep "$at/gcc" --dead-values=keep
    check "$at" poison "$at/gcc" --dead-values=poison
    check "$at" clang-poison "$at/clang" --dead-values=poison
    check "$at" optimized-keep "$at/optimized" --exit-status --dead-values=keep
    check "$at" optimized-poison "$at/optimized" --exit-status --dead-values=poison
    agree "$at" auto keep ends
    agree "$at" auto poison ends
    agree "$at" clang clang-poison ends
    agree "$at" optimized optimized-keep
    agree "$at" optimized optimized-poison
    agree "$at" auto all $ends
    agree "$at" auto clang $ends
    agree "$at" auto seed ends
    agree "$at" auto together ends
    agree "$at" clang clang-all $ends
    agree "$at" status status-all
    agree "$at" status status-clang
    agree "$at" optimized optimized-all
    if grep -q pthread_cond_wait "$at/program.c"; then
        check "$at" spurious "$at/gcc" --exit-status --spurious
        check "$at" spurious-all "$at/gcc" --exit-status --spurious --visible=all
        agree "$at" spurious spurious-all
    fi
    run_natively "$at"
    sed -i '/^note:/d' "$at/auto.out" "$at/again.out"
    cmp -s "$at/auto.out" "$at/again.out" || echo "run again it prints something else" >>"$at/complaints"
}

classes=("${1:-}")
[[ -n ${1:-} ]] || mapfile -t classes < <("$generate" | awk '{ print $1 }')
[[ $# -gt 0 ]] && shift
failed=0
for class in "${classes[@]}"; do
    seeds=("$@")
    [[ $# -gt 0 ]] || mapfile -t seeds < <(seq "$FIRST" $((FIRST + N - 1)))
    for seed in "${seeds[@]}"; do
        while [[ $(jobs -rp | wc -l) -ge $JOBS ]]; do
            wait -n
        done
        compare "$class" "$seed" &
    done
    wait
    skipped=$(find "$work" -path "*/$class.*/skipped" | wc -l)
    ok=1
    for seed in "${seeds[@]}"; do
        at=$work/$class.$seed
        [[ -s $at/complaints ]] || continue
        ok=0
        echo "    $class $seed:"
        sed 's/^/        /' "$at/complaints"
        [[ -n ${KEEP:-} ]] && mkdir -p "$KEEP" && cp -r "$at" "$KEEP/"
    done
    if [[ $ok == 1 ]]; then
        echo "ok random $class: ${#seeds[@]} programs, $skipped of them too large to make everything visible"
    else
        echo "FAIL random $class"
        failed=1
    fi
    rm -rf "$work/$class".*
done
exit $failed
