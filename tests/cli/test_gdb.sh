#!/bin/bash
# test_gdb.sh - `mazurka replay --gdb`: gdb stops at the fault or before a step, shows the program's own frames and all of its threads,
# and the replay ends as without it; --until without gdb; what is said where there is no gdb.
. "$(dirname "$0")/../lib/cases.sh"
export HOME=$cases_work # without the user's .gdbinit
command -v gdb > /dev/null || { echo "skip gdb: there is none (Debian: gdb)"; exit 0; }

# gdb_says TRACE [OPTIONS...]: commands from stdin, output into the file out
gdb_says()
{
    cat > commands
    "$MAZURKA" replay "$@" --gdb-commands=commands > out 2>&1 || [[ $? -eq 1 ]] || { cat out; return 1; }
    cat out
}
shows() { grep -qF -- "$1" out || { echo "does not show: $1"; return 1; }; }

assertion()
{
    cp "$root/examples/account.c" .
    "$MAZURKA" check account.c --quiet || true
    gdb_says account.mzt << 'END'
set print address off
bt
print balance
mazurka threads
END
    shows "mazurka: assertion: balance >= 0, at step 23: thread 0 (main) at account.c:43 in main"
    shows "#1  main () at account.c:43"
    shows '$1 = -60'
    shows "* thread 0 (main) at account.c:43 in main: fault"
    shows "replayed: assertion failed: balance >= 0 at account.c:43 in main"
    ! grep -qE 'src/(base|world)|libmazurka|raw_syscall' out
}
case_ "gdb: stops at a failed assertion, in the program's frames" assertion

threads()
{
    cp "$root/examples/deadlock.c" .
    "$MAZURKA" check deadlock.c --quiet || true
    gdb_says deadlock.mzt << 'END'
set print address off
mazurka threads
mazurka thread 2
bt
print unused
mazurka thread 1
bt
END
    shows "mazurka: deadlock: thread 0 waits in join, thread 1 waits in lock, thread 2 waits in lock, at step 3"
    shows "* thread 0 (main) at deadlock.c:29 in main: join"
    shows "  thread 1 (one) at deadlock.c:9 in one: lock"
    shows "  thread 2 (other) at deadlock.c:18 in other: lock"
    shows "#1  other (unused=) at deadlock.c:18"
    shows "#1  one (unused=) at deadlock.c:9"
}
case_ "gdb: lists threads, and switches to their stacks" threads

waits()
{
    cp "$programs/bad/cond/lost_wakeup.c" .
    "$MAZURKA" check lost_wakeup.c --quiet || true
    echo 'mazurka threads' | gdb_says lost_wakeup.mzt
    shows "waits in cond wait"
    grep -E "^  thread [0-9]+ .*: cond wait$" out
}
case_ "gdb: names the call that a thread waits in" waits

steps()
{
    cp "$root/examples/account.c" .
    "$MAZURKA" check account.c --quiet || true
    gdb_says account.mzt --until=12 << 'END'
set print address off
print paid
print amount
mazurka step
mazurka until 20
print balance
continue
bt
END
    shows "mazurka: before step 12: thread 2 (cash_machine) at account.c:23 in pay"
    shows '$1 = 0'
    shows '$2 = 80'
    shows "mazurka: before step 13: thread 2 (cash_machine) at account.c:24 in pay"
    shows "mazurka: before step 20: thread 1 (cash_machine) at account.c:24 in pay"
    shows '$3 = -60'
    shows "mazurka: assertion: balance >= 0, at step 23"
}
case_ "gdb: stops before a step, and goes on step by step" steps

crash()
{
    cat > crash.c << 'END'
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static int broken(int depth) { return depth ? broken(depth - 1) : *shared; }
static void *work(void *argument) { return broken(*(int *)argument) ? argument : NULL; }
int main(void)
{
    pthread_t t;
    int depth = 2;
    shared = &depth;
    pthread_create(&t, NULL, work, &depth);
    shared = NULL;
    pthread_join(t, NULL);
    return 0;
}
END
    "$MAZURKA" check crash.c --quiet --race=off || true
    gdb_says crash.mzt << 'END'
set print address off
bt
mazurka threads
END
    shows "thread 1 (work) at crash.c:4 in broken"
    shows "broken (depth=0) at crash.c:4"
    shows "broken (depth=2) at crash.c:4"
    shows "work (argument="
    shows "  thread 0 (main) at crash.c:13 in main: join"
}
case_ "gdb: stops at a crash, with the frames that led there" crash

without_gdb()
{
    cp "$root/examples/account.c" .
    "$MAZURKA" check account.c --quiet || true
    says 0 "stopped before step 12, and before the fault" "$MAZURKA" replay account.mzt --until=12
    says 0 "interleaving: 13 steps" "$MAZURKA" replay account.mzt --until=12 --steps
    says 1 "replayed: assertion failed" "$MAZURKA" replay account.mzt --until=1000
    says 2 "--gdb needs gdb, which is not installed (Debian: apt-get install gdb)" env PATH="$(gdbless)" "$MAZURKA" replay account.mzt --gdb
    says 2 "No such file" "$MAZURKA" replay account.mzt --gdb-commands=none
}
# A folder with all commands but gdb.
gdbless()
{
    mkdir -p bin
    local folder
    IFS=: read -ra folders <<< "$PATH"
    for folder in "${folders[@]}"; do
        ln -s "$folder"/* bin/ 2> /dev/null || true
    done
    rm -f bin/gdb
    echo "$PWD/bin"
}
case_ "until: ends a replay before a step; without gdb there is a sentence" without_gdb
end_cases
