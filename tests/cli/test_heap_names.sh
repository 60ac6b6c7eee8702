#!/bin/bash
# Reports name what lies in the heap by type, member and instance, and show values in their type: in C and C++, with gcc and clang,
# optimized or not. A long report is written in time. Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2317 # cases are called by name
set -u
# shellcheck source=tests/lib/cases.sh
. "$(dirname "$0")/../lib/cases.sh"
here=$(cd "$(dirname "$0")" && pwd)/heap_names

# Does the report have these lines, as function and what it does? A line of the file is one of the report, "FUNCTION  TEXT".
has_lines() # FILE
{
    local line
    sed -n 's/^[ >] [^ ]*:[0-9]*  *//p' report | sed 's/  */ /g' >lines
    while read -r line; do
        [[ -z $line ]] || grep -qF -- "$line" lines || { echo "is missing: $line"; cat lines; return 1; }
    done <"$1"
}

names() # PROGRAM SAYS OPTIONS...
{
    local program=$1 fault=$2
    shift 2
    cp "$here/$program" .
    says 1 "$fault" "$MAZURKA" check --no-trace --visible=all "$@" "$program" >report
    has_lines "$here/${program%.*}.lines"
}

# Where objects of several types share a block nothing may be said of it that is not true.
arena()
{
    cp "$here/arena.c" .
    says 1 "assertion failed" "$MAZURKA" check --no-trace arena.c >report
    grep -q 'mover  read heap block of 4096 bytes allocated at arena.c:[0-9]* + 16 = ' report
}

# What a race is of is called as the steps call it.
race_names()
{
    cat > r.c <<'C'
#include <pthread.h>
#include <stdlib.h>
struct cell { int kind; union { long number; double real; struct { short low, high; } parts; } v; };
static struct cell *cell;
static char *arena;
static void *work(void *unused)
{
    cell->v.real = 2.5;
    *(int *)(arena + 16) = 3;
    return unused;
}
int main(void)
{
    pthread_t t;
    cell = malloc(sizeof *cell);
    arena = malloc(64);
    pthread_create(&t, NULL, work, NULL);
    cell->v.real = 1;
    *(int *)(arena + 16) = 4;
    pthread_join(t, NULL);
    return 0;
}
C
    says 1 "" "$MAZURKA" check --no-trace r.c > report
    grep -q '^race: write of cell->v.real by' report
    grep -q '^race: write of arena\[16…\] by' report
    grep -q 'write arena\[16…\]: ' report
}

# In JSON the same names.
json()
{
    cp "$here/service.c" .
    "$MAZURKA" check --no-trace --visible=all --json=- service.c 2>/dev/null | grep -q '"object": "job#2->state"'
}

# Names of more than ten thousand steps, all of them written as JSON: less than two seconds of processor time, with the search.
long_report()
{
    local TIMEFORMAT='%U %S'
    cp "$here/long.c" .
    "$MAZURKA" cc long.c -o long
    { time "$MAZURKA" check --no-trace --minimize=off --json=report ./long >/dev/null 2>&1 || true; } 2>seconds
    [[ $(grep -c '"object": "' report) -gt 10000 ]]
    grep -q '"text": "write job#20->turns: 119 → 120"' report
    awk '{ exit $1 + $2 >= 2 }' seconds || { cat seconds; return 1; }
}

# The same in C++, where there is more to look up: what is the tool's own is less than two seconds; the bound has room for the search.
long_report_of_classes()
{
    local TIMEFORMAT='%U %S'
    cp "$here/long_classes.cpp" .
    "$MAZURKA" c++ long_classes.cpp -o long
    { time "$MAZURKA" check --no-trace --minimize=off --json=report ./long >/dev/null 2>&1 || true; } 2>seconds
    [[ $(grep -c '"text": "' report) -gt 10000 ]]
    grep -q '"text": "atomic fetch_add Job#20->turns: ' report || { grep -m3 fetch_add report; return 1; }
    awk '{ exit $1 + $2 >= 5 }' seconds || { cat seconds; return 1; }
}

for compiler in gcc clang; do
    for level in -O0 -O2; do
        case_ "names of the heap $compiler $level" names service.c "assertion failed" --cc=$compiler $level
    done
done
case_ "names of the heap in C++" names classes.cpp "assertion failed"
for level in -O0 -O2; do
    case_ "names of the heap in C++, clang $level" names classes.cpp "assertion failed" --cxx=clang++ $level
done
case_ "members of unions, gcc -O0" names union.c "assertion failed" --cc=gcc
case_ "members of unions, gcc -O2" names union.c "assertion failed" --cc=gcc -O2
case_ "members of unions, clang -O0" names union.c "assertion failed" --cc=clang
case_ "races of members of unions and of parts of a block of bytes" race_names

# The call of a hook may be the last of its line.
last_of_its_line()
{
    cat > last.cpp <<'C'
#include <thread>
union word { int as_int; float as_float; } g;
int main()
{
    auto f = [&] {
        g.as_float = 2;
    };
    std::thread a(f), b(f);
    a.join();
    b.join();
}
C
    says 1 "data race: write of g.as_float" "$MAZURKA" check --no-trace --quiet --race=error --cc=clang++ -O2 last.cpp
}
command -v clang++ > /dev/null && case_ "races of members of unions, clang++ -O2" last_of_its_line
case_ "a block with objects of several types" arena
case_ "names of the heap in JSON" json
case_ "a report of ten thousand steps" long_report
case_ "a report of ten thousand steps in C++" long_report_of_classes
end_cases
