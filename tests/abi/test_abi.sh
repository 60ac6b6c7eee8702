#!/bin/bash
# The interface to compilers is complete: whatever __tsan_* functions gcc and clang call for the corpus, at any
# optimization level and with any variant of the instrumentation, the stub and the runtime export.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
MAZURKA=${MAZURKA:-$build/bin/mazurka}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
library=${MAZURKA%/bin/*}/lib/mazurka
unset MAZURKA_CC MAZURKA_OPT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

ok() { echo "ok abi $*"; }
fail() {
    echo "FAIL abi $1"
    sed 's/^/    /' "$work/output"
    failed=1
}

# Compiles a file of the corpus and collects what it calls.
collect() { # COMPILER FILE COMMAND...
    local compiler=$1 file=$2
    shift 2
    if ! "$@" -w -c "$root/tests/abi/corpus/$file" -o "$work/object.o" > "$work/output" 2>&1; then
        fail "$file does not compile: $*"
        return
    fi
    nm -u "$work/object.o" | awk '$2 ~ /^__tsan_/ { print $2 }' >> "$work/called.$compiler"
}

variants() { # COMPILER: options that change which hooks are emitted
    case $1 in
    gcc | g++) printf '%s\n' "--param=tsan-distinguish-volatile=1" "--param=tsan-instrument-func-entry-exit=0" ;;
    clang | clang++) printf '%s\n' "-mllvm -tsan-distinguish-volatile=1" "-mllvm -tsan-compound-read-before-write=1" \
        "-mllvm -tsan-handle-cxx-exceptions=0" ;;
    esac
}

for compiler in gcc clang g++ clang++; do
    case $compiler in *++) files=(classes.cc) ;; *) files=(plain.c atomics.c) ;; esac
    if ! command -v $compiler > "$work/output"; then
        [[ $compiler == *++ ]] || fail "$compiler is not installed"
        continue
    fi
    for file in "${files[@]}"; do
        for level in 0 1 2 3; do
            collect $compiler "$file" "$MAZURKA" cc --cc=$compiler --opt=$level
        done
        while read -r -a variant; do
            collect $compiler "$file" $compiler -fsanitize=thread "${variant[@]}"
            collect $compiler "$file" $compiler -fsanitize=thread -O2 "${variant[@]}"
        done < <(variants $compiler)
    done
done

check_library() { # FILE
    nm -D --defined-only "$library/$1" | awk '{ print $3 }' | sort -u > "$work/exported"
    for called in "$work"/called.*; do
        sort -u "$called" > "$work/wanted"
        comm -23 "$work/wanted" "$work/exported" > "$work/output"
        name="$1 has all $(wc -l < "$work/wanted") functions that ${called##*.} calls"
        if [[ -s $work/output || ! -s $work/wanted ]]; then fail "$name"; else ok "$name"; fi
    done
}
check_library libmazurka-stub.so
[[ -e $library/libmazurka.so ]] && check_library libmazurka.so

# The corpus is as wide as the list of hooks: whatever the header lists for compilers was called by one of them.
cat > "$work/list.c" << 'END'
#include "wire/tsan_abi.h"
#define ACCESS(name, kind, size) TSAN_NAME(name)
TSAN_ACCESS_HOOKS(ACCESS)
#define VALUE(name, size) TSAN_NAME(name)
TSAN_VALUE_HOOKS(VALUE)
#define RANGE(name, kind) TSAN_NAME(name)
TSAN_RANGE_HOOKS(RANGE)
#define NAME(bits, name) __tsan_atomic##bits##_##name
#define UPDATE_8(name, NAME_, result) NAME(8, name)
#define UPDATE_128(name, NAME_, result) NAME(128, name)
TSAN_ATOMIC_UPDATES(UPDATE_8)
TSAN_ATOMIC_UPDATES(UPDATE_128)
END
gcc -E -P -I"$root/src" "$work/list.c" | grep -o '__tsan_[a-z0-9_]*' | sort -u > "$work/listed"
sort -u "$work"/called.* > "$work/wanted"
# No compiler emits these: they belong to the interface only.
grep -vE 'unaligned_(volatile_)?(read|write|read_write)1$|unaligned_volatile|unaligned_read_write|unaligned_.*16$' \
    "$work/listed" > "$work/expected"
comm -23 "$work/expected" "$work/wanted" > "$work/output"
if [[ -s $work/output ]]; then fail "corpus calls every hook"; else ok "corpus calls every hook"; fi
exit $failed
