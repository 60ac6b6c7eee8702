#!/bin/bash
# test_waiting.sh - loops that wait: blocked in every search, told where they wait for ever, cut short where they only count.
. "$(dirname "$0")/../lib/cases.sh"
cd "$cases_work" || exit 1
hang="$root/tests/programs/bad/hang" ok="$root/tests/programs/ok/loop"
check() { "$MAZURKA" check --no-trace "$@"; }

searches=(--search=auto --search=dfs --search=bfs --search=best "--search=walk --walks=200" "--search=pos --walks=200" "-j 2")
for name in none spor sum sum-plain sum-sleep dlspor despor; do
    searches+=("--search=dfs --reduction=$name")
done

# STATUS FILE TEXT: with every search
by_all()
{
    for options in "${searches[@]}"; do
        says "$1" "$3" check "$2" $options
    done
}
found_by_all() { by_all 1 "$hang/$1.c" "$2"; } # FILE TEXT
case_ "a deadlock of loops, by every search" found_by_all spin_locks "deadlock: thread 0 waits in a loop at"
case_ "a lost update before a loop, by every search" found_by_all lost_update "deadlock: thread 0 waits in a loop at"
case_ "a loop under a lock, by every search" found_by_all polls_under_lock "livelock: thread 0 goes round for ever"

searches=(--search=auto --search=bfs "--search=dfs --reduction=none")
case_ "a loop that counts" found_by_all counts "deadlock: thread 0 waits in a loop at"

far() # a bound that is far away, and nobody left to end the loop: no deadlock
{
    cat > far.c << 'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, go;

static void *work(void *unused)
{
    if (go)
        flag = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    go = 1;
    for (int i = 0; i < 300000 && !flag; i++)
        ;
    return pthread_join(t, NULL);
}
END
    says 3 "whether a loop ends that only counts" check far.c
    cat > hangs.c << 'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static struct { long epoch; } stats;

static void *work(void *unused)
{
    while (!flag)
        stats.epoch++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return pthread_join(t, NULL);
}
END
    says 3 "is not supported at hangs.c:9 in work: stats.epoch grows at hangs.c:10" check hangs.c
    sed "s,long epoch,atomic_long epoch," hangs.c >alone.c # no step of it is a choice
    says 3 " steps did not end: stats.epoch grows at alone.c:10" check alone.c --memory=100M
}
case_ "a loop that counts far" far

# A count that somebody reads makes each round another state. The verdict names it, and not what only changes.
grows()
{
    cat > grows.c << 'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, turn;
static atomic_long epoch;
static long seen;

static void *work(void *unused)
{
    seen = epoch;
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!flag) {
        turn ^= 1;
        epoch++;
    }
    pthread_join(t, NULL);
    return seen < 0;
}
END
    says 3 "unknown: stopped by --states=9000" check grows.c --states=9000
    for options in "" "-j 2" --reduction=none; do
        says 3 " decisions did not end: epoch grows at grows.c:21" check grows.c --search=dfs --reduction=sum --states=9000 $options
    done
    sed "s,static atomic_long epoch,static volatile long epoch," grows.c >races.c
    says 1 " decisions did not end: epoch grows at races.c:21" \
        check races.c --search=dfs --reduction=sum --states=9000
    says 3 "unknown: stopped by --states=20 after 20 states" check grows.c --states=20
    ! check grows.c --states=20 2>&1 | grep "did not end"
    sed "s,static atomic_long epoch,static unsigned *_Atomic epoch,; s,^static long,static unsigned *,; s,seen < 0,!seen + 1 > 2," grows.c \
        >address.c
    says 3 "stopped by --states=9000" check address.c --search=dfs --reduction=sum --states=9000
    ! check address.c --search=dfs --reduction=sum --states=9000 2>&1 | grep "did not end"
    ! check grows.c --time=2s 2>&1 | grep "states all states" # of what is complete by then
    sed "s,epoch++,epoch = epoch * 6364136223846793005 + 1442695040888963407," grows.c >random.c
    says 3 " decisions did not end: epoch takes ever new values at random.c:21" \
        check random.c --search=dfs --reduction=sum --states=9000
    sed "s,epoch++,epoch = (epoch + 1) % 1000," grows.c >circle.c
    ! check circle.c --search=dfs --reduction=sum --states=9000 2>&1 | grep "did not end"
}
case_ "a count that grows" grows

# It is called by its name long after its owner has done anything.
grows_on_a_stack()
{
    cat > local.c << 'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *count(void *c)
{
    while (!flag)
        ++*(atomic_int *)c;
    return c;
}

static void *end(void *c)
{
    while (*(atomic_int *)c % 2 == 0)
        ;
    flag = 1;
    return c;
}

int main(void)
{
    atomic_int rounds = 0;
    pthread_t t, u;
    pthread_create(&t, NULL, count, &rounds);
    pthread_create(&u, NULL, end, &rounds);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
END
    says 3 " decisions did not end: main's rounds grows at local.c:9" check local.c --search=dfs --reduction=sum --states=20000
}
case_ "a count on a stack that grows" grows_on_a_stack

# Nobody else can see it; who waits makes more than looks.
grows_alone()
{
    cat > polls.c << 'END'
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int set, polls;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    set = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, work, NULL);
    do {
        pthread_mutex_lock(&lock);
        seen = set;
        polls++;
        pthread_mutex_unlock(&lock);
    } while (!seen);
    return pthread_join(t, NULL);
}
END
    says 3 " decisions did not end: polls grows at polls.c:22" check polls.c --search=dfs --reduction=sum --states=9000
}
case_ "a count that one thread alone uses" grows_alone

# Two threads that both move: found by reductions that look for ends, a premise of the others.
both_move()
{
    for name in sum sum-plain sum-sleep; do
        says 1 "livelock: threads 0 1 go round for ever" check "$hang/step_back.c" --search=dfs --reduction=$name
    done
    says 1 "livelock: threads 0 1 go round for ever" check "$hang/step_back.c" -j 2
    for options in --reduction=none --reduction=spor "--search=bfs"; do
        says 0 "; taking it that loops end, at " check "$hang/step_back.c" --search=dfs $options
    done
    says 0 "; taking it that loops end" check "$hang/step_back.c" --search=dfs --reduction=none -j 2
}
case_ "two threads that keep each other busy" both_move

told()
{
    cp "$hang/spin_locks.c" . # a short path: sentences are broken into lines
    says 1 "and nobody is left to change it" check spin_locks.c
    says 1 " in take: atomic update b" check "$hang/spin_locks.c"
    "$MAZURKA" check "$hang/spin_locks.c" --trace=t.mzt --json=t.json || true
    grep -q '"loops": true' t.json
    says 1 "replayed: deadlock: thread 0 waits in a loop" "$MAZURKA" replay t.mzt
}
case_ "what a loop looks at, in text, JSON and replay" told

meant()
{
    says 0 "verified: " check "$hang/polls_under_lock.c" --endless
    says 0 "verified: " check "$hang/spin_locks.c" --endless
    says 0 "verified: " check "$ok/server.c"
    says 2 "must be one of block|yield|step" check "$ok/server.c" --waiting=never
}
case_ "--endless, and loops without a way out" meant

# Code does not say of these that they end, nor that they are meant to go on: left by exit or longjmp, or called back by a library.
unsaid()
{
    cat >unsaid.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static jmp_buf out;

static int polls(void)
{
    pthread_mutex_lock(&lock);
    int seen = done;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    done = DONE;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void by_exit(void)
{
    while (!polls())
        ;
    exit(0);
}

static void by_jump(void)
{
    while (!polls())
        ;
    longjmp(out, 1);
}

static void once(void)
{
    while (!polls())
        ;
}

static int compare(const void *a, const void *b)
{
    (void)a, (void)b;
    once();
    return 0;
}

static void by_once(void)
{
    static pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_once(&control, once);
}

static void by_sorting(void)
{
    int some[] = {1, 2};
    qsort(some, 2, sizeof *some, compare);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (setjmp(out) == 0)
        HOW();
    pthread_join(t, NULL);
    return 0;
}
END
    local how options words="; taking it that loops end or are meant to run for ever, at unsaid.c:1"
    for how in exit jump once sorting; do
        for options in "" "-j 2" "--search=dfs --reduction=none" --search=bfs --cc=clang; do
            says 0 "$words" check unsaid.c -DHOW=by_$how -DDONE=0 $options
        done
        check unsaid.c -DHOW=by_$how -DDONE=1 | grep "^verified: all behaviours ([0-9]* states explored with --reduction=sum)$"
        check unsaid.c -DHOW=by_$how -DDONE=0 --endless | grep "^verified: all [0-9]* states$"
    done
    says 0 "; taking it that loops end or are meant to run for ever, at " check "$ok/server.c"
}
case_ "loops of which code does not say that they end" unsaid

unhooked() # code without hooks, which yields for ever
{
    cat >yields.c <<'END'
#include <sched.h>
#include <stdatomic.h>

void wait_for(atomic_int *flag)
{
    while (!*flag)
        sched_yield();
}
END
    cat >calls.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

extern void wait_for(atomic_int *flag);
static atomic_int flag;

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    wait_for(&flag);
    return pthread_join(t, NULL);
}
END
    gcc -shared -fPIC -o libyields.so yields.c
    check calls.c libyields.so -Wl,-rpath,"$PWD" | tee said
    grep -E "; taking it that loops end or are meant to run for ever(, at [^ ]*)?$" said
}
case_ "a loop in code without hooks" unhooked

deadlines() # which go on until clocks can show no more
{
    cat >deadlines.c <<'END'
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    while (!done) {
        struct timespec end;
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec++;
        pthread_cond_timedwait(&changed, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    return pthread_join(t, NULL);
}
END
    for options in "" "-j 2" "--search=dfs --reduction=none"; do
        says 0 "sleeps and time-outs move, taking it that what runs longer ends, at deadlines.c:22" check deadlines.c $options
    done
}
case_ "a loop that polls with deadlines" deadlines

fair() # the search sees the yield of a thread that is alone, the replay what it looks at
{
    says 1 "bug: livelock: thread 0 can go round for ever and nothing changes" check "$hang/lost_update.c" --livelock
    says 1 "bug: livelock: threads 0 1 can go round for ever and nothing changes" check "$hang/spin_locks.c" --livelock
}
case_ "--livelock does not contradict itself" fair

# With the default reduction and without one.
fair_reductions()
{
    for name in none sum spor; do
        says 1 "bug: livelock: threads 1 2 3 4 can go round" check "$hang/../livelock/in_step.c" --livelock --reduction=$name
        says 0 "verified: all " check "$ok/../livelock/fair_spin.c" --livelock --reduction=$name
    done
    check "$ok/../livelock/fair_spin.c" --livelock --json=fair.json --quiet
    grep -q '"reduction": "sum"' fair.json
    says 4 "the reduction loses livelocks" check "$ok/../livelock/fair_spin.c" --livelock --reduction=dlspor
}
case_ "--livelock with reductions" fair_reductions

# Prints how many states there are.
states() { check "$@" --json=- --quiet | sed -n 's/^ *"states": \([0-9]*\),\{0,1\}$/\1/p' | head -n 1; }

short()
{
    says 0 "does not matter how often loops that wait go round, at " check "$ok/bounded_spin.c"
    (( $(states "$ok/bounded_spin.c") < 100 ))
    says 0 "verified: " check "$ok/bounded_spin.c" --rounds=1
    (( $(states "$ok/ticket_lock.c") < $(states "$ok/ticket_lock.c" --waiting=step) ))
}
case_ "rounds that only count cost next to nothing" short

made_small() # the search finds it before any loop is cut short, and what makes the schedule smaller does not
{
    cat >two_looks.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, x;

static void *set_b(void *unused)
{
    b = 1;
    return unused;
}

static void *set_x(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    long rounds = 0;
    pthread_create(&t, NULL, set_b, NULL);
    pthread_create(&u, NULL, set_x, NULL);
    while (!a && !b)
        rounds++;
    assert(x == 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return rounds < 0;
}
END
    says 1 "bug: assertion failed: x == 1" "$MAZURKA" check two_looks.c --search=bfs --trace=small.mzt
    says 1 "replayed: assertion failed: x == 1" "$MAZURKA" replay small.mzt
}
case_ "a schedule that was made small replays with loops cut short" made_small

end_cases
