#!/bin/bash
# Every function that is refused, always or after set-up, is refused by its name (src/model/call_table.h): called by a program that has a
# thread, with arguments that mean nothing.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

functions() # CLASS...: those of the lists
{
    local class
    for class; do
        awk -v start="#define CALLS_$class(C)" 'index($0, start) == 1 { on = 1; next } on; on && !/\\$/ { exit }' \
            "$root/src/model/call_table.h" | grep -o 'C([A-Za-z_0-9]*[,)]' | sed 's/^C(//; s/.$//'
    done
}

source_of() # NAMES: a program that calls the one with the number that it is given
{
    local name number=0
    printf '#include <pthread.h>\n#include <stdlib.h>\nstatic void *rest(void *unused) { return unused; }\n'
    for name; do
        printf 'extern long f%d(long, long, long, long, long, long) __asm__("%s") __attribute__((weak));\n' $number "$name"
        number=$((number + 1))
    done
    printf 'int main(int argc, char **argv)\n{\n    pthread_t t;\n    int n = argc > 1 ? atoi(argv[1]) : 0;\n'
    printf '    pthread_create(&t, NULL, rest, NULL);\n    pthread_join(t, NULL);\n'
    number=0
    for name; do
        printf '    if (n == %d) f%d(0, 0, 0, 0, 0, 0);\n' $number $number
        number=$((number + 1))
    done
    printf '    return 0;\n}\n'
}

refuses() # TEXT NAMES
{
    local text=$1 number=0 name wrong=0
    shift
    source_of "$@" >calls.c
    "$MAZURKA" cc -w calls.c -o calls
    for name; do
        "$MAZURKA" check --quiet --no-trace --no-guard ./calls -- $number >out 2>&1 || true
        grep -qF -e "unknown: ${name#__isoc??_} $text" -e "unknown: $name $text" out || { echo "$name: $(head -n 1 out)"; wrong=1; }
        number=$((number + 1))
    done
    [[ $wrong = 0 ]]
}

mapfile -t always < <(functions REFUSED)
mapfile -t later < <(functions SETUP)
case_ "refused: ${#always[@]} functions, always" refuses "is not supported at" "${always[@]}"
advises()
{
    says 3 "note: move the call before the first pthread_create or mz_choose" \
        "$MAZURKA" check --no-trace "$root/tests/programs/bad/refused/file_in_thread.c"
}
case_ "refused: what can be done is said" advises
two_paths() # one that is refused, and one that fails
{
    cat >two_paths.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x, y;
static void *set(void *unused) { x = 1; y = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int first = x, second = y;
    if (first && second)
        vfork();
    if (first && !second)
        fork();
#ifdef BUG
    assert(first);
#endif
    pthread_join(t, NULL);
    return 0;
}
END
    "$MAZURKA" cc -g -o cut two_paths.c
    "$MAZURKA" cc -g -DBUG -o bug two_paths.c
}
goes_on() # the search does, whichever it is, and finds the bug
{
    local options
    two_paths
    for options in "" --all "-j 2" "--reduction=none -j 2" "--reduction=sum,dlspor -j 2" --search=bfs "--search=walk --walks=50" \
        "--runs=3 --order=random" --preemptions=2 --every-step "--budget=10s" --race=error "--checkpoint=c.mzc"; do
        says 1 "assertion failed: first" "$MAZURKA" check --no-trace --quiet $options ./bug
        says 3 "vfork is supported only before the first thread or choice at two_paths.c:13" \
            "$MAZURKA" check --no-trace --quiet $options ./cut
    done
}
names_all()
{
    two_paths
    "$MAZURKA" check --no-trace --quiet ./cut >out || true
    says 0 "vfork is supported only before the first thread or choice at two_paths.c:13 in main" cat out
    says 0 "; fork is supported only before the first thread or choice at two_paths.c:15 in main" cat out
    says 0 "; otherwise all behaviours (" cat out
    says 1 "the search: unknown: " "$MAZURKA" check --no-trace --quiet --all ./bug
}
case_ "refused: a path is cut, and the search goes on" goes_on
case_ "refused: all places are named" names_all
too_many_libraries() # 140 copies of one
{
    local i
    echo 'int n; int count(void) { return ++n; }' >library.c
    gcc -shared -fPIC -o library.so library.c
    for i in {1..140}; do
        cp library.so library$i.so
    done
    "$MAZURKA" cc -o calls -Wl,--no-as-needed "$root/tests/programs/ok/mutex/counter.c" ./library{1..140}.so
    says 2 "too many libraries" "$MAZURKA" check --no-trace --trust=all ./calls
}
case_ "refused: more libraries than can be followed" too_many_libraries
case_ "refused: ${#later[@]} functions, after set-up" refuses "is supported only before the first thread or choice at" "${later[@]}"
end_cases
