#!/bin/bash
# test_limits.sh - what the system does not allow gives a sentence and exit status 2, before anything is explored.
. "$(dirname "$0")/../lib/cases.sh"

program=$programs/bad/race/lost_update.c
"$MAZURKA" cc "$program" -o "$cases_work/program"

limited() # WORD OF ulimit, VALUE, COMMAND...
{
    (ulimit "$1" "$2" && "${@:3}")
}

stack() { says 2 "the stack is limited to 64 KiB (see ulimit -s)" limited -s 64 "$MAZURKA" check "$cases_work/program"; }
case_ "limits: a small stack" stack

files() { says 2 "no more than 12 files may be open at a time (see ulimit -n)" limited -n 12 "$MAZURKA" check "$cases_work/program"; }
case_ "limits: few descriptors" files

raised() { says 1 "bug: " limited -Sn 12 "$MAZURKA" check "$cases_work/program" --quiet --no-trace; }
case_ "limits: those that may be raised are" raised

# The memory shared with the program comes to have the very number that it has there.
taken()
{
    says 1 "bug: " bash -c 'for ((fd = 3; fd < 500; fd++)); do eval "exec $fd</dev/null"; done; exec "$@"' bash \
        "$MAZURKA" check "$cases_work/program" --quiet --no-trace
}
case_ "limits: many descriptors are taken" taken

many_findings()
{
    local i
    {
        echo '#include <assert.h>'
        echo '#include <mazurka.h>'
        echo 'int main(void) { switch (mz_choose(120)) {'
        for ((i = 0; i < 120; i++)); do
            echo "case $i: assert(!\"$i\"); break;"
        done
        echo '} return 0; }'
    } >many.c
    says 1 "120 distinct bugs" limited -Sn 512 "$MAZURKA" check many.c --all --no-trace --steps=1
}
case_ "limits: many findings, few descriptors" many_findings

sizes()
{
    says 2 "(see ulimit -f)" limited -f 0 "$MAZURKA" check "$cases_work/program"
    says 2 "" limited -f 0 "$MAZURKA" check "$program"
}
case_ "limits: no file may be written" sizes

unwritable()
{
    says 2 "mazurka: --json=none/x.json: No such file or directory" "$MAZURKA" check "$cases_work/program" --json=none/x.json
    says 2 "mazurka: --json=.: this is a directory" "$MAZURKA" check "$cases_work/program" --json=.
    says 2 "mazurka: --trace=none/x.mzt: No such file or directory" "$MAZURKA" check "$cases_work/program" --trace=none/x.mzt
    is "" "$(ls)"
}
case_ "limits: files that cannot be written are refused before the search" unwritable

split()
{
    command -v clang++ || return 0
    cp "$program" split.c
    cat >main.cpp <<'EOF'
#include <thread>
struct point { int x, y; };
static point p;
int main() { std::thread t([] { p.x = 1; }); t.join(); return p.y; }
EOF
    says 0 "verified" "$MAZURKA" check main.cpp --cxx=clang++ -gsplit-dwarf
    says 1 "split.c:" "$MAZURKA" check split.c --cc=clang -gsplit-dwarf
    # Without mazurka cc, whose objects have it all.
    clang++ -g -gsplit-dwarf -fsanitize=thread -c main.cpp -o main.o
    says 3 "" "$MAZURKA" check main.o --cxx=clang++
}
case_ "limits: debug information in files of its own" split

killed() # what was found before stands, with the memory that was visible
{
    cat >stuck.c <<'EOF'
#include <pthread.h>
static int x;
static void *count(void *unused)
{
    for (int i = 0; i < 3; i++) {
        x++;
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    for (int stuck = x != 6; stuck;)
        __asm__ volatile("");
}
EOF
    says 1 "bug: 1 data race; otherwise unknown: stopped by --time=1s" "$MAZURKA" check stuck.c --no-trace --time=1s --hang=0
}
case_ "limits: a search that has to be killed" killed

deep() # all that a path takes counts: a loop that never ends makes it as long as one likes
{
    cat > deep.c << 'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_long epoch;
static atomic_int flag;
static void *work(void *unused) { flag = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!flag)
        epoch++;
    return pthread_join(t, NULL);
}
END
    "$MAZURKA" cc -o deep deep.c
    for reduction in sum dlspor spor none; do
        python3 - "$MAZURKA" check deep -j 1 --waiting=step --memory=200M --quiet --reduction=$reduction << 'END'
import resource, subprocess, sys
said = subprocess.run(sys.argv[1:], capture_output=True, text=True).stdout
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
if "stopped by --memory=200M" not in said or most > 300:
    sys.exit(f"{sys.argv[-1]} took {most} MiB: {said}")
END
    done
}
case_ "limits: memory, and a path without an end" deep

end_cases
