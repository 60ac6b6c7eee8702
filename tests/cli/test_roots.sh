#!/bin/bash
# test_roots.sh - the state that set-up leaves has the same digest in every process: of the programs of tests/programs and the examples,
# in C and C++, with gcc and clang, or the program says why not in a line "// root differs: ...".
#
# A sample of them, with STARTS (3) processes each; ROOTS=all: all of them, with 20, which takes a quarter of an hour of a processor;
# PART=I/N: of those the I-th of N parts (I from 0).
. "$(dirname "$0")/../lib/cases.sh"
starts=${STARTS:-3} every=${EVERY:-29}
[[ ${ROOTS-} == all ]] && starts=${STARTS:-20} every=1
part=${PART:-0/1}
cd "$cases_work" || exit 1

root_of() # PROGRAM FILE: in $digest; empty where no state is explored
{
    local input=/dev/null words
    words=$(sed -n 's,^// args: ,,p' "$2")
    "$MAZURKA" check "$1" --search=dfs --reduction=none --states=1 --no-guard --no-trace --race=off --quiet --exit-status=any \
        --json=root.json -- $words <$input >/dev/null 2>&1 || :
    digest=$(sed -n 's/.*"root": "\([0-9a-f]*\)".*/\1/p' root.json 2>/dev/null)
}

compare() # FILE COMPILER
{
    local file=$1 first= options
    options=$(sed -n 's,^// options: ,,p' "$file" | head -n 1 | tr ' ' '\n' | grep -E '^-(D|I|l|std|f|O|m)' | tr '\n' ' ')
    rm -f program root.json
    compile "$2" -g $options "$file" >/dev/null 2>&1 || return 0
    for _ in $(seq "$starts"); do
        root_of ./program "$file"
        [[ -n $digest && $digest != 00000000000000000000000000000000 ]] || return 0
        first=${first:-$digest}
        grep -q "^// root differs: " "$file" && return 0
        [[ $digest == "$first" ]] || { echo "$file ($2): $first and $digest"; return 1; }
    done
    compared=$((compared + 1))
}

compile() # COMPILER ARGUMENTS: ./program
{
    local plus=${1/gcc/g++}
    if [[ $* == *.cpp* ]]; then
        "$MAZURKA" c++ --cxx="${plus/clang/clang++}" $gold "${@:2}" -o program -pthread
    else
        built ./program "$1" -O0 $gold "${@:2}"
    fi
}

all_equal()
{
    local files file number=0 status=0
    compared=0
    mapfile -t files < <(find "$root/tests/programs" "$root/examples" -name '*.c' -o -name '*.cpp' | sort)
    for file in "${files[@]}"; do
        number=$((number + 1))
        ((number % every == 0 && number / every % ${part#*/} == ${part%/*})) || continue
        for compiler in gcc clang; do
            compare "$file" $compiler || status=1
        done
    done
    echo "$compared compared"
    ((compared > 0)) && return $status
}
case_ "the root has one digest" all_equal

# Of a large program what its file has told is cached (tool/binary/elf/program_cache.h). Whoever looks for it anew, or
# names what it finds, leaves the environment as it was: the program's arguments lie below it.
kept_or_not()
{
    export XDG_CACHE_HOME=$PWD/cache
    cat >program.c <<'C'
#include <pthread.h>
char large[1 << 20] = {1}, **where;
static void *work(void *p) { large[2]++; return p; }
int main(int count, char **words)
{
    pthread_t t;
    where = words + count;
    pthread_create(&t, 0, work, 0);
    large[2]++;
    return pthread_join(t, 0);
}
C
    "$MAZURKA" cc -g -O0 -o program program.c -pthread
    root_of ./program program.c
    local first=$digest
    ls cache/mazurka/gaps/* >/dev/null
    root_of ./program program.c
    is "$first" "$digest"
    [[ -n $first ]]
}
case_ "it is the same whether or not anything is known of the file" kept_or_not
end_cases
