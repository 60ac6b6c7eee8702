#!/bin/bash
# More threads than one word has bits: the search starts over with the wide runtime (libmazurka-wide.so), and nobody notices. Programs that
# need it not give the same numbers with either.
. "$(dirname "$0")/../lib/cases.sh"
ulimit -S -t "${LIMIT:-300}" # of processor time, each process: a loaded machine takes longer on the clock

check() # STATUS TEXT OPTIONS...
{
    says "$1" "$2" "$MAZURKA" check "${@:3}"
}

# Each does one thing of its own.
private_things()
{
    cat >private.c <<'END'
#include <pthread.h>
static int slot[COUNT];
static void *work(void *mine)
{
    ++*(int *)mine;
    return NULL;
}
int main(void)
{
    pthread_t t[COUNT];
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t[i], NULL, work, &slot[i]);
    for (int i = 0; i < COUNT; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
    check 0 "verified" private.c -DCOUNT=70 --json=needed.json
    is true "$(field settings.wide needed.json)"
    is 71 "$(field statistics.threads needed.json)"
    for wide in "" --wide; do
        check 0 "verified" private.c -DCOUNT=20 $wide --json="small$wide.json"
    done
    is false "$(field settings.wide small.json)"
    is true "$(field settings.wide small--wide.json)"
    for what in states transitions; do
        is "$(field statistics.$what small.json)" "$(field statistics.$what small--wide.json)"
    done
}
case_ "many threads: 70 with private things are verified" private_things

# All objects that hold sets of threads: readers, waiters at a barrier and at a condition variable. BUG: some thread sees the others late.
all_objects()
{
    cat >objects.c <<'END'
#include <assert.h>
#include <pthread.h>
enum { THREADS = 200 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, go = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int here, may_go, reading, sum;
static void *work(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    __atomic_fetch_add(&reading, 1, __ATOMIC_SEQ_CST);
    pthread_barrier_wait(&barrier);
    assert(__atomic_load_n(&reading, __ATOMIC_SEQ_CST) == THREADS);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_lock(&m);
    if (++here == THREADS)
        pthread_cond_signal(&arrived);
    while (!may_go)
        pthread_cond_wait(&go, &m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&lock);
    sum++;
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        assert(pthread_create(&t[i], NULL, work, NULL) == 0);
    pthread_mutex_lock(&m);
    while (here < THREADS)
        pthread_cond_wait(&arrived, &m);
    may_go = 1;
    pthread_cond_broadcast(&go);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(sum == THREADS);
    assert(pthread_barrier_destroy(&barrier) == 0 && pthread_cond_destroy(&go) == 0 && pthread_rwlock_destroy(&lock) == 0);
    assert(!WRONG);
    return 0;
}
END
    for search in pct walk; do
        check 3 "covered" objects.c -DWRONG=0 --search=$search --walks=2 --wide
        check 1 "assertion failed: !WRONG" objects.c -DWRONG=1 --search=$search --walks=2 --steps=10
        says 1 "replayed: assertion failed: !WRONG" "$MAZURKA" replay objects.mzt
    done
    check 3 "stopped by --states=1000" objects.c -DWRONG=0 --search=dfs --states=1000 --no-trace
    check 3 "stopped by --states=100" objects.c -DWRONG=0 --search=dfs --reduction=none --states=100 --self-check --no-trace
}
case_ "many threads: 200 at one lock, one barrier and one condition variable" all_objects

ring()
{
    cat >ring.c <<'END'
#include <pthread.h>
enum { THREADS = 100 };
static pthread_mutex_t forks[THREADS];
static pthread_barrier_t all;
static void *eat(void *at)
{
    long i = (long)at;
    pthread_mutex_lock(&forks[i]);
    pthread_barrier_wait(&all);
    pthread_mutex_lock(&forks[(i + 1) % THREADS]);
    return NULL;
}
int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&all, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, eat, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
    check 1 "→ thread 99 → thread 100 → thread 1" ring.c --steps=5 | tee report
    grep -q "thread 99 (eat) waits at ring.c:10 in eat: lock forks\[99\]" report
    grep -q "held by thread 100 (eat) since ring.c:8" report
    grep -qx "wide 1" ring.mzt
    says 1 "replayed: deadlock: thread 0 waits in join" "$MAZURKA" replay ring.mzt
}
case_ "many threads: a deadlock of 100 is found, named and replayed" ring

# Numbers of threads that are gone are used again. Of a detached thread nobody knows when it has ended: in a walk it does so soon.
one_after_the_other()
{
    cat >after.c <<'END'
#include <assert.h>
#include <pthread.h>
static int done;
static void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}
static void *last(void *unused)
{
    assert(!WRONG);
    return unused;
}
int main(void)
{
    pthread_attr_t detached;
    pthread_t t;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < 10000; i++) {
        assert(pthread_create(&t, DETACHED ? &detached : NULL, work, NULL) == 0);
        if (!DETACHED)
            pthread_join(t, NULL);
        while (__atomic_load_n(&done, __ATOMIC_SEQ_CST) <= i)
            ;
    }
    pthread_create(&t, NULL, last, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    check 0 "verified: the only state" after.c -DDETACHED=0 -DWRONG=0 --json=after.json
    is 2 "$(field statistics.threads after.json)"
    check 1 "thread 1 (last), created at after.c:27 by thread 0" after.c -DDETACHED=0 -DWRONG=1 --steps=5 --no-trace | tee report
    grep -q "9701 that were created before" report
    check 3 "covered" after.c -DDETACHED=1 -DWRONG=0 --search=walk --walks=1 --json=after.json
    is false "$(field settings.wide after.json)"
}
case_ "many threads: 10,000 one after the other, joined and detached" one_after_the_other

# Two detached ones, in all orders.
detached_in_all_orders()
{
    cat >detached.c <<'END'
#include <pthread.h>
static int done;
static void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, NULL, work, NULL);
        pthread_detach(t);
    }
    while (__atomic_load_n(&done, __ATOMIC_SEQ_CST) < 3)
        ;
    return 0;
}
END
    for wide in "" --wide; do
        check 0 "verified" detached.c --reduction=none $wide --json="detached$wide.json"
    done
    is "$(field statistics.states detached.json)" "$(field statistics.states detached--wide.json)"
    is "$(field statistics.transitions detached.json)" "$(field statistics.transitions detached--wide.json)"
}
case_ "many threads: detached ones, the same states with either runtime" detached_in_all_orders

# Threads with numbers on both sides of a word's end are like others: the same program behind 10 threads that wait for ever, and behind 62.
behind_a_crowd()
{
    local program what
    for program in ok/{rwlock/readers_writer,rwlock/writers_first,cond/broadcast,barrier/phases,mutex/timedlock,key/destructor}.c \
        bad/deadlock/join_each_other.c; do
        program=$programs/$program
        [ -f "$program" ] || { echo "there is no $program"; return 1; }
        for crowd in 10 62; do
            "$MAZURKA" cc -g -include "$root/tests/lib/crowd.h" -D_GNU_SOURCE -DCROWD=$crowd "$program" -pthread -o program
            "$MAZURKA" check ./program --no-trace --quiet --reduction=none --json=$crowd.json || true
            "$MAZURKA" check ./program --no-trace --quiet --json=reduced-$crowd.json || true
        done
        for what in verdict statistics.states statistics.transitions statistics.end_states; do
            is "$(field $what 10.json)" "$(field $what 62.json)"
        done
        is "$(field verdict 10.json)" "$(field verdict reduced-62.json)"
        is "$(field verdict 10.json)" "$(field verdict reduced-10.json)"
    done
    is true "$(field settings.wide 62.json)"
}
case_ "many threads: numbers on both sides of a word's end" behind_a_crowd

# The programs of the suite that have 100 to 200 threads, at the paper's scale. Of the sets, which are changed while somebody goes through
# them and locked in two orders, whatever comes first. (Schedules of many threads are made short above.)
of_the_suite()
{
    local s=$root/suite
    local often=(--no-trace --steps=1 --race=off --minimize=off -I"$s/include")
    check 1 "assertion failed: array[i] <= array[i + 1]" "$s/bubble_sort2/bubble_sort2.c" -DSIZE=100 --search=pct "${often[@]}"
    check 1 "/hash_set/sync_set.c:" "$s/tree_set/"{tree_set,tree_set_client}.c \
        "$s/hash_set/"{sync_set,set_client}.c -I"$s/hash_set" -DTHREADS=199 -DFIRST=0 --search=walk "${often[@]}"
    check 1 "/hash_set/sync_set.c:" "$s/hash_set/"{hash_set,hash_set_client,sync_set,set_client}.c \
        -DTHREADS=199 -DFIRST=0 -DBUCKETS=16 --search=walk "${often[@]}"
    check 1 "assertion failed: left >= 0" "$s/merge_sort/merge_sort.c" -DINPUTS=200 -DLIMIT=99 --search=pos --visible=all "${often[@]}"
}
case_ "many threads: the suite's programs at the paper's scale" of_the_suite

# Sets of threads in objects of the program have a table in the wide runtime.
objects_at_a_time()
{
    cat >held.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock[COUNT];
static void *work(void *unused)
{
    for (int i = 0; i < COUNT; i++)
        assert(pthread_rwlock_tryrdlock(&lock[i]) == 0);
    for (int i = COUNT; i-- > 0;)
        assert(pthread_rwlock_unlock(&lock[i]) == 0);
    return unused;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_rwlock_init(&lock[i], NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    check 0 "verified" held.c -DCOUNT=4096 --wide
    check 3 "more than 4096 objects that threads wait at" held.c -DCOUNT=4097 --wide
    check 0 "verified" held.c -DCOUNT=4097
}
case_ "full: objects with sets of threads" objects_at_a_time
end_cases
