#!/bin/bash
# test_minimize.sh - schedules are made small before they are shown: as few preemptions as the fault needs, which is told, and replayed.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --quiet --trace=t.mzt --json=r.json "$@" >said 2>&1; [ $? = 1 ]; }
first() { field findings.0."$1" r.json; }
sizes() { echo "$(first preemptions) $(first context_switches) $(first least_preemptions)"; }
build() { "$MAZURKA" cc -g -O0 -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build account "$root/examples/account.c"
build queue "$root/examples/queue.c"
build flag "$root/examples/flag.c"
build ring "$programs/bad/deadlock/three_in_a_ring.c"
build double "$programs/bad/classic/double_checked.c"
build lock "$programs/bad/classic/szymanski.c"
build trap "$programs/bad/crash/trap.c"
build status "$programs/bad/end/test_framework.c"
build stack "$programs/bad/crash/stack_overflow.c"
cd "$cases_work" || exit 1

# What is least was found by hand, or by --preemptions=0.. alone, which is another way to it. (--endless: threads may also wait for
# ever in the loops of the lock, which takes fewer.)
fewest()
{
    while read -r program preemptions; do
        check "$cases_work"/$program --race=off --endless || return 1
        is "$preemptions true" "$(sizes | cut -d' ' -f1,3)" || { echo "$program"; return 1; }
        says 1 "replayed:" "$MAZURKA" replay t.mzt --program="$cases_work"/$program || return 1
        check "$cases_work"/$program --race=off --endless --minimize=off --search=dfs --preemptions=0.. || return 1
        is "$preemptions" "$(sizes | cut -d' ' -f1)" || { echo "$program, --preemptions=0.."; return 1; }
    done <<'LIST'
account 1
queue 0
ring 2
double 1
lock 3
trap 2
status 1
LIST
}
case_ "schedules have as few preemptions as the fault needs" fewest

# Whoever has found it.
every_search()
{
    for search in walk pos pct bfs best portfolio dfs; do
        check "$cases_work"/account --race=off --search=$search --seed=3 || return 1
        is "1 4 true" "$(sizes)" || { echo "$search"; return 1; }
    done
    for reduction in none spor sum dlspor despor source-dpor; do
        check "$cases_work"/account --race=off --search=dfs --reduction=$reduction || return 1
        is "1 4 true" "$(sizes)" || { echo "$reduction"; return 1; }
    done
    check "$cases_work"/account --race=off -j 2 && is "1 4 true" "$(sizes)"
}
case_ "whichever search has found the bug" every_search

off()
{
    check "$cases_work"/lock --race=off --search=walk --minimize=off &&
        [ "$(first least_preemptions)" = false ] && [ "$(sizes | cut -d' ' -f1)" -gt 3 ]
    check "$cases_work"/lock --race=off --search=walk --minimize=0 && [ "$(sizes | cut -d' ' -f1)" -gt 3 ]
    says 2 "duration such as" "$MAZURKA" check "$cases_work"/lock --minimize=never
}
case_ "--minimize=off shows what was found" off

# The sentence of the text, and its absence where it is not known.
told()
{
    says 1 "4 context switches, needs 1 preemption" "$MAZURKA" check --no-trace "$cases_work"/account --race=off
    "$MAZURKA" check --no-trace "$cases_work"/account --race=off --minimize=off >text 2>&1 || true
    grep -q "preemption" text && ! grep -q "needs" text
    says 1 "7 context switches, 0 preemptions" "$MAZURKA" check --no-trace "$cases_work"/queue --race=off
}
case_ "the text says whether that is known" told

# The step behind which nothing ends well: the second of two reads, the signal for the wrong thread, none where all fail.
cat >always.c <<'C'
#include <assert.h>
#include <pthread.h>
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 3);
    return 0;
}
C
fatal()
{
    says 1 "read counter = 0  ← point of no return" "$MAZURKA" check --no-trace "$root/examples/counter.c"
    says 1 "signal queue.changed  ← point of no return" "$MAZURKA" check --no-trace "$cases_work"/queue
    check "$root/examples/counter.c" && is "read counter = 0" "$(first "steps.$(first fatal_step).text")"
    is false "$(first never_ends_well)"
    check "$root/examples/counter.c" --every-step && is "read counter = 0" "$(first "steps.$(first fatal_step).text")"
    says 1 "no schedule of this program ends well" "$MAZURKA" check --no-trace "$cases_work/always.c"
    check "$cases_work/always.c" && is "true null" "$(first never_ends_well) $(first fatal_step)"
    check "$cases_work/always.c" --minimize=off && is "false null" "$(first never_ends_well) $(first fatal_step)"
}
case_ "the step that decides" fatal

# Of several findings each has its own, and races and faults of no one place are left in order.
several()
{
    check "$cases_work"/trap --all && is "2 2 true" "$(sizes)" &&
        [ "$(field findings.1.kind r.json)" = race ] && [ "$(field findings.1.preemptions r.json)" = 0 ]
    check "$cases_work"/flag && is "race 0" "$(field findings.0.kind r.json) $(field findings.0.preemptions r.json)"
    check "$cases_work"/stack && is "stack-overflow" "$(field findings.0.kind r.json)"
}
case_ "each of several findings" several

# What is shared in a few executions only, and not in those before the bug was found, counts when it is said what is least. In `order` no
# preemption is needed where B comes before A and the others have come in one order of 720, and that A and B share y shows there only.
cat >order.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n, order, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t others[6];
static void *other(void *number)
{
    pthread_mutex_lock(&lock);
    order = order * 10 + (int)(long)number;
    pthread_mutex_unlock(&lock);
    int seen = n; // lost where another thread is here, too
    n = seen + 1;
    return NULL;
}
static void *A(void *unused)
{
    y = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *B(void *unused)
{
    for (int i = 0; i < 6; i++)
        pthread_join(others[i], NULL);
    int bad = n != 6;
    if (!bad && order == 415263)
        bad = y == 0;
    assert(!bad);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    for (long i = 0; i < 6; i++)
        pthread_create(&others[i], NULL, other, (void *)(i + 1));
    pthread_create(&b, NULL, B, NULL);
    pthread_create(&a, NULL, A, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
C
shared_late()
{
    build order "$cases_work/order.c"
    for seed in 1 2 3; do
        check "$cases_work"/order --race=off --search=walk --seed=$seed --minimize=10s || return 1
        is "0 true" "$(sizes | cut -d' ' -f1,3)" || { echo "seed $seed"; return 1; }
        says 1 "replayed:" "$MAZURKA" replay t.mzt --program="$cases_work"/order || return 1
    done
}
case_ "what proves to be shared on the way counts" shared_late

# Where threads change at some variables only not all executions were tried.
cat >listed.c <<'C'
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *unused)
{
    x = 1;
    x = 2;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    int seen = x;
    assert(seen != 1);
    pthread_join(a, NULL);
    return 3;
}
C
listed()
{
    check "$cases_work/listed.c" --race=off --exit-status=any && is "2 true" "$(sizes | cut -d' ' -f1,3)"
    [ "$(first fatal_step)" != null ] || return 1
    check "$cases_work/listed.c" --race=off --visible=x && is "2 false null" "$(sizes | cut -d' ' -f1,3) $(first fatal_step)"
}
case_ "a list of variables claims nothing" listed

# Where each process lies somewhere else the fault is not found again by its place: that nothing was found says nothing.
random_addresses()
{
    echo 'int personality(unsigned long p) { (void)p; return -1; }' >none.c
    ${CC:-cc} -shared -fPIC -o none.so none.c || return 1
    LD_PRELOAD=$PWD/none.so check "$cases_work"/account --race=off --search=walk --seed=3 || return 1
    grep -q "does not allow fixed addresses" said && is false "$(first least_preemptions)"
}
case_ "random addresses claim nothing" random_addresses

# An end with a status that is a bug is no good one.
bad_status()
{
    check "$cases_work/listed.c" --race=off --exit-status=zero --all &&
        is "true true" "$(first never_ends_well) $(field findings.1.never_ends_well r.json)"
}
case_ "an exit status that is a bug ends nothing well" bad_status

# A program that is far too large for it: the time is kept, and the bug told.
cat >large.c <<'C'
#include <assert.h>
#include <pthread.h>
static int shared[6], sum, all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *at)
{
    for (int i = 0; i < 200; i++) {
        int j = (int)(long)at + i;
        pthread_mutex_lock(&lock);
        shared[j % 6] += i;
        pthread_mutex_unlock(&lock);
    }
    int seen = sum; // lost where another thread is here, too
    sum = seen + 1;
    return NULL;
}
int main(void)
{
    pthread_t t[6];
    for (long i = 0; i < 6; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], NULL);
    all = sum;
    assert(all == 6);
    return 0;
}
C
too_large()
{
    build large "$cases_work/large.c"
    local start=$(date +%s%N)
    check "$cases_work"/large --race=off --search=walk --minimize=off || return 1
    local plain=$((($(date +%s%N) - start) / 1000000)) before=$(sizes | cut -d' ' -f1)
    start=$(date +%s%N)
    check "$cases_work"/large --race=off --search=walk --minimize=1s || return 1
    [ $((($(date +%s%N) - start) / 1000000)) -lt $((3 * plain + 8000)) ] # others run beside it
    [ "$(sizes | cut -d' ' -f1)" -le "$before" ]
    says 1 "replayed:" "$MAZURKA" replay t.mzt --program="$cases_work"/large
}
case_ "a program that is too large for it" too_large

# Set-up alone takes longer than is allowed: each search would begin with it.
cat >slow.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static unsigned mixed[1000];
static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int seen = n;
        n = seen + 1;
    }
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (unsigned i = 0; i < 20000000; i++)
        mixed[i % 1000] += i * mixed[i * 7 % 1000];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(n != 2);
    return 0;
}
C
slow_setup()
{
    check "$cases_work/slow.c" --race=off --search=walk --minimize=20ms && is false "$(first least_preemptions)"
}
case_ "set-up that takes longer than is allowed" slow_setup

# What is spent is counted in states: a busy machine shows the same schedules.
busy_machine()
{
    local i loads=()
    {
        echo '#include <pthread.h>'
        for ((i = 0; i < 24; i++)); do echo "static int v$i;"; done
        echo 'static void *work(void *unused) {'
        for ((i = 0; i < 24; i++)); do echo "    v$i++;"; done
        echo 'return unused; }'
        echo 'int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);'
        echo 'for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }'
    } >races.c
    told() { nice -n "$1" "$MAZURKA" check races.c -j 1 --seed=1 --states=3000 --json=out.json 2>/dev/null || is 1 $?; }
    told 0 >quiet
    grep -v seconds out.json >quiet.json
    for i in 1 2 3 4 5 6; do
        while kill -0 $$ 2>/dev/null; do :; done & # and not longer, whatever ends the test
        loads+=($!)
    done
    told 3 >busy
    kill "${loads[@]}"
    grep -v seconds out.json >busy.json
    cmp quiet busy
    cmp quiet.json busy.json
}
case_ "on a busy machine the same" busy_machine

# Nobody sees the schedule: nothing is looked for.
unseen()
{
    says 1 "assertion failed" "$MAZURKA" check "$cases_work"/large --race=off --search=walk --quiet --no-trace --minimize=1h
}
case_ "nothing is done where nobody sees it" unseen
