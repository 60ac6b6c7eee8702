#!/bin/bash
# `mazurka hunt`: faults of whole programs are found, replayed and named; programs without a mistake have none; nothing stays behind.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
sources=$root/tests/cli/hunt
hunt() { "$MAZURKA" hunt --time=20s --hang=5s "$@"; }
again() { says 1 "$1" "$MAZURKA" replay "$2"; }

# With hooks by `mazurka cc`; the last line says how often the fault was met again.
finds() # SOURCE FAULT WORDS
{
    says 1 "bug: $2" hunt "$sources/$1.c" | tee said
    grep -q "; 5 of 5 replays lead there" said
    grep -qF -- "$3" said
    again "$2" "$1.mzh"
}
case_ "a lost update among sockets, a file and a child process" finds lost_update "assertion failed: served == 2" "write served at"
case_ "locks in opposite orders" finds opposite_locks "deadlock" "lock b at $sources/opposite_locks.c:9 in left; held by thread 2 (right)"
case_ "a signal that nobody hears" finds unheard_signal "deadlock" "wait on condition c"
case_ "memory that is given back too early" finds early_free "killed by signal 11: Segmentation fault at $sources/early_free.c:12 in user" \
    "in thread 1 (user)"
case_ "another exit status" finds exit_status "exit status 3" "thread 2 (run)"

# Choices are made at synchronization alone.
without_hooks()
{
    gcc -g -pthread "$sources/opposite_locks.c" -o program
    says 1 "bug: deadlock" hunt ./program
    again deadlock program.mzh
    printf '#!/bin/sh\nexec ./program\n' > wrapper
    chmod +x wrapper
    says 1 "bug: deadlock" hunt ./wrapper --no-trace
}
case_ "a program without hooks, and behind a script" without_hooks

with_sanitizer()
{
    gcc -g -pthread -fsanitize=thread "$sources/lost_update.c" -o program
    says 1 "assertion failed: served == 2" hunt ./program --json=result.json
    grep -q '"reproduced": 5' result.json
}
case_ "a program that was built with -fsanitize=thread" with_sanitizer

is_correct() # SOURCE RUNS
{
    gcc -g -pthread -fsanitize=thread "$sources/$1.c" -o program
    says 3 "not found in $2 executions" hunt ./program --runs="$2"
    gcc -g -pthread "$sources/$1.c" -o program
    says 3 "not found in 20 executions" hunt ./program --runs=20
}
# Threads that wait for each other beside one that waits in the kernel; and silence, with what each waits for.
silence()
{
    cat > program.c << 'END'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];
static void *left(void *p)
{
    pthread_mutex_lock(&a); pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return p;
}
static void *right(void *p)
{
    pthread_mutex_lock(&b); pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return p;
}
static void *reader(void *p) { char c; return read(ends[0], &c, 1) == 1 ? p : 0; }
int main(int argc, char **argv)
{
    pthread_t x, y, z;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&z, 0, reader, 0);
    pthread_create(&x, 0, left, 0);
    pthread_create(&y, 0, argc > 1 ? reader : right, argv);
    pthread_join(x, 0);
    if (argc == 1)
        pthread_join(y, 0);
    return write(ends[1], "x", 1) != 1 || pthread_join(z, 0);
}
END
    gcc -g -pthread program.c -o program
    says 1 "bug: deadlock: thread 2 (left), thread 3 (right) wait for each other" hunt ./program --hang=500ms --no-trace
    says 1 "(reader) waits in the kernel: wait for input" hunt ./program --hang=500ms --no-trace -- one
}
case_ "threads that wait for ever, beside others or in the kernel" silence

# Whatever others do: main does not wait for them, and ends.
case_ "threads that wait for each other while main ends" says 1 \
    "bug: deadlock: thread 1 (philosopher), thread 2 (philosopher), thread 3 (philosopher) wait for each other" \
    hunt "$programs/bad/deadlock/three_in_a_ring.c" --time=60s --no-trace

case_ "a program without a mistake" is_correct correct 150
case_ "what libc promises of odd cases" is_correct semantics 40

# One strategy, and the bound that it has.
each_strategy()
{
    local strategy
    gcc -g -pthread "$sources/opposite_locks.c" -o program
    for strategy in pct pos walk urw pctvb rff; do
        says 1 "bug: deadlock" hunt ./program --strategy="$strategy" --depth=2 --no-trace --quiet
    done
    ! [ -e program.mzh ]
    gcc -g -pthread "$sources/exit_status.c" -o program
    says 3 "a bug of depth 2 would have been found with probability 0." hunt ./program --status=any --strategy=pct --depth=2 --runs=5
}
case_ "strategies by name" each_strategy

# Executions in which a thread waits in a loop for one that is not chosen come to an end, also while the schedule is made smaller.
case_ "loops that wait" says 1 "assertion failed: inside == 1" timeout 60 "$MAZURKA" hunt --strategy=urw "$programs/bad/classic/dekker.c"

flaky()
{
    gcc -g -pthread "$sources/opposite_locks.c" -o program
    says 1 "natively: 0 of 5 runs failed" hunt ./program --flaky=5
}
case_ "how often it fails by itself" flaky

# The same seed is the same schedule; another program is not that of the trace.
deterministic()
{
    gcc -g -pthread "$sources/opposite_locks.c" -o program
    hunt ./program --seed=5 --trace=1.mzh || true
    hunt ./program --seed=5 --trace=2.mzh || true
    cmp 1.mzh 2.mzh
    gcc -O1 -pthread "$sources/exit_status.c" -o program
    "$MAZURKA" replay 1.mzh 2>&1 | grep "has changed since"
    sed -i '$d' 1.mzh
    says 2 "1.mzh is damaged or incomplete" "$MAZURKA" replay 1.mzh
}
case_ "seeds and traces" deterministic

# What was found once is found at once, whatever the seed of the next hunt; by others it is not tried.
kept_seeds()
{
    gcc -g -pthread "$sources/turns.c" -o program
    says 1 "found in execution" hunt ./program --seeds=seeds --strategy=walk --no-trace
    is 1 "$(wc -l < seeds)"
    says 1 "found in execution 2 (walk, depth 1, by a seed that was kept)" \
        hunt ./program --seeds=seeds --strategy=pct --seed=7 --no-trace --json=result.json
    says 1 "(walk, depth 1, by a seed that was kept)" hunt ./program --seeds=seeds --strategy=pct --seed=7 --no-trace -j 2
    is true "$(field kept result.json)"
    is 1 "$(wc -l < seeds)"
    says 3 "not found in 2 executions" hunt ./program --seeds=seeds --strategy=pct --depth=1 --runs=2 -- another
    gcc -g -pthread "$sources/turns.c" -o other
    says 3 "not found in 2 executions" hunt ./other --seeds=seeds --strategy=pct --depth=1 --runs=2
    echo "pct 2 none program" >> seeds
    says 2 "seeds, line 2: this is not a line of --seeds" hunt ./program --seeds=seeds
    says 2 "cannot write none/seeds" hunt ./program --seeds=none/seeds --no-trace
}
case_ "seeds that are kept" kept_seeds

# Executions side by side are as many as they would be one after the other; what one finds is told once, and the others end.
side_by_side()
{
    gcc -g -pthread "$sources/exit_status.c" -o program
    says 3 "not found in 41 executions" hunt ./program --status=any --runs=41 -j 3
    gcc -g -pthread "$sources/opposite_locks.c" -o program
    says 1 "bug: deadlock" hunt ./program -j 3 | tee said
    [[ $(grep -c "^bug:" said) == 1 ]]
    again deadlock program.mzh
    says 2 "does not load the scheduler's library" hunt /sbin/ldconfig -j 2
    says 2 "-j: a number of processes" hunt ./program -j none
}
case_ "executions side by side" side_by_side

# Two at a time want the same file: that is not the program's fault.
disturbed()
{
    cat > alone.c << 'END'
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static void *run(void *p) { usleep(20000); sched_yield(); return p; }
int main(void)
{
    pthread_t t;
    int fd = open("alone.lock", O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return 3;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return unlink("alone.lock");
}
END
    gcc -g -pthread alone.c -o program
    says 1 "no replay by itself leads there" hunt ./program --real-time --no-trace -j 2
    rm -f alone.lock
    says 3 "not found in 20 executions" hunt ./program --runs=20
}
case_ "executions that disturb each other" disturbed

# Cases of a framework, in a program that was built by any compiler.
cases_of_a_framework()
{
    gcc -g -pthread "$root/examples/tests/cmocka.c" -o cases -lcmocka
    says 1 "bug      pay_in_two: exit status 1" "$MAZURKA" test ./cases --hunt --budget=10s --runs=300 --seeds=seeds --json=cases.json
    grep -q " cases.*pay_in_two" seeds
    again "exit status 1" cases-pay_in_two.mzh
    is "not-found" "$(field cases.0.verdict cases.json)"
}
case_ "cases of a framework" cases_of_a_framework

# Neither the program nor what it has started outlives the tool, however that ends.
nothing_stays()
{
    cat > sleeper.c << 'END'
#include <pthread.h>
#include <unistd.h>
static void *wait(void *p) { for (;;) pause(); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    if (fork() == 0)
        for (;;)
            pause();
    pthread_join(t, 0);
}
END
    name=sleeper-$$
    gcc -pthread sleeper.c -o "$name"
    "$MAZURKA" hunt "./$name" --hang=500ms > said 2>&1 && false
    ! pgrep -x "${name:0:15}"
    mkdir temporary
    says 1 "bug: " env TMPDIR="$PWD/temporary" "$MAZURKA" hunt "$sources/opposite_locks.c" --no-trace -j 2
    rmdir temporary
    for jobs in 1 2; do
        "$MAZURKA" hunt "./$name" --hang=off -j $jobs > said 2>&1 &
        tool=$!
        until pgrep -x "${name:0:15}" > /dev/null; do sleep 0.05; done
        kill -9 $tool
        wait $tool || true
        for _ in $(seq 100); do
            pgrep -x "${name:0:15}" > /dev/null || continue 2
            sleep 0.05
        done
        return 1
    done
}
case_ "nothing stays behind" nothing_stays

# The real threads in gdb, where the schedule leads.
in_gdb()
{
    command -v gdb >/dev/null || { echo "skip gdb: there is none (Debian: gdb)"; return 0; }
    export HOME=$PWD # without the user's .gdbinit
    "$MAZURKA" hunt "$root/examples/account.c" -g --quiet >said || is 1 $?
    printf '%s\n' run bt 'print balance' run >commands
    "$MAZURKA" replay account.mzh --gdb-commands=commands --trust-trace >out 2>&1
    grep -q 'in main () at .*account.c:43' out
    grep -qx '$1 = -60' out
    grep -q 'a schedule is followed once: leave gdb' out
    printf '%s\n' 'break cash_machine' run 'info threads' >commands
    "$MAZURKA" replay --gdb-commands=commands account.mzh --trust-trace >out 2>&1
    grep -q 'hit Breakpoint 3, cash_machine' out
    says 2 "is for replays" hunt "$root/examples/account.c" --gdb
    says 2 "--gdb-commands=none" "$MAZURKA" replay account.mzh --gdb-commands=none --trust-trace
}
case_ "a replay in gdb" in_gdb

mistakes()
{
    says 2 "which program?" hunt
    says 2 "cannot run ./none" hunt ./none
    says 2 "unknown option" hunt ./none --sede=1
}
case_ "mistakes of users" mistakes
end_cases
