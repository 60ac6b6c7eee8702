#!/bin/bash
# test_pairwise.sh - pairs of threads around a piece of the code: --search=pairwise, as a user asks for it.
. "$(dirname "$0")/../lib/cases.sh"
cd "$cases_work" || exit 1

# Three workers: the first two update a counter without a lock, the third one has a lock to itself and main to share with.
cat >pairs.c <<'END'
#include <assert.h>
#include <pthread.h>
static int counter, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline __attribute__((always_inline)) int fetch(void)
{
    return counter;
}

static __attribute__((noinline)) void store(int value)
{
    counter = value;
}

static void *worker(void *unused)
{
    (void)unused;
    int value = fetch();
    store(value + 1);
    return 0;
}

static void *other(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int unused_function(int x)
{
    return x + 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t thread[3];
    if (argc > 5)
        return unused_function(argc);
    pthread_create(&thread[0], 0, worker, 0);
    pthread_create(&thread[1], 0, worker, 0);
    pthread_create(&thread[2], 0, other, 0);
    pthread_mutex_lock(&lock);
    ready = 2;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
#ifdef FIXED
    assert(counter > 0);
#else
    assert(counter == 2);
#endif
}
END
line() { grep -n "$1" pairs.c | head -n 1 | cut -d: -f1; } # TEXT
from=$(line 'value = fetch') to=$(line 'store(value + 1)')
locked=$(line 'pthread_mutex_lock')
"$MAZURKA" cc -g -o pairs pairs.c -pthread && "$MAZURKA" cc -g -DFIXED -o fixed pairs.c -pthread || exit 1
pairs=$cases_work/pairs fixed=$cases_work/fixed
check() { "$MAZURKA" check --no-trace --race=off "$@"; }

finds()
{
    for rule in authors figure2; do
        says 1 "assertion failed: counter == 2" check "$pairs" --fragment=pairs.c:$from-$to --pair-rule=$rule --quiet
        says 1 "assertion failed: counter == 2" check "$pairs" --function=worker --pair-rule=$rule --pair=1,2 --quiet
        says 3 "covered: 1 pair of 1 fragment (" check "$pairs" --function=worker --pair-rule=$rule --pair=1,3 --quiet
    done
    says 1 "assertion failed: counter == 2" check "$pairs" --search=pairwise --quiet # all of the program is the fragment
    says 1 "assertion failed: counter == 2" check "$pairs" --function=fetch -j2 --quiet # inlined
    says 1 "assertion failed: counter == 2" check "$pairs" --fragment=pairs.c:$to --quiet # what is called from there is inside
    "$MAZURKA" check "$pairs" --function=worker --trace=t.mzt --race=off --quiet >said || true
    says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt --program="$pairs"
}
case_ "finds the error between two threads" finds

# Never "verified"; all pairs whose first thread comes to the fragment.
covers()
{
    for jobs in 1 2; do
        says 3 "covered: 6 pairs of 1 fragment (" check "$fixed" --fragment=pairs.c:$from-$to -j$jobs --quiet
        says 3 "covered: 9 pairs of 2 fragments (" check "$fixed" --function=worker,other -j$jobs --quiet
        says 3 "covered: 12 pairs of threads (" check "$fixed" --search=pairwise -j$jobs --quiet
    done
    says 3 "--search=pairwise leaves parts out" check "$fixed" --function=worker --quiet
    says 3 "unknown: no thread came to the fragment" check "$fixed" --function=unused_function --quiet
    says 3 "unknown: no thread came to the fragment" check "$fixed" --function=worker --pair=3,1 --quiet
    echo 'int main(void) { return 0; }' >one.c
    says 3 "covered: the only thread" check one.c --search=pairwise --quiet
}
case_ "says what was covered" covers

limits()
{
    says 3 "more were not explored to the end" check "$fixed" --search=pairwise --pair-states=3 --quiet
    check "$fixed" --search=pairwise --pair-states=3 --json=r.json --quiet || true
    is "stopped by states" "$(field pairs.0.verdict r.json)"
    says 3 "12 pairs of threads" check "$fixed" --search=pairwise --pair-time=1m --quiet
    says 3 "stopped by --states=5" check "$fixed" --search=pairwise --states=5 --quiet
}
case_ "limits of each pair" limits

results()
{
    "$MAZURKA" check "$pairs" --fragment=pairs.c:$from --race=off --no-trace --all --json=r.json 2>err >said || true
    grep -q "^pair 1,2 of pairs.c:$from: bug, .* states, .* transitions, " err
    grep -q "^6 pairs whose first thread never came to the fragment" err
    grep -q "1 distinct bug; the search: 6 pairs of 1 fragment" said
    is 12 "$(grep -c '"entries"' r.json)"
    is "pairs.c:$from" "$(field pairs.0.fragment r.json)"
    is "--search=pairwise" "$(field settings.configuration r.json)"
    check "$pairs" --fragment=pairs.c:$from-$to --pair-rule=figure2 --pair=2,1 --pair-states=100 --json=r.json --quiet || true
    is "--search=pairwise --pair=2,1 --pair-rule=figure2 --pair-states=100" "$(field settings.configuration r.json)"
    is bug "$(field pairs.0.verdict r.json)"
}
case_ "results of each pair" results

# The lock of another thread that was taken before counts for both orders: E.
events()
{
    check "$fixed" --fragment=pairs.c:$locked-$((locked + 2)) --pair-rule=figure2 --pair=3,1 --json=r.json --quiet || true
    is complete "$(field pairs.0.verdict r.json)"
    [ "$(field pairs.0.events r.json)" -gt 0 ]
}
case_ "events of other threads" events

mistakes()
{
    says 2 "no code of a file nowhere.c" check "$pairs" --fragment=nowhere.c:3
    says 2 "it has pairs.c" check "$pairs" --fragment=pears.c:3
    says 2 "the nearest line with code is" check "$pairs" --fragment=pairs.c:1-2
    says 2 "the range is empty" check "$pairs" --fragment=pairs.c:9-8
    says 2 "FILE:FROM-TO is wanted" check "$pairs" --fragment=pairs.c
    says 2 "--fragment names nothing" check "$pairs" --fragment=,
    says 2 "no code of a function wroker (it has worker)" check "$pairs" --function=wroker
    "$MAZURKA" cc -g0 -o bare "$cases_work/pairs.c" -pthread
    strip --strip-debug bare
    says 2 "no debug information" check ./bare --fragment=pairs.c:$from
    says 2 "two numbers of threads" check "$pairs" --pair=1
    says 2 "two numbers of threads" check "$pairs" --pair=1,x
    says 2 "a pair has two threads" check "$pairs" --pair=1,1
    says 2 "threads have the numbers 0 to 255" check "$pairs" --pair=1,256
    says 3 "unknown: " check "$pairs" --pair=1,200 --race=off --quiet # nobody has that number, and it is no pair
    says 2 "--fragment needs --search=pairwise" check "$pairs" --fragment=pairs.c:$from --search=dfs
    says 2 "--pair-rule needs --search=pairwise" check "$pairs" --search=dfs --pair-rule=figure2
    says 4 "use --reduction=none" check "$pairs" --function=worker --reduction=sum
    says 4 "takes no order" check "$pairs" --function=worker --order=random
    says 4 "keeps to no bound" check "$pairs" --function=worker --preemptions=2
    says 4 "nothing random in it" check "$pairs" --function=worker --runs=2
    says 4 "depth-first search that explores everything" check "$pairs" --function=worker --livelock
}
case_ "mistakes" mistakes
end_cases
