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
# Environment: that of common.sh, and RUNS (default 10).
set -u
. "$(dirname "$0")/common.sh"
RUNS=${RUNS:-10}
gcc -std=gnu17 -O1 -Wall -Wextra -I"$root/src" -c -o "$work/native.o" "$root/tests/random/native/native.c" ||
    { echo "FAIL native.c does not compile"; exit 1; }

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
    gcc $gold -o "$at/native" "$at/gcc.o" "$work/native.o" "${MAZURKA%/bin/*}/lib/mazurka/libmazurka-stub.so" \
        -Wl,-rpath,"${MAZURKA%/bin/*}/lib/mazurka" || { echo "native: does not link" >>"$at/complaints"; return; }
    for ((run = 1; run <= RUNS && stuck < 3; run++)); do
        end=$(NATIVE_SEED=$run "$at/native" 2>/dev/null)
        [[ $end == stuck ]] && ((++stuck)) && ! grep -qx stuck "$at/ends" &&
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
        compile "$at" $compiler $compiler 0 || return
    done
    compile "$at" optimized "${compilers[$2 % 2]}" $((1 + $2 / 2 % 2)) || return
    # What other threads have done by then between visible operations is not explored, for good reason.
    grep -q '^/\* The process may end' "$at/program.c" && ends=
    check "$at" status-all "$at/gcc" --exit-status --visible=all || : >"$at/skipped"
    run "$at" auto "$at/gcc"
    [[ -e $at/skipped ]] || run "$at" all "$at/gcc" --self-check --visible=all
    run "$at" clang "$at/clang" --self-check
    run "$at" clang-all "$at/clang" --visible=all
    run "$at" again "$at/gcc"
    run "$at" seed "$at/gcc" --self-check --seed="$((2 + $2))"
    run "$at" together "$at/gcc" --search=dfs -j $((2 + $2 % 2))
    run "$at" status "$at/gcc" --exit-status
    run "$at" status-clang "$at/clang" --exit-status
    run "$at" optimized "$at/optimized" --self-check --exit-status
    run "$at" optimized-all "$at/optimized" --exit-status --visible=all
    run "$at" keep "$at/gcc" --dead-values=keep
    run "$at" poison "$at/gcc" --dead-values=poison
    run "$at" clang-poison "$at/clang" --dead-values=poison
    run "$at" optimized-keep "$at/optimized" --exit-status --dead-values=keep
    run "$at" optimized-poison "$at/optimized" --exit-status --dead-values=poison
    if grep -q pthread_cond_wait "$at/program.c"; then
        run "$at" spurious "$at/gcc" --exit-status --spurious
        run "$at" spurious-all "$at/gcc" --exit-status --spurious --visible=all
    fi
    read_results "$at"
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
    agree "$at" spurious spurious-all
    run_natively "$at"
    sed -i '/^note:/d' "$at/auto.out" "$at/again.out"
    cmp -s "$at/auto.out" "$at/again.out" || echo "run again it prints something else" >>"$at/complaints"
}

compare_all random " to make everything visible" "$@"
