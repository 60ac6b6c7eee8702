#!/bin/bash
# `mazurka hunt`: what whole programs do that few do. Correct ones have no fault, nothing of any outlives the tool, and nobody is misled.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
sources=$root/tests/cli/hunt
hunt() { "$MAZURKA" hunt --time=20s --hang=5s "$@"; }

is_correct() # SOURCE RUNS OPTIONS...
{
    gcc -g -pthread "$sources/$1.c" -o program
    says 3 "not found in $2 executions" hunt ./program --runs="$2" "${@:3}"
}
case_ "calls that are seldom made" is_correct odd_calls 5
case_ "futexes: bits, moved waiters, child processes" is_correct futex_operations 30
case_ "a handler that jumps out of a sleep" is_correct jump_out 10
case_ "a handler that jumps out of anything that a sleep does" is_correct jump_often 20
# Where a signal has ended a wait, a replay has it end there.
interrupted()
{
    gcc -g -pthread "$sources/interrupted.c" -o program
    says 1 "; 5 of 5 replays lead there" hunt ./program --no-trace --shrink=0 | tee said
    ! grep "a replay differed" said
}
case_ "a sleep that a signal ends" interrupted
# By itself it sleeps for an hour.
case_ "timers of the kernel" is_correct kernel_time 3 --hang=300ms --status=zero

# A thread that is made to let others go on does not go before those that were made to before.
long_work()
{
    gcc -g -pthread -fsanitize=thread "$sources/long_work.c" -o program
    local strategy
    for strategy in pct pos walk rff; do
        says 3 "not found in 10 executions" hunt ./program --runs=10 --strategy=$strategy
    done
}
case_ "a loop that waits for long work" long_work

annotated()
{
    cat > program.c << 'END'
#include <pthread.h>
void __tsan_acquire(void *), __tsan_release(void *), __tsan_mutex_create(void *, unsigned);
void AnnotateHappensBefore(const char *, int, const volatile void *);
static void *run(void *p) { __tsan_acquire(p); __tsan_release(p); return p; }
int main(void)
{
    pthread_t t;
    __tsan_mutex_create(&t, 0);
    AnnotateHappensBefore(__FILE__, __LINE__, &t);
    return pthread_create(&t, 0, run, &t) || pthread_join(t, 0);
}
END
    gcc -g -pthread -fsanitize=thread program.c -o program
    says 3 "not found in 3 executions" hunt ./program --runs=3
}
case_ "functions of the sanitizer that are called by name" annotated

# The program that takes its place is controlled like that of a script.
replaced()
{
    sed 's/^int main(void)/int real_main(void)/' "$sources/opposite_locks.c" > program.c
    cat >> program.c << 'END'
#include <unistd.h>
int main(int argc, char **argv) { return argc > 1 ? real_main() : execl("/proc/self/exe", argv[0], "again", (char *)0); }
END
    gcc -g -pthread program.c -o program
    says 1 "bug: deadlock" hunt ./program --no-trace
}
case_ "execl" replaced

is_gone()
{
    for _ in $(seq 100); do
        pgrep -x "${name:0:15}" > /dev/null || return 0
        sleep 0.05
    done
    return 1
}

left_behind()
{
    name=leaver-$$
    gcc -pthread "$sources/left_behind.c" -o "$name"
    says 3 "not found in 2 executions" hunt "./$name" --runs=2
    ! pgrep -x "${name:0:15}"
    local whom tool
    for whom in keeper worker; do
        hunt "./$name" > said 2>&1 &
        tool=$!
        until pgrep -x "${name:0:15}" > /dev/null; do sleep 0.02; done
        kill -KILL "$([ $whom = keeper ] && echo $tool || pgrep -P $tool)"
        wait $tool || true
        is_gone
    done
}
case_ "descendants that have left the group" left_behind

asked_to_end()
{
    gcc -g -pthread "$sources/correct.c" -o program
    "$MAZURKA" hunt ./program --time=20s > said 2>&1 &
    sleep 0.5
    kill -TERM $!
    local status=0
    wait $! || status=$?
    [ $status -eq 3 ]
    grep -q "(stopped)" said
}
case_ "SIGTERM" asked_to_end

cannot_run()
{
    mkdir folder
    says 2 "cannot run ./folder: Permission denied" hunt ./folder
    echo text > text
    chmod +x text
    says 2 "cannot run ./text: Exec format error" hunt ./text
    printf '#!/bin/sh\nexit 127\n' > script
    chmod +x script
    says 3 "not found in 1 execution" hunt ./script --runs=1
    says 3 "its child processes are not controlled" hunt /bin/sh --runs=1 -- -c "sleep 0; true"
    gcc -g -pthread "$sources/exit_status.c" -o program
    says 3 "not found in 1 execution" hunt ./program --status=any --runs=1 <&-
}
case_ "programs that cannot be run, and descriptors that are closed" cannot_run

results()
{
    gcc -g -pthread "$sources/opposite_locks.c" -o $'strange\xff'
    hunt $'./strange\xff' --json=- --trace=a.mzh > result 2> words || true
    python3 -c 'import json; r = json.load(open("result")); assert r["program"] == "./strange\\xff" and r["trace"] == "a.mzh"'
    grep -q "bug: deadlock" words
    mv a.mzh a
    sed 's/^argument.*//; s/^program.*/program =%a/' a > a.mzh
    says 2 "nothing was run" "$MAZURKA" replay a.mzh
    # Another fault than that of the trace is neither that nor none.
    printf '#include <stdlib.h>\nint main(void) { abort(); }\n' > other.c
    gcc other.c -o other
    sed 's/^program.*/program =.\/other/' a > b.mzh
    says 3 "not the recorded fault" "$MAZURKA" replay b.mzh
}
case_ "results, and traces that do not fit" results
end_cases
