#!/bin/bash
# test_reports.sh - what people read: the report of programs with a bug each, all kinds of fault, C and C++, compared with what is kept in
# reports/*.txt. UPDATE=1 tests/cli/test_reports.sh writes what is printed now; look at the difference before it is committed.
. "$(dirname "$0")/../lib/cases.sh"
reports=$root/tests/cli/reports

# Addresses and numbers of bytes differ from machine to machine, lines of headers from one version of a compiler to the next.
plain()
{
    sed -E 's/0x[0-9a-f]+/0x…/g; s/ [0-9]+ bytes/ N bytes/g; s/offset [0-9]+/offset N/; s/\+ [1-9][0-9]*/+ N/g; s/ +│.*//; s/ +$//' |
        sed -E 's,/usr/include/[^ :]*:[0-9]+,HEADER,g'
}

golden() # FILE OPTIONS
{
    local file=$1 kept=$reports/${1%.*}.txt status=0
    cp "$reports/$file" .
    "$MAZURKA" check "$file" --no-trace --seed=1 --minimize=20s "${@:2}" >printed 2>said || status=$?
    is 1 $status || { cat said; return 1; }
    plain <printed >shown
    if [ -n "${UPDATE:-}" ]; then
        cp shown "$kept"
    fi
    diff "$kept" shown
}

for path in "$reports"/*.c "$reports"/*.cpp; do
    case_ "$(basename "$path")" golden "$(basename "$path")"
done

# The cause is a field of its own, and the marked lines are those that it names.
json()
{
    cp "$reports/rw_upgrade.c" .
    "$MAZURKA" check rw_upgrade.c --no-trace --seed=1 --json=r.json >said || [ $? = 1 ]
    grep -q "cause: thread 1 (customer) read seats = 1 at rw_upgrade.c:11; then thread 2 (customer) wrote" said
    [[ $(field findings.0.cause r.json) == "thread 1 (customer) read seats = 1 at rw_upgrade.c:11; then"* ]]
    is 4 "$(grep -c '^> ' said)"
    is "interleaving: $(grep -cE '^[> ] (rw_upgrade|  *thread exit)' said) steps" "$(grep -o 'interleaving: [0-9]* steps' said)"
}
case_ "the cause: in words, in JSON, and in the lines that are marked" json

# Nobody is said to hold what he only waits for.
queued()
{
    cp "$programs/bad/rwlock/recursive_writer_waits.c" .
    "$MAZURKA" check recursive_writer_waits.c --no-trace >said || [ $? = 1 ]
    tr -s '\n ' '  ' <said | grep "for lock, for which thread 2 (writer) waits before it; .* for lock, which thread 1 holds since"
    grep "^      thread 2 (writer) waits before it" said
    ! grep "held by thread 2" said
}
case_ "who waits before another one holds nothing" queued

# Nothing is said that is not so: what was written after it had been read, what an exchange leaves, whom a signal woke, what a pointer is.
cause_is() # PROGRAM TEXT
{
    cp "$root/tests/cli/causes/$1" .
    "$MAZURKA" check "$1" --no-trace --seed=1 --verbose "${@:3}" >said || [ $? = 1 ]
    tr -s '\n ' '  ' <said | grep -F "cause: $2 threads:"
}
case_ "what was read and written since" cause_is seqlock.c "clock_now.low was 0 when thread 0 (main) read it at seqlock.c:22, \
before thread 1 \
(tick) wrote clock_now.low: 0 → 1 at seqlock.c:11; clock_now.high is 10, written by thread 1 (tick) at seqlock.c:12"
case_ "what was exchanged is not what was read" cause_is exchanged.c "slot is 7, written by thread 1 (taker) at exchanged.c:10"
case_ "a signal that woke somebody else" cause_is one_signal.c "thread 2 (worker) waits on changed at one_signal.c:12, but the \
last signal, at \
one_signal.c:24 by thread 0 (main), woke thread 1 (worker), which waited, too"

case_ "an exit status, and an update that was lost elsewhere" cause_is lost_elsewhere.c "thread 1 (pay) read balance = 0 at \
lost_elsewhere.c:10; then thread 2 (pay) wrote balance: 0 → 10 at lost_elsewhere.c:19, before thread 1 wrote balance: 10 → 10 at \
lost_elsewhere.c:19; each was done holding lock, but thread 1 gave it up in between, at lost_elsewhere.c:11"
case_ "an exit status, and what was looked at before" cause_is checked_before.c "thread 1 (take) read left = 1 at \
checked_before.c:8; then thread 2 (take) wrote left: 1 → 0 at checked_before.c:9, before thread 1 wrote left: 0 → -1 at checked_before.c:9"
case_ "what nobody has come to write" cause_is never_ran.c "ran is still 0: no step has written it"
case_ "a semaphore that was posted too rarely" cause_is one_post.c "thread 0 (main) waits at one_post.c:26 (sem wait done), and nobody is \
left who would end that: it was taken once, and posted once, at one_post.c:13 by thread 1 (work)"
case_ "two that have written at the place that both had read; text" cause_is written_over.c 'line is "beta ", written by thread 2 (append) \
at written_over.c:25, where thread 1 (append) had written before; both had read used = 0, at written_over.c:11, before either wrote it'

case_ "a structure that is copied, changed and written back" cause_is written_back.c "thread 2 (account) read table[0] at \
written_back.c:15; then thread 1 (account) wrote table[0] at written_back.c:24, before thread 2 wrote table[0] at written_back.c:24; \
each was done holding lock, but thread 2 gave it up in between, at written_back.c:16"
case_ "two that have taken one place" cause_is same_place.c "id[1] is still 0: no step has written it; thread 1 (reserve) wrote next_free \
at same_place.c:18, and so did thread 2 (reserve) before; both had read next_free = 0, at same_place.c:10, before either wrote it"

# Critical sections: who waits once and does not look again, what was read in another one, what was read without the lock.
case_ "a wait in an if: what was there is gone again" cause_is one_look.c "thread 1 (take) read items = 0 at one_look.c:12 and waited on \
filled at one_look.c:13; thread 3 (put) woke it at one_look.c:24, but before it had lock again, thread 2 (take) wrote items: 1 → 0 at \
one_look.c:14; thread 1 does not look again at one_look.c:12, and goes on"
case_ "a wait in an if: a container that is empty again" cause_is one_look.cpp "thread 2 (main::{lambda()#2}) read main's \
box.mail.begin.cur = mail#2 at one_look.cpp:15 and waited on main's box.arrived at one_look.cpp:16; thread 0 (main) woke it at \
one_look.cpp:26, but before it had main's box.lock again, thread 1 (main::{lambda()#1}) wrote main's box.mail.begin.cur: mail#2 → \
&mail#2[1] at one_look.cpp:18, which made it equal to main's box.mail.end.cur again; thread 2 does not look again at one_look.cpp:15, \
and goes on"
case_ "a wait in an if: woken for something else" cause_is woken_for_another.c "thread 1 (use) read loaded = 0 at woken_for_another.c:12 \
and waited on changed at woken_for_another.c:13; thread 2 (stop) woke it at woken_for_another.c:23, although that was so still; thread 1 \
does not look again at woken_for_another.c:12, and goes on"
looks_again() # OPTIONS
{
    "$MAZURKA" check "$root/tests/cli/causes/looks_again.c" --no-trace --seed=1 "$@" >said || [ $? = 1 ]
    grep "^bug: assertion failed: now > 0" said
    ! grep "does not look again" said
}
case_ "a wait in a loop is looked at again" looks_again
case_ "what a thread waited for may be two things, of which one has come" looks_again -DLINES
case_ "looked at with a lock, and used with it another time" cause_is two_sections.c "thread 1 (work) read used = 1 at two_sections.c:11; \
then thread 2 (work) wrote used: 1 → 0 at two_sections.c:20, before thread 1 read it again at two_sections.c:19; each was done holding \
lock, but thread 1 gave it up in between, at two_sections.c:12"
case_ "looked at with a lock, and used with it another time (C++)" cause_is two_sections.cpp "thread 1 (main::{lambda()#1}) read main's \
q.jobs_.c.begin.cur = c at two_sections.cpp:14; then thread 2 (main::{lambda()#1}) wrote main's q.jobs_.c.begin.cur: c → &c[1] at \
two_sections.cpp:21, before thread 1 read it again at two_sections.cpp:19; each was done holding main's q.lock_, but thread 1 gave it up \
in between, at two_sections.cpp:15"
case_ "read without the lock that others write with" cause_is unlocked_reader.c "thread 1 (transfer) wrote checking at \
unlocked_reader.c:12 holding lock (since unlocked_reader.c:11), and thread 2 (audit) read it at unlocked_reader.c:20 without; checking \
is 70, written by thread 1 (transfer) at unlocked_reader.c:12, which had not yet executed unlocked_reader.c:13 (atomic update savings); \
savings is still 0: no step has written it; thread 1 (transfer) is about to write it at unlocked_reader.c:13"
case_ "read with the lock that others write with" cause_is other_lock.c "state is 2, written by thread 1 (set) at other_lock.c:11"
case_ "a wait in an if: who counts that he waits" cause_is counted_waiters.c "thread 1 (take) read items = 0 at counted_waiters.c:13 and \
waited on filled at counted_waiters.c:15; thread 0 (main) woke it at counted_waiters.c:29, but before it had lock again, thread 2 (take) \
wrote items: 1 → 0 at counted_waiters.c:19; thread 1 does not look again at counted_waiters.c:13, and goes on"
case_ "two counts that are equal again, and that nobody compares" cause_is both_came.c "done is 1, written by thread 1 (count) at \
both_came.c:15; failed is 1, written by thread 2 (count) at both_came.c:15"
case_ "what a thread waited for is looked at again elsewhere" cause_is looked_elsewhere.c "closed is still 0: no step has written it"
case_ "two sections, and a writer with an inner lock" cause_is nested_locks.c "checking was 60 when thread 0 (main) read it at \
nested_locks.c:11, before thread 1 (transfer) wrote checking: 60 → 50 at nested_locks.c:22; savings is 50, written by thread 1 \
(transfer) at nested_locks.c:23; each was done holding bank, but thread 0 gave it up in between, at nested_locks.c:12"
case_ "looked at twice before it is written" cause_is looked_twice.c "thread 1 (raise_to) read level = 0 at looked_twice.c:12; then \
thread 2 (raise_to) wrote level: 0 → 2 at looked_twice.c:16, before thread 1 wrote level: 2 → 1 at looked_twice.c:16, having read \
level = 2 at looked_twice.c:15"
case_ "two values that come of one look" cause_is one_number.c "note[0] is 1, written by thread 2 (draw) at one_number.c:20; note[1] is 1, \
written by thread 1 (draw) at one_number.c:20; both had read next_number = 1, at one_number.c:11, before either wrote it"
case_ "a flag that is set without the lock" cause_is unlocked_stop.cpp "thread 1 (serve) waits on changed at unlocked_stop.cpp:16, but the \
last broadcast, at unlocked_stop.cpp:23 by thread 0 (main), came when nobody waited; thread 1 had read stopped = false at \
unlocked_stop.cpp:15 before thread 0 (main) wrote it at unlocked_stop.cpp:22"
case_ "a recursive lock is held since it was taken first" cause_is recursive_lock.c "thread 1 (change) waits at recursive_lock.c:20 for \
view, which thread 2 (draw) holds since recursive_lock.c:29; thread 2 waits at recursive_lock.c:10 for model, which thread 1 holds since \
recursive_lock.c:18"
case_ "a lock that is held, and another one waited for, by one call" cause_is same_call.c "thread 1 (one) waits at same_call.c:8 for b, \
which thread 2 (two) holds since same_call.c:8; thread 2 waits at same_call.c:8 for a, which thread 1 holds since same_call.c:8"

# A writer that has had to wait for the lock took it once.
queued_once()
{
    "$MAZURKA" check "$root/tests/cli/causes/writer_queued.c" --no-trace --race=error --minimize=off --search=walk \
        --seed=1 >said || [ $? = 1 ]
    grep "writer  *wait to lock lock for writing" said
    is 2 "$(grep -c "^      holds no lock" said)"
    tr -s '\n ' '  ' <said | grep ": neither holds a lock"
}
case_ "who has waited for a read-write lock holds it once" queued_once

# The simplest use of what has ended is shown, also where another one was found; with --all each is told.
returned()
{
    cause_is returned_frame.c "thread 0 (main) returned from start at returned_frame.c:19, which ended job.id, while thread 1 (work) still \
used it: thread 1 was handed a pointer to it when it was created at returned_frame.c:18"
    grep "^interleaving: .*, 0 preemptions" said
    grep -F "read start's job.id (thread 0) = " said
    "$MAZURKA" check returned_frame.c --no-trace --all >said || [ $? = 1 ]
    is 2 "$(grep -c '^bug: ' said)"
}
case_ "a frame that has ended" returned
case_ "a frame that has ended, captured by a lambda" cause_is captured.cpp "thread 0 (main) returned from start at captured.cpp:9, which \
ended local, while thread 1 (start(int)::{lambda()#1}) still used it"
case_ "the stack of a thread that has ended" cause_is ended_stack.c "thread 1 (work) returned from work at ended_stack.c:11, which ended \
value, while thread 0 (main) still used it: thread 0 took the pointer from shared at ended_stack.c:19"
no_cause()
{
    for seed in 1 2 3 4 5 6 7 8; do
        "$MAZURKA" check "$root/tests/cli/causes/lost_statistics.c" --no-trace --search=walk --minimize=off --seed=$seed >said || [ $? = 1 ]
        grep "^bug: exit with status 3" said
        ! grep "^cause: " said
    done
}
case_ "an exit status, and an update that was lost but is not read" no_cause

# The compiler was told ./FILE, or the whole path.
other_path()
{
    cp "$root/tests/cli/causes/exchanged.c" .
    for path in ./exchanged.c "$PWD/exchanged.c"; do
        "$MAZURKA" check "$path" --no-trace --seed=1 >said || [ $? = 1 ]
        grep "^cause: slot is 7, written by thread 1 (taker) at exchanged.c:10" said
    done
}
case_ "the cause, whatever the file was called" other_path

published()
{
    cause_is published.c "instance is not NULL, written by thread 1 (make) at published.c:23, which had not yet executed \
published.c:24 (write \
instance->answer); instance->answer is still NULL: no step has written it; thread 1 (make) is about to write it at published.c:24" "$@"
    grep -F "write request->id: 0 → 1" said
    grep -F "write answer->status: 0 → 200" said
    grep -F "write latest: &none → answer" said
}
case_ "pointers in a cause; two allocations in a line" published

published_early()
{
    cause_is published_early.c "head->value is still 0: no step has written it; thread 1 (publish) is about to write it at \
published_early.c:12, after it was published in head at published_early.c:11" "$@"
}
case_ "a cause says where a block was published before it was written" published_early --race=off
case_ "pointers in a cause; two allocations in a line (-O2)" published -O2

quoted()
{
    cp "$reports/rw_upgrade.c" .
    says 1 "read seats = 1                    │ int free_seat = seats > 0;" "$MAZURKA" check rw_upgrade.c --no-trace
    rm rw_upgrade.c && cp "$reports/once_init.c" .
    says 1 "atomic store ready: false → true (release)" "$MAZURKA" check once_init.c --no-trace
}
case_ "lines of the source are quoted" quoted

# With --verbose the temporaries of <stdatomic.h> and the looks at pthread_t are there, too.
verbose()
{
    cp "$reports/once_init.c" .
    "$MAZURKA" check once_init.c --no-trace >short || [ $? = 1 ]
    "$MAZURKA" check once_init.c --no-trace --verbose >long || [ $? = 1 ]
    ! grep -q "__atomic_load_tmp\|read thread\[" short
    grep -q "__atomic_load_tmp" long && grep -q "read thread\[" long
}
case_ "--verbose shows every step" verbose

# No line is wider than the terminal.
narrow()
{
    cp "$reports/once_init.c" .
    script -qec "stty cols 70; '$MAZURKA' check once_init.c --no-trace --color=never" typescript </dev/null >/dev/null || true
    grep -q "^> once_init.c" typescript
    tr -d '\r' <typescript | grep -E '^[> ] (once_init| )' | grep -v 'assertion failed\|thread .*created' >rows
    python3 -c 'import sys; sys.exit(any(len(row.rstrip("\n")) > 70 for row in open("rows", encoding="utf-8")))'
}
if command -v script >/dev/null; then
    case_ "lines fit the terminal" narrow
fi

statistics()
{
    cp "$reports/three_locks.c" .
    says 1 "bug found after " "$MAZURKA" check three_locks.c --no-trace
}
case_ "closing statistics say what happened" statistics

# A program with more states than there is time for: where they come from, and what to do.
cat >"$cases_work/rounds.c" <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;
static void *work(void *unused)
{
    for (unsigned i = 0; i < 9; i++) {
        pthread_mutex_lock(&lock);
        total = total * 31 + i;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
advice()
{
    cp "$cases_work/rounds.c" .
    says 3 "unknown: stopped by --time=300ms" "$MAZURKA" check rounds.c --time=300ms --seed=1 >said
    grep -q "note: one execution has [0-9]* steps that other threads can see: [0-9]* on " said
    grep -q "rounds.c:7 is passed 36 times" said
    grep -q "note: --budget in place of --time explores executions with few preemptions" said
    says 3 "unknown: stopped by --states=1000" "$MAZURKA" check rounds.c --states=1000 >said
    grep -q "preemptions=0..2" said && grep -q "search=pct" said
}
case_ "what to do about a search that was stopped" advice

budget()
{
    cp "$cases_work/rounds.c" "$reports/rw_upgrade.c" .
    says 1 "assertion failed: seats >= 0" "$MAZURKA" check rw_upgrade.c --budget=20s --no-trace
    "$MAZURKA" check rounds.c --budget=2s --seed=1 >said 2>&1 || [ $? = 3 ]
    grep -q "half of the time was not enough" said && grep -q "executions with random priorities have shown no bug" said
    grep -qE "^(unknown: stopped by --budget=2s|covered: )" said
    "$MAZURKA" check rounds.c --budget=20s --memory=12M >said 2>&1 || [ $? = 3 ]
    grep -q "note: --budget: the memory was not enough to explore everything" said
    grep -qE "^covered: all [0-9,]+ states within [0-9]+ preemptions?; then stopped by --memory=12M" said
    says 2 "the one is the other" "$MAZURKA" check rounds.c --budget=2s --time=1s
    says 2 "chooses the searches" "$MAZURKA" check rounds.c --budget=2s --search=pct
}
case_ "--budget spends its time on several searches" budget
end_cases
