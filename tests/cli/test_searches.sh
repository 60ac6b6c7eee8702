#!/bin/bash
# test_searches.sh - searches as a user puts them together: every part that is listed works, finds the bug, and proves the fix.
. "$(dirname "$0")/../lib/cases.sh"
bad=$programs/bad/race/lost_update.c
check() { "$MAZURKA" check --no-trace --minimize=off "$@"; }
"$MAZURKA" cc -g -o "$cases_work/bad" "$bad" -pthread || exit 1
"$MAZURKA" cc -g -DTHREADS=3 -o "$cases_work/dine" "$root/bench/philosophers.c" -pthread || exit 1
bad=$cases_work/bad dine=$cases_work/dine
all=$(check "$dine" --reduction=none --quiet) # verified: all N states
[[ $all == verified:* ]] || { echo "FAIL $all"; exit 1; }

lists()
{
    "$MAZURKA" searches >list
    grep -q "^Drivers" list
    says 2 "takes no arguments" "$MAZURKA" searches dfs
    says 0 "Usage: mazurka searches" "$MAZURKA" searches --help
    # every option that is listed has a page that shows it
    for option in $(grep -o '^  --[a-z-]*' list | sort -u); do
        grep -rqe "$option" "$root/docs/design/searches" || { echo "no page for $option"; return 1; }
    done
}
case_ "mazurka searches" lists

# A form of a reduction has a name of its own, and is one with --variant, too; lists name algorithms.
variants()
{
    local name of variant table=$root/src/model/reduction_table.h
    while read -r name of variant; do
        check "$dine" --reduction="$name" --race=off --quiet >by_name || :
        check "$dine" --reduction="$of" --variant="$variant" --race=off --quiet >by_variant || :
        cmp by_name by_variant
        grep -q states by_name
        # The verdict names what --help does.
        if grep -q -e --reduction by_name; then
            grep -q -e "--reduction=$of --variant=$variant" by_name
        fi
    done < <(sed -nE 's/.*\(\w+, "([a-z-]+)", \.of = "([a-z-]+)", \.variant = "([a-z]+)".*/\1 \2 \3/p' "$table")
    is 10 "$(grep -c '\.variant = ' "$table")"
    is 10 "$("$MAZURKA" searches | grep -c '^    --variant=')"
    says 2 "has no --variant=printed" check "$dine" --reduction=sum --variant=printed
    says 2 "says of which" check "$dine" --variant=printed
    says 2 "wrong" check "$dine" --reduction=dlspor --variant=wrong
    says 2 "known: none, spor, sum, dlspor, despor, sleep, dpor, odpor, source-dpor, optimal-dpor" check "$dine" --reduction=wrong
    ! check "$dine" --reduction=wrong 2>&1 | grep -q -e dljpf
}
case_ "forms of reductions" variants

# Help has what most people need; all is a word away, and what manual pages are made of.
helps()
{
    check --help >short
    "$MAZURKA" check --help=all >all
    "$MAZURKA" help check | cmp - all
    (($(grep -c '^  --' short) <= 30 && $(grep -c '^  --' all) >= 95))
    head -n 10 short >begin
    is "Example: mazurka check counter.c" "$(head -n 1 begin)"
    for words in 'queue.c test.c -- 3 4' 'mazurka check ./server --budget=5m' 'mazurka replay counter.mzt' '--help=all'; do
        grep -qF -e "$words" begin
    done
    grep '^  --' short | grep -vxFf all | { ! grep .; }
    says 0 "Usage: mazurka test" "$MAZURKA" test --help=all
    says 0 "Usage: mazurka cc" "$MAZURKA" cc --help=all
    for command in check test clients replay; do
        says 2 "--help=foo: help is --help, the usual options, or --help=all" "$MAZURKA" $command --help=foo
    done
    says 0 "Usage: mazurka check" "$MAZURKA" check "$dine" --help
    "$MAZURKA" hunt /bin/echo --runs=1 --no-trace -- --help >said 2>&1 || is 3 $?
    ! grep Usage: said
}
case_ "help of every day, and all of it" helps

listed() { "$MAZURKA" searches | sed -n "/^$1/,/^\$/s/^  --search=\([a-z-]*\).*/\1/p"; } # HEADING

drivers()
{
    is 8 "$(listed Drivers | wc -l)"
    for search in $(listed Drivers); do
        says 1 "assertion failed" check "$bad" --search="$search" --quiet
        says 0 "$all" check "$dine" --search="$search" --reduction=none --quiet
        says 2 "needs --search=walk" check "$bad" --search="$search" --walks=5
    done
}
case_ "drivers" drivers

# They find bugs, and prove nothing unless there is one execution only.
samplers()
{
    echo 'int main(void) { return 0; }' >one.c
    "$MAZURKA" cc -o one one.c
    for search in $(listed Samplers); do
        says 1 "assertion failed" check "$bad" --search="$search" --quiet
        says 3 "--search=$search leaves parts out" check "$dine" --search="$search" --walks=5 --quiet
        says 3 "stopped by --states" check "$dine" --search="$search" --states=20 --quiet
        says 0 "verified: " check one --search="$search" --quiet
        check "$bad" --search="$search" --seed=3 --json=one.json >said || true
        check "$bad" --search="$search" --seed=3 --json=two.json >again || true
        cmp said again
        is "$(field statistics.transitions one.json)" "$(field statistics.transitions two.json)"
        "$MAZURKA" check "$bad" --search="$search" --trace=t.mzt || true
        says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt --program="$bad"
        says 4 "a search that samples executions takes no order" check "$bad" --search="$search" --order=random
        says 4 "keeps to no bound but --depth" check "$bad" --search="$search" --preemptions=2
        says 4 "samples executions starts anew by itself" check "$bad" --search="$search" --restarts=luby
        says 4 "needs a depth-first search" check "$bad" --search="$search" --reduction=sum
        says 1 "assertion failed" check "$bad" --search="$search" -j2 --quiet
        says 4 "restarts and --runs are searches one after the other" check "$bad" --search="$search" -j2 --runs=3
        # Processes that come to the same states have not come to more of them.
        if [ "$search" != ranked ]; then
            check "$dine" --search="$search" -j2 --walks=100 --json=two.json >said || true
            is "$(field statistics.states two.json)" "$(grep -o '[0-9,]* states' said | head -1 | tr -dc 0-9)"
        fi
        for walks in 1 2 301; do
            says 3 "covered: " check "$dine" --search="$search" -j2 --walks=$walks --json=two.json --quiet
            # ranked shares sets of variables among processes, and one of them may have none
            [ "$walks" -lt 300 ] || [ "$search" = ranked ] || [ "$(field statistics.walks two.json)" -ge "$walks" ]
        done
    done
}
case_ "samplers" samplers

# Two-stage locking with nine threads: rare on the paths that lie near the first one, and frequent among all.
sampled_aside()
{
    cat >stages.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *write_both(void *unused)
{
    pthread_mutex_lock(&first); a = 1; pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second); b = a + 1; pthread_mutex_unlock(&second);
    return unused;
}
static void *read_both(void *unused)
{
    pthread_mutex_lock(&first); int seen = a; pthread_mutex_unlock(&first);
    if (seen == 0)
        return unused;
    pthread_mutex_lock(&second); int then = b; pthread_mutex_unlock(&second);
    assert(then == seen + 1);
    return unused;
}
int main(void)
{
    pthread_t t[10];
    for (int i = 0; i < 10; i++)
        pthread_create(&t[i], 0, i < 9 ? write_both : read_both, 0);
    for (int i = 0; i < 10; i++)
        pthread_join(t[i], 0);
}
END
    "$MAZURKA" cc -g -o stages stages.c -pthread
    says 3 "stopped by --states" check stages --race=off --search=dfs --reduction=sum --states=30k --quiet
    for options in --seed=1 --seed=2 --search=portfolio -j2 "-j2 --search=auto --reduction=sum,spor"; do
        says 1 "assertion failed: then == seen + 1" check stages --race=off $options --states=200k --quiet
    done
    check stages --race=off --seed=3 --json=one.json &>said || true
    check stages --race=off --seed=3 --json=two.json &>again || true
    cmp <(sed 's/, [0-9.]* m*s;/;/' said) <(sed 's/, [0-9.]* m*s;/;/' again)
    grep -q "executions* sampled" said
    is "$(field statistics.transitions one.json)" "$(field statistics.transitions two.json)"
    # What is explored is what it would be without them.
    "$MAZURKA" cc -g -o list "$root/bench/list.c" -pthread
    check list --seed=1 --json=one.json &>said
    check list --search=dfs --reduction=sum --json=two.json --quiet
    grep -q "executions sampled" said
    is "$(field statistics.states one.json)" "$(field statistics.states two.json)"
}
case_ "executions sampled aside" sampled_aside

# Labels of the graph in which data races are looked for are what they would be without them: no search starts over.
sampled_aside_of_labels()
{
    cat >labels.c <<'END'
#include <pthread.h>
static int shared[3], sum, racy, turn;
static void *work(void *number)
{
    int seen = 0;
    for (int i = 0; i < 3; i++)
        seen = seen * 3 + __atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED);
    racy = 1;
    shared[(long)number] = seen;
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++) {
        shared[i] = -1;
        pthread_create(&t[i], NULL, work, (void *)i);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 3; i++)
        sum += shared[i];
}
END
    "$MAZURKA" cc -g -o labels labels.c -pthread
    says 1 "bug: 1 data race; otherwise verified" check labels --race-rule=graph --seed=1 --json=one.json
    says 1 "bug: 1 data race; otherwise verified" check labels --race-rule=graph --search=dfs --reduction=sum --json=two.json
    (($(field statistics.sampled one.json) > 0))
    for name in states transitions restarts; do
        is "$(field statistics.$name two.json)" "$(field statistics.$name one.json)"
    done
}
case_ "executions sampled aside of a graph of races" sampled_aside_of_labels

# Where it is found out that states differ in memory alone which nobody reads any more, the search starts over, and matches them. What is
# read in the end is read all the same.
unread_is_tried()
{
    cat >last.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int last;
static void *store(void *value) { atomic_store(&last, (int)(long)value); return NULL; }
int main(void)
{
    pthread_t t[13];
    for (long i = 0; i < 13; i++)
        pthread_create(&t[i], NULL, store, (void *)(i + 1));
    for (int i = 0; i < 13; i++)
        pthread_join(t[i], NULL);
    assert(last != WRONG);
}
END
    for jobs in 1 2; do
        says 0 "verified: all" check last.c -DWRONG=0 -j $jobs --states=20005
        says 1 "last != WRONG" check last.c -DWRONG=1 --all -j $jobs --states=20005
        says 1 "last != WRONG" check last.c -DWRONG=13 --all -j $jobs --states=20005
    done
    says 3 "20,005 states" check last.c -DWRONG=0 --match=all -j 1 --states=20005
    says 0 "verified: all" check "$root/bench/mutex_counter.c" -DTHREADS=12 -DROUNDS=1 -j 1 --json=auto.json
    says 0 "verified: all" check "$root/bench/mutex_counter.c" -DTHREADS=12 -DROUNDS=1 -j 1 --match=all --json=all.json
    is "$(field statistics.states all.json)" "$(field statistics.states auto.json)"
    says 0 "verified: all" check "$root/bench/lastzero.c" -DTHREADS=10 -j 2 --json=two.json # not worth while for two
    [ "$(field statistics.states two.json)" -gt 40000 ]
}
case_ "memory that is not read any more, by default" unread_is_tried

# The trial takes longer than a thread may go without a call: the search is alive all the same.
unread_trial_is_slow()
{
    cat >slow.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int last;
static void *store(void *value)
{
    atomic_store(&last, (int)(long)value);
    for (volatile int i = 0; i < 12000; i++)
        ;
    return NULL;
}
int main(void)
{
    pthread_t t[13];
    for (long i = 0; i < 13; i++)
        pthread_create(&t[i], NULL, store, (void *)(i + 1));
    for (int i = 0; i < 13; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
    says 0 "verified: all" check slow.c -j 1 --states=20005 --hang=80ms
}
case_ "a slow trial of memory that is not read" unread_trial_is_slow

mixed_depth()
{
    says 2 "--mixed-depth needs --search=mixed" check "$bad" --search=bfs --mixed-depth=3
    says 2 "--mixed-depth needs --search=mixed" check "$bad" --mixed-depth=3
}
case_ "the depth of mixed" mixed_depth

redraw()
{
    says 2 "--redraw needs --search=pos" check "$bad" --search=walk --redraw=50
    says 2 "--redraw=101: a chance in percent" check "$bad" --search=pos --redraw=101
    for chance in 0 50 100; do
        says 1 "assertion failed" check "$bad" --search=pos --redraw=$chance --quiet
    done
    check "$dine" --search=pos --redraw=0 --walks=20 --json=r.json --quiet || true
    is "--search=pos --redraw=0" "$(field settings.configuration r.json)"
}
case_ "priorities that are drawn anew" redraw

bug_depth()
{
    says 2 "--bug-depth needs --search=pct or pctvb" check "$bad" --search=walk --bug-depth=2
    says 2 "--bug-depth=65: must be from 1 to 64" check "$bad" --search=pct --bug-depth=65
    says 2 "--bug-depth=0: must be from 1 to 64" check "$bad" --search=pct --bug-depth=0
    for depth in 2 3 64; do
        says 1 "assertion failed" check "$bad" --search=pct --bug-depth=$depth --quiet
    done
    "$MAZURKA" check "$dine" --search=pct --bug-depth=2 --walks=200 --json=r.json 2>err || true
    is "--search=pct --bug-depth=2" "$(field settings.configuration r.json)"
    is 2 "$(field promise.bug_depth r.json)"
    grep -q "a bug of depth 2 is found by one execution with probability 1 in" err
    "$MAZURKA" check "$dine" --search=pct --walks=200 --depth=3 --json=r.json 2>err || true
    is null "$(field promise r.json)"
    grep -q "nothing is promised: some executions were not followed to their end" err
    says 2 "--variables needs --search=pctvb" check "$bad" --search=pct --variables=2
    says 2 "--priorities needs --search=pct or pctvb" check "$bad" --priorities=permuted
    says 2 "--variables=3: must be from 1 to one less than --bug-depth=3" check "$bad" --search=pctvb --variables=3
    says 2 "--variables=1: must be from 1 to one less than --bug-depth=1" check "$bad" --search=pctvb --bug-depth=1
    says 1 "assertion failed" check "$bad" --search=pctvb --bug-depth=4 --variables=2 --quiet
    says 1 "assertion failed" check "$bad" --search=pctvb --priorities=permuted --quiet
    "$MAZURKA" check "$dine" --search=pctvb --bug-depth=2 --walks=200 --json=r.json 2>err || true
    is 1 "$(field promise.variables r.json)"
    grep -q "a bug of depth 2 on 1 variable is found by one execution with probability 1 in" err
    "$MAZURKA" check "$dine" --search=pct --priorities=permuted --walks=20 --json=r.json 2>err || true
    is "--search=pct --priorities=permuted" "$(field settings.configuration r.json)"
    grep -q "nothing is promised: no bound is known" err
    # a range rises when bugs of the depth so far would have been found with 99 %
    says 2 "--bug-depth=1..65: must be from 1 to 64" check "$bad" --search=pct --bug-depth=1..65
    says 2 "--bug-depth=3..2: a range goes from" check "$bad" --search=pct --bug-depth=3..2
    says 2 "--bug-depth needs --search=pct or pctvb" check "$bad" --bug-depth=1..
    for search in pct pctvb; do
        says 1 "assertion failed" check "$bad" --search=$search --bug-depth=1.. --quiet
        "$MAZURKA" check "$dine" --search=$search --bug-depth=1..2 --walks=2000 --json=r.json 2>err || true
        is "--search=$search --bug-depth=1..2" "$(field settings.configuration r.json)"
        is "1 2" "$(field promise.passed_depth r.json) $(field promise.bug_depth r.json)"
        grep -q "a bug of depth 1 would have been found with 99 %; a bug of depth 2 .*is found by one execution with" err
        says 3 "a bug of depth 1 would have been found with 99 %; " \
            "$MAZURKA" check "$dine" --search=$search --bug-depth=1..2 --walks=2000 -j2 --no-trace
    done
    "$MAZURKA" check "$dine" --search=pct --bug-depth=1..2 --walks=5 --json=r.json 2>err || true
    is "null 1" "$(field promise.passed_depth r.json) $(field promise.bug_depth r.json)"
}
case_ "what samples promise" bug_depth

ranked()
{
    says 2 "--cvt needs --search=ranked" check "$bad" --search=pct --cvt=1,1,2
    says 2 "--epsilon needs --search=ranked" check "$bad" --epsilon=0.1
    says 2 "--ranked-pruning needs --search=ranked" check "$bad" --ranked-pruning=off
    for wrong in 1 1,1 1,1,2, 1,1,2. 1,1,2... 1,1,2..3 9,1,2 1,0,2 1,1,1 1,9,2 1,1,9 a,b,c; do
        says 2 "--cvt=$wrong: " check "$bad" --search=ranked --cvt=$wrong
    done
    for wrong in 0 0.6 x 0.1x -1 1e-10 nan; do
        says 2 "--epsilon=$wrong: must be a chance" check "$bad" --search=ranked --epsilon=$wrong
    done
    # a bug at its rank, with every way to prune; not before it
    for pruning in sound printed off; do
        says 1 "found at c = 1, v = 1, t = 2" check "$bad" --search=ranked --ranked-pruning=$pruning --json=r.json
        is "1 1 2" "$(field ranked.found.c r.json) $(field ranked.found.v r.json) $(field ranked.found.t r.json)"
    done
    says 3 "covered: all bugs of c ≤ 0, v ≤ 0, t ≤ 2 with certainty; profiled 3 threads, " \
        check "$bad" --search=ranked --cvt=0,1,2 --race=off
    # what was covered, also where something has ended it, and by several processes
    says 3 "covered: all bugs of c ≤ 1, v ≤ 1, t ≤ 2 with probability 0.99; profiled 4 threads, 3 variables (" \
        check "$dine" --search=ranked --cvt=1,1,2 --json=r.json
    awk "BEGIN { exit !($(field ranked.covered.0.probability r.json) > 0.989) }"
    says 3 "with probability 0.9; profiled" check "$dine" --search=ranked --cvt=1,1,2 --epsilon=0.1 -j2
    says 3 "covered: all bugs of c ≤ 0, v ≤ 0, t ≤ 2 with certainty; " check "$dine" --search=ranked --walks=100
    # one variable has no sets of two: that these are done says nothing of what two preemptions after accesses to one can do
    cat >one.c <<'end'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *a(void *arg) { x = 1; assert(x != 2); return arg; }
static void *b(void *arg) { x = 2; x = 3; return arg; }
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, a, NULL);
    pthread_create(&t, NULL, b, NULL);
    return pthread_join(s, NULL) + pthread_join(t, NULL);
}
end
    says 1 "found at c = 2, v = 1, t = 2" check one.c --search=ranked
    says 3 "covered: all bugs of c ≤ 0, v ≤ 0, t ≤ 2 with certainty; profiled 3 threads, 1 variable (" \
        check one.c --search=ranked --walks=20
    says 3 "stopped by --time=300ms" check "$dine" --search=ranked --cvt=8,8,8 --time=300ms
    # by default, and where it is asked for, bugs that need more are looked for when all of a rank is covered
    says 1 "found at c = 2, v = 1, t = 2" check one.c --search=ranked --cvt=0,1,2..
    says 3 "covered: all bugs of c ≤ 1, v ≤ 1, t ≤ 2 with " check "$dine" --search=ranked --cvt=1,1,2 --walks=20000
    says 3 ", and of c ≤ 2, v ≤ 1, t ≤ 2 with probability 0.99; profiled 4 threads" \
        check "$dine" --search=ranked --cvt=1,1,2.. --walks=20000
    says 3 "no bugs for certain: some executions were not followed to their end" check "$dine" --search=ranked --cvt=1,1,2 --depth=3
    says 3 "no bugs for certain: --ranked-pruning=printed" check "$dine" --search=ranked --cvt=1,1,2 --ranked-pruning=printed
    "$MAZURKA" check --no-trace "$dine" --search=ranked --cvt=8,8,8 --time=1m >said 2>&1 &
    sleep 2
    kill -INT $!
    wait $! || true
    grep -q "^covered: all bugs of c ≤ .*(stopped by Ctrl-C after " said
}
case_ "executions by rank" ranked

parts()
{
    for part in $("$MAZURKA" searches | grep -o '^  --order=[a-z0-9:,-]*'); do
        says 1 "assertion failed" check "$bad" "$part" --quiet
        says 0 "$all" check "$dine" "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --heuristic=[a-z-]*'); do
        says 0 "$all" check "$dine" --search=best "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --rb-complete=[a-z-]*'); do
        says 0 "$all" check "$dine" --rb='<3,pl,d,R,0.50,1>' "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --restarts=[a-z-]*'); do
        says 1 "assertion failed" check "$bad" --order=random "$part" --restart-states=5 --quiet
    done
}
case_ "orders, heuristics, completion, restarts" parts

bounds()
{
    says 3 "states to depth 3" check "$dine" --depth=3 --quiet
    says 3 "states within 0 preemptions" check "$dine" --preemptions=0 --quiet
    says 3 "states within 2 preemptions and within 1 variable of preemptions" check "$dine" --preemptions=2 --preemption-variables=1 --quiet
    says 3 "states within 2 threads of preemptions" check "$dine" --preemption-threads=2 --quiet
    says 0 "$all" check "$dine" --preemption-variables=0.. --quiet
    says 0 "$all" check "$dine" --preemption-threads=2..64 --preemptions=0.. --preemption-variables=1.. --quiet
    says 3 "covered: all " check "$bad" --preemptions=2 --preemption-variables=0 --race=off --quiet
    says 1 "assertion failed" check "$bad" --preemptions=2 --preemption-variables=1 --preemption-threads=2 --quiet
    says 4 "a reduction can be combined with no bound but --preemptions" check "$dine" --preemption-variables=1 --reduction=spor
    says 3 "states within 1 delay" check "$dine" --delays=1 --quiet
    says 3 "to depth 4 and within 1 preemption" check "$dine" --depth=4 --preemptions=1 --quiet
    says 0 "$all" check "$dine" --preemptions=0.. --quiet
    says 0 "$all" check "$dine" --delays=0..100+2 --quiet
    says 0 "$all" check "$dine" --depth=5..100+5 --quiet
    says 1 "assertion failed" check "$bad" --preemptions=0..2 --quiet
    says 2 "a range such as 0..3" check "$dine" --preemptions=x
    says 2 "from the smaller number" check "$dine" --delays=3..1
    says 2 "at least 1" check "$dine" --depth=0
}
case_ "bounds" bounds

# Who yields or sleeps gives way: to leave it there is no preemption, in bounds and in reports.
cat >"$cases_work/give.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static int x;
static void *look(void *p)
{
    assert(x == 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    GIVE_WAY;
    __atomic_store_n(&x, 0, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    return 0;
}
END
giving_way()
{
    for way in 'sched_yield()' 'usleep(1)' '(void)0'; do
        least=0
        [ "$way" = '(void)0' ] && least=1
        "$MAZURKA" cc -g "-DGIVE_WAY=$way" -o give "$cases_work/give.c" -pthread
        for reduction in none spor; do
            ((least == 0)) || says 3 "within 0 preemptions" check give --race=off --preemptions=0 --reduction=$reduction --quiet
            says 1 "assertion failed" check give --race=off --preemptions=$least --reduction=$reduction --quiet --json=g.json --no-trace
            is $least "$(field findings.0.preemptions g.json)"
        done
        check give --race=off --search=dfs --preemptions=$least --runs=1 --quiet --json=r.json --no-trace || is 1 $?
        is $least "$(field runs.each.0.preemptions r.json)"
        is "$(jq ".findings[0].schedule | length" r.json)" "$(field runs.each.0.path r.json)"
    done
}
case_ "who yields is not preempted" giving_way

rb()
{
    says 3 "covered: all states to depth 4 (" check "$dine" --rb='<4,pl,d,F,0.50,1>' --quiet
    says 3 "states; --rb leaves parts out" check "$dine" --rb='<4,pl,d,F,0.50,1>' --rb-paper --quiet
    says 0 "$all" check "$dine" --rb='<100,pl,d,F,0.50,1>' --quiet
    says 0 "$all" check "$dine" --rb='<I,pl,d,Lb,0.75,1.5>' --quiet
    says 3 "to depth 3 and within 2 preemptions (" check "$dine" --rb='<3,pl,d,F,0.50,1>' --preemptions=2 --quiet
    says 1 "assertion failed" check "$bad" --rb='<5,pl,d,F,0.50,1>' --quiet
    says 2 "expected a strategy: F, R or Lb" check "$bad" --rb='<5,pl,d,Q,0.50,1>'
    says 2 "at most 8 configurations, with a + between them" check "$bad" --jobs=2 \
        --rb="$(printf '<5,pl,d,F,0.50,1>+%.0s' {1..8})<5,pl,d,F,0.50,1>"
    says 2 "D:t, with a threshold t above 0" check "$bad" --rb='<D,pl,d,F,0.50,1>'
    says 0 "$all" check "$dine" --rb='<D:1,pl,d,Lb,n,1.5>' --quiet
    says 0 "--rb='<D:2,pl,d,R,n,1>'" check "$dine" --rb='<D:2,pl,d,R,n,1>'
    check --rb=list >list
    is 7920 "$(sort -u list | wc -l)"
    is "<5,pl,d,F,0.50,1>" "$(head -n 1 list)"
}
case_ "randomized backtracking" rb

# Several processes do the same with different seeds: what each has covered is not told, but that one has left nothing out.
rb_together()
{
    says 3 "states; --rb leaves parts out" check "$dine" --rb='<4,pl,d,F,0.50,1>' -j 3 --quiet
    says 3 "states; --rb leaves parts out" check "$dine" --rb='<I:2-3,pl,d,F,0.50,1>' --rb-states=3 -j 2 --quiet
    says 0 "$all" check "$dine" --rb='<100,pl,d,F,0.50,1>' -j 2 --quiet
    says 1 "assertion failed" check "$bad" --rb='<5,pl,d,F,0.50,1>' -j 3 --quiet
    says 4 "is not for several of them" check "$dine" --rb='<3,pl,d,R,0.50,1>' --rb-complete=order -j 2
}
case_ "randomized backtracking, several processes" rb_together

# Configurations side by side: the one that leaves nothing out, or finds a bug, speaks for all, wherever it stands.
rb_side_by_side()
{
    local few='<4,pl,d,F,0.50,1>' none='<0,pl,d,F,0.00,1>' whole='<100,pl,d,F,0.50,1>'
    says 0 "$all" check "$dine" --rb="$few+$whole" -j 2 --quiet
    says 0 "$all" check "$dine" --rb="$whole+$few" -j 2 --quiet
    says 3 "states; --rb leaves parts out" check "$dine" --rb="$few+<3,pl,d,R,0.50,1>" -j 2 --quiet
    says 3 "--rb leaves parts out" check "$bad" --rb="$none+$none" --rb-paper --race=off -j 2 --quiet
    says 1 "assertion failed" check "$bad" --rb="$none+$none+<5,pl,d,F,0.50,1>" --rb-paper --race=off -j 3 --quiet
    says 0 "--rb='$few+<H,pl,d,R,0.90,1>+$whole' --jobs=4" check "$dine" --rb="$few+auto+$whole" -j 4
    says 2 "2 configurations side by side are searched by as many processes: -j 2, or more" check "$dine" --rb="$few+$whole"
    says 2 "expected a strategy: F, R or Lb" check "$dine" --rb="$few+<5,pl,d,Q,0.50,1>" -j 2
    says 2 "expected a threshold" check "$dine" --rb="$few+" -j 2
    says 2 "at most 8 configurations" check "$dine" --rb="$(printf '%s+' "$few"{,,,}{,,})$few" -j 9
}
case_ "randomized backtracking, configurations side by side" rb_side_by_side

# A reduction that loses data races finds what it comes to, and claims nothing.
partly()
{
    "$MAZURKA" cc -g -DRACY -o racy "$root/bench/racy_counter.c" -pthread
    says 4 "loses data races" check racy --search=dfs --reduction=dpor --race=error
    says 1 "data race" check racy --search=dfs --reduction=dpor --partly --race=error --quiet
    says 3 "leaves out what data races may need" check "$dine" --search=dfs --reduction=dpor --partly --race=error --quiet
    says 0 "$all" check "$dine" --search=dfs --reduction=none --partly --race=error --quiet
}
case_ "dynamic partial order reduction beside data races" partly

# A bound and early backtracking that is completed: as many states, and that is claimed.
completed()
{
    for how in order random again choose; do
        for preemptions in 1 2; do
            all_within=$(check "$dine" --preemptions=$preemptions --quiet) || true
            for seed in 1 2 3; do
                says 3 "$all_within" check "$dine" --preemptions=$preemptions --rb='<3,pl,d,R,0.50,1>' --rb-complete=$how \
                    --seed=$seed --quiet
            done
        done
    done
}
case_ "completion within a bound" completed

visible_set()
{
    says 0 verified check "$dine" --visible-to=dine.set --quiet
    head -n 1 dine.set | grep -qx "mazurka-visible 1"
    for seed in 1 2 3 4; do
        says 3 covered check "$dine" --rb='<3,pl,d,F,0.00,1>' --rb-paper --seed=$seed --visible-from=dine.set --quiet
    done | sort -u >said
    is 1 "$(wc -l <said)"
    # with less than there is: as many states as ever, and a note
    grep -v '^shared 0' dine.set >less.set
    says 0 "$all" check "$dine" --reduction=none --visible-from=less.set --visible-to=again.set --quiet
    says 0 "were made visible: numbers are not those of that set" check "$dine" --reduction=none --visible-from=less.set --quiet
    is "$(grep -c '^shared' dine.set)" "$(grep -c '^shared' again.set)"
    says 0 "$all" check "$dine" --reduction=none --visible-from=dine.set --quiet
    says 1 "assertion failed" check "$bad" --visible-to=bad.set --quiet
    says 1 "assertion failed" check "$bad" --visible-from=bad.set --quiet
    says 2 "is of another program" check "$dine" --visible-from=bad.set
    says 2 "No such file" check "$dine" --visible-from=none.set
    says 2 "No such file" check "$dine" --visible-to=none/none.set
    says 2 "stacks and heaps were elsewhere" check "$dine" --visible-from=dine.set --stack=1M --quiet
    says 2 "needs --visible=auto" check "$dine" --visible-from=dine.set --visible=all
    says 2 "not a file that --visible-to has written" check "$dine" --visible-from="$dine"
    for wrong in 'shared 99 0 4' 'shared 0 zz 4' 'shared 0 10 0' 'shared arena 100000000000 4294967295' \
        'shared arena ffffffffffffffff 4' 'module 99 x' 'hello' 'arenas 1'; do
        { cat dine.set; echo "$wrong"; } >wrong.set
        says 2 "line $(wc -l <wrong.set): " check "$dine" --visible-from=wrong.set
    done
    head -c -1 dine.set >cut.set
    says 2 "the file is not complete" check "$dine" --visible-from=cut.set
    head -n 2 dine.set >cut.set
    says 2 "the file does not name its program" check "$dine" --visible-from=cut.set
}
case_ "a set of visible memory, written and given" visible_set

# Races that are errors: each run by itself, and what lies behind them with --all.
race_runs()
{
    "$MAZURKA" cc -g -o race "$programs/races/now_and_then.c"
    for rule in hb poised clocks; do
        says 1 "6 runs; an error was found in 100 %" check ./race --order=random --race-rule=$rule --race=error --runs=6
    done
    says 1 "data race" check ./race --order=random --race=error --quiet
    says 1 "data race" check ./race --search=bfs --race=error --quiet
}
case_ "races in each of several runs" race_runs

refuses()
{
    says 4 "unsound: early backtracking leaves a path" check "$bad" --search=bfs --rb='<5,pl,d,F,0.50,1>'
    says 4 "unsound: at most two bounds" check "$bad" --depth=9 --preemptions=2 --delays=1
    says 4 "finds the same again" check "$bad" --restarts=luby
    says 4 "unsound: livelocks" check "$bad" --search=bfs --livelock
    says 4 "nothing to complete" check "$bad" --rb-complete=order
    says 4 "of two orders the first must be visited" check "$bad" --order=random+visited
    says 4 "of two orders the first must be visited" check "$bad" --order=visited+visited
    says 4 "the reduction stores none" check "$bad" --order=visited --reduction=dpor --race=off
    says 4 "not with several processes" check "$bad" --order=visited -j2
    says 4 "a search that samples executions takes no order" check "$bad" --order=threads:1 --search=walk
    says 2 "needs --rb" check "$bad" --rb-paper
    says 2 "needs --restarts" check "$bad" --restart-states=5
    says 2 "needs --search=walk" check "$bad" --walks=5
    says 2 "each run ends" check "$bad" --runs=5 --all
}
case_ "what does not go together" refuses

# Who asks for what there is not is told what there is.
names()
{
    says 2 "unknown search 'best-first'; known: dfs, walk, bfs, " check "$bad" --search=best-first
    says 2 ", auto" check "$bad" --search=replay
    says 2 "unknown reduction 'por'; known: none, spor, " check "$bad" --reduction=por
    says 2 "unknown order 'best'; known: default, random, " check "$bad" --order=best
    says 2 "unknown order 'best'; known: default, random, " check "$bad" --order=visited+best
    says 2 "unknown heuristic 'depth'; known: blocked, " check "$bad" --search=best --heuristic=depth
    says 2 "must be one of fixed|luby|walsh" check "$bad" --order=random --restarts=never
    says 2 "must be one of order|random|again|choose" check "$bad" --rb-complete=always
    says 2 "must be one of hb|poised|clocks|graph" check "$bad" --race-rule=lockset
    says 2 "must be one of report|error|off" check "$bad" --race=on
    # names of any length
    says 2 "lists the known ones" check "$bad" --reduction="$(printf 'x%.0s' {1..100})"
    # all that are listed are known
    for reduction in $("$MAZURKA" searches | grep -o '^  --reduction=[a-z-]* ' | sed 's/.*=//'); do
        check "$dine" --reduction="$reduction" --race=off --quiet | grep -qE '^(verified|covered): '
    done
}
case_ "names that there are not" names

orders()
{
    says 2 "thread 2 is listed twice" check "$bad" --order=threads:2,1,2
    says 2 "no thread has the number 256" check "$bad" --order=visited+threads:256
    says 2 "expected numbers of threads such as threads:3,1,2" check "$bad" --order=threads:1,
    says 2 "expected numbers of threads such as threads:3,1,2" check "$bad" --order=threads:1,two
    says 2 "expected numbers of threads such as threads:3,1,2" check "$bad" --order=threads:-1
    says 2 "has a list of threads" check "$bad" --order=threads
    says 2 "has a list of threads" check "$bad" --order=random:2,1
    for reduction in none spor sum dlspor despor; do
        for order in threads:3,2,1 threads:17,2 visited visited+random visited+threads:2,3,1 visited+interference; do
            check "$dine" --order=$order --reduction=$reduction --self-check --quiet | grep -q '^verified: '
            says 1 "assertion failed" check "$bad" --order=$order --reduction=$reduction --quiet
        done
    done
    # which thread comes first is seen in the interleaving that is found first
    for first in 1 2; do
        says 1 "assertion failed" check "$bad" --order=threads:$first --json=$first.json --quiet
        awk -F'"thread": ' '/"kind": "step"/ { step = 1 } step && /"thread":/ { print $2 + 0; step = 0 }' $first.json >threads
        is "$first" "$(grep -v '^0$' threads | head -n 1)"
    done
}
case_ "orders" orders

runs()
{
    says 1 "20 runs; an error was found in " check "$bad" --rb='<3,pl,d,R,0.75,1>' --order=random --runs=20 --json=r.json
    is 20 "$(field runs.runs r.json)"
    (($(field runs.found r.json) > 5))
    is "--search=dfs --order=random --rb='<3,pl,d,R,0.75,1>'" "$(field settings.configuration r.json)"
    # each of them is the run with its seed
    check "$bad" --rb='<3,pl,d,R,0.75,1>' --order=random --seed=4 --json=one.json >/dev/null || true
    is "$(field runs.each.3.states r.json)" "$(field statistics.processed one.json)"
    is "$(field runs.each.3.preemptions r.json)" "$(field findings.0.preemptions one.json)"
    says 3 "5 runs; an error was found in 0 %" check "$dine" --rb='<3,pl,d,R,0.75,1>' --runs=5
}
case_ "several runs" runs

default()
{
    # few states: depth first, and nothing else
    check "$dine" --json=auto.json --quiet
    check "$dine" --search=dfs --reduction=sum --json=dfs.json --quiet
    is "--search=auto" "$(field settings.configuration auto.json)"
    is sum "$(field settings.reduction auto.json)"
    is "$(field statistics.states dfs.json)" "$(field statistics.processed auto.json)"
    # many: executions are sampled in between, which changes nothing of what is counted
    "$MAZURKA" cc -g -DTHREADS=6 -o six "$root/bench/philosophers.c" -pthread
    check six -j 1 --reduction=none --json=auto.json
    check six --search=dfs --json=dfs.json
    for name in states transitions revisits foreseen end_states deadlocks max_depth rounds; do
        is "$(field statistics.$name dfs.json)" "$(field statistics.$name auto.json)"
    done
    is "$(field statistics.states auto.json)" "$(field statistics.processed auto.json)"
    (($(field statistics.sampled auto.json) > 0))
    # parts of a search are for dfs
    check "$dine" --order=random --json=r.json --quiet
    is "--search=dfs --order=random" "$(field settings.configuration r.json)"
    is none "$(field settings.reduction r.json)"
    check "$dine" --livelock --json=r.json --quiet
    is dfs "$(field settings.search r.json)"
}
case_ "the default" default

# A bug that depth-first search comes to last, and random walks hardly ever: the default finds it soon.
easy_bug()
{
    cat >late.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, others[2];
static void set(int *to, int value)
{
    pthread_mutex_lock(&lock);
    *to = value;
    pthread_mutex_unlock(&lock);
}
static void *pair(void *unused)
{
    for (int i = 1; i <= 8; i++) {
        set(&a, i);
        set(&b, i);
    }
    return unused;
}
static void *count(void *which)
{
    for (int i = 1; i <= 24; i++)
        set(which, i);
    return NULL;
}
static void *look(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(a == b || a != 5 || others[0] || others[1]);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, pair, NULL);
    pthread_create(&t[1], NULL, count, &others[0]);
    pthread_create(&t[2], NULL, count, &others[1]);
    pthread_create(&t[3], NULL, look, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
    "$MAZURKA" cc -g -o late late.c -pthread
    for seed in 1 2 3; do
        says 1 "assertion failed" check late --seed=$seed --json=auto.json --quiet
        (($(field statistics.processed auto.json) < 45000))
        check late --seed=$seed --json=again.json --quiet || true
        is "$(field statistics.processed auto.json)" "$(field statistics.processed again.json)"
        is "$(field findings.0.visible_steps auto.json)" "$(field findings.0.visible_steps again.json)"
    done
    says 1 "assertion failed" check late --search=dfs --json=dfs.json --quiet
    (($(field statistics.processed dfs.json) > 60000))
}
case_ "an easy bug in a large program" easy_bug

same()
{
    for options in "--order=random" "--rb=<3,pl,d,R,0.75,1>" "--search=random-bfs" "--rb=<I:3-5,pl,d,Lb,0.50^r,1> --rb-states=30"; do
        check "$bad" $options --seed=3 >one || true
        check "$bad" $options --seed=3 >two || true
        cmp one two
    done
}
case_ "the same seed gives the same run" same

replays()
{
    "$MAZURKA" check "$bad" --rb='<3,pl,d,R,0.75,1>' --preemptions=2 --trace=t.mzt || true
    says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt --program="$bad"
}
case_ "what a steered search finds is replayed" replays
end_cases
