#!/bin/bash
# The other architecture: the runtime is cross-built for it and runs under qemu-user, on programs of tests/programs that
# stand on what differs between architectures: switching stacks, unwinding, thread-local storage, wide atomics, signals.
# Verdict, fault and replay must be those that the program expects; the number of states that of the machine's own runtime, and
# that of a model where the program has one. Dead values are cleared, as they are by default.
# Prints "ok NAME", "FAIL NAME" or "skip NAME" for each case; status 1 if one failed.
#
#     OTHER=x86_64 tests/cross/test_cross.sh     the machine's own architecture, too, can run under qemu
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(realpath -m "${BUILD:-build}")
MAZURKA=${MAZURKA:-$build/bin/mazurka}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
own_runtime=$(realpath "$(dirname "$MAZURKA")/../lib/mazurka/libmazurka.so")
unset MAZURKA_CC MAZURKA_OPT MAKEFLAGS MAKELEVEL

case $(uname -m) in x86_64) other=aarch64 ;; *) other=x86_64 ;; esac
other=${OTHER:-$other}
triplet=$other-linux-gnu
cross=$build/cross/$other
emulator=("qemu-$other" -L "/usr/$triplet")
small_wire=-DWIRE_PART=67108864ULL # a sixteenth

for needed in "$triplet-gcc" "qemu-$other"; do
    command -v "$needed" > /dev/null || { echo "skip cross $other: there is no $needed"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# --- building ----------------------------------------------------------------------------------------------------------

# The machine's own `mazurka cc` beside the cross-built runtime: it takes libraries from where it lies itself. The runtime is as users
# get it but for debug information, which nobody reads here and which takes a fifth of the compiler's time, and for a smaller wire: qemu
# writes down every page of it at each start, eight million of the whole, which took half of the time of all these programs. The wide
# runtime, which is not run, is read by clang, with all warnings and assertions about layouts, in one process: code for an architecture does
# not know of widths (threadset.h, members.h and layout.h do), so that what is linked of it here has the names that it has on the machine
# itself. Where there is no clang, gcc builds it.
build_all() {
    local make=(make --no-print-directory -j2 CROSS="$triplet-" ARCH="$other" BUILD="$cross" CFLAGS="-O2 $small_wire" WERROR=-Werror)
    if command -v clang; then
        "${make[@]}" narrow && "${make[@]}" CC="clang --target=$triplet" wide-warnings
    else
        "${make[@]}" WIDE_CFLAGS="-O0 $small_wire" runtime
    fi &&
        mkdir -p "$cross/bin" "$cross/include" && cp "$MAZURKA" "$cross/bin/" && cp include/mazurka.h "$cross/include/" &&
        build_drive own && build_drive other $small_wire
}
build_drive() { # own|other FLAG...
    gcc -std=gnu17 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -Isrc "${@:2}" -o "$work/drive-$1" tests/cross/drive.c src/model/fault.c
}
if build_all > "$work/log" 2>&1; then
    echo "ok cross $other: build"
else
    echo "FAIL cross $other: build"
    grep -v '^  ' "$work/log" | sed 's/^/    /'
    exit 1
fi

# Code that is written for each architecture and has a test of its own.
bytes_test() {
    "$triplet-gcc" -std=gnu17 -O2 -D_GNU_SOURCE -Isrc -o "$work/test_bytes" tests/unit/test_bytes.c &&
        "${emulator[@]}" "$work/test_bytes"
}
if bytes_test > "$work/log" 2>&1; then
    echo "ok cross $other: unit/test_bytes"
else
    echo "FAIL cross $other: unit/test_bytes"
    grep -v '^ok ' "$work/log" | sed 's/^/    /'
    failed=1
fi

# --- one program -------------------------------------------------------------------------------------------------------

value() { sed -n "s/^$2 //p" "$work/$1" 2> /dev/null | head -n 1; } # RUN WORD: what drive printed
expectation() { sed -n 's|^// expect: *||p' "$1" | head -n 1; }

complaints=()
compare() { [[ $2 == "$3" ]] || complaints+=("$1: expected $2, got ${3:-nothing}"); } # WHAT WANTED GOT

check_verdict() { # FILE
    local verdict kind text
    read -r verdict kind text <<< "$(expectation "$1")"
    text=${text#\"} text=${text%\"}
    if [[ $verdict == verified ]]; then
        compare verdict complete "$(value other verdict)"
        text=$(sed -n 's|^// states: *||p' "$1")
        [[ -z $text ]] || compare states "$text" "$(value other states)"
        return
    fi
    compare verdict bug "$(value other verdict)"
    compare fault "$kind" "$(value other kind)"
    [[ $(value other text) == *"$text"* ]] || complaints+=("text: expected \"$text\", got \"$(value other text)\"")
    compare replay same "$(value other replay)"
}

table() { "$MAZURKA" states "$1" --table="$work/table"; } # PROGRAM

run_other() { # FILE COMPILER LEVEL
    local compiler="$triplet-gcc"
    [[ $2 == clang ]] && compiler="clang --target=$triplet"
    [[ $2 == clang && $other == x86_64 ]] && compiler+=" -mcx16" # mazurka cc does so on that machine
    MAZURKA_OPT=$3 "$cross/bin/mazurka" cc --cc="$compiler" "$1" -lm -o "$work/program" &&
        table "$work/program" &&
        "$work/drive-other" -t 120 -d "$work/table" "$cross/lib/mazurka/libmazurka.so" "$work/program" "${emulator[@]}" > "$work/other"
}

run_own() { # FILE COMPILER LEVEL
    MAZURKA_OPT=$3 "$MAZURKA" cc --cc="$2" "$1" -lm -o "$work/program" &&
        table "$work/program" && "$work/drive-own" -d "$work/table" "$own_runtime" "$work/program" > "$work/own"
}

check_counts() { # FILE COMPILER LEVEL
    local word
    run_own "$@" || complaints+=("did not run to its end here")
    for word in states transitions end_states threads printed; do
        compare "$word" "$(value own "$word")" "$(value other "$word")"
    done
}

# What is compared beyond the verdict: "exactly" the number of states and what was printed, or no more than that the
# "verdict" is right, where values that are dead or were never set differ between the architectures and split states.
program() { # exactly|verdict COMPILER LEVEL FILE
    local run=("tests/programs/$4.c" "$2" "$3") name="cross $other: $4 $2 -O$3"
    complaints=()
    rm -f "$work/own" "$work/other"
    if run_other "${run[@]}" > "$work/log" 2>&1 < /dev/null; then
        check_verdict "${run[0]}"
        [[ $1 == exactly ]] && check_counts "${run[@]}" > "$work/log" 2>&1 < /dev/null
    else
        complaints+=("did not run to its end: $(cat "$work/log" "$work/other" 2> /dev/null | tr '\n' ' ')")
    fi
    if [[ ${#complaints[@]} -eq 0 ]]; then
        echo "ok $name"
        return
    fi
    echo "FAIL $name"
    printf '    %s\n' "${complaints[@]}"
    failed=1
}

# --- all of them -------------------------------------------------------------------------------------------------------

# Dead values are the same only where both compilers are of one version.
exactly=exactly
[[ $(gcc -dumpversion) == $("$triplet-gcc" -dumpversion) ]] || exactly=verdict

program $exactly gcc 0 ok/mutex/counter
program $exactly gcc 0 bad/race/lost_update
program $exactly gcc 0 bad/mutex/lock_order
program $exactly gcc 0 ok/cond/signal_choice
program $exactly gcc 0 ok/sem/producer_consumer
program $exactly gcc 0 ok/barrier/phases
program verdict gcc 0 ok/thread/results
program verdict gcc 0 ok/guarded/trees
program verdict clang 0 ok/guarded/scanning
program $exactly gcc 0 ok/thread/attributes
program verdict gcc 0 ok/cancel/unwound
program $exactly gcc 0 ok/cancel/cleanup
program verdict gcc 0 ok/setjmp/retry
program $exactly gcc 0 ok/tls/pointer
program $exactly gcc 0 ok/tls/errno
program $exactly gcc 0 ok/key/destructor
program $exactly gcc 0 ok/heap/locked_list
program $exactly gcc 0 ok/atomic/sizes
program verdict gcc 1 ok/atomic/wide
program verdict gcc 1 ok/thread/registers
program verdict gcc 1 ok/thread/rounding
program verdict gcc 0 ok/thread/exceptions
program $exactly gcc 0 ok/output/threads
program $exactly gcc 0 bad/output/printed
program verdict gcc 0 ok/end/destructors
program verdict gcc 0 bad/end/destructor
program $exactly gcc 0 bad/crash/null
program $exactly gcc 0 bad/crash/stack_overflow
for name in temporaries mutex_counter calls recursion printing padding heap; do
    program verdict gcc 0 ok/dead/$name
done
program verdict gcc 1 ok/dead/calls

if command -v clang > /dev/null; then
    program verdict clang 0 bad/race/lost_update
    program verdict clang 0 ok/atomic/wide
    program verdict clang 1 ok/thread/registers
    program verdict clang 0 ok/dead/calls
    program verdict clang 0 ok/dead/temporaries
    program verdict clang 1 ok/dead/printing
else
    echo "skip cross $other: there is no clang"
fi
exit $failed
