#!/bin/bash
# test_together.sh - several processes with --reduction=sum share what is known of finished states (-j N): they find what one finds, whoever
# dies. (tests/cli/test_contest.sh compares verdicts and bugs on more programs.)
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace "$@"; }
build() { "$MAZURKA" cc -g -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build last -DTHREADS=12 "$root/bench/lastzero.c"
build dine -DTHREADS=10 -DCIRCLE=1 "$root/bench/philosophers.c"
build long -DTHREADS=4 -DROUNDS=4 "$root/bench/racy_counter.c"
cd "$cases_work" || exit 1

verify()
{
    says 0 "all behaviours" check "$cases_work/last" --race=off --reduction=sum --json=one.json
    says 0 "all behaviours" check "$cases_work/last" --race=off --reduction=sum -j 2 --json=two.json
    is "--search=dfs --jobs=2" "$(field settings.configuration two.json)"
    is 0 "$(field statistics.first_to_finish two.json)"
    local one two
    one=$(field statistics.states one.json)
    two=$(field statistics.states two.json)
    ((two < one + one / 4)) || { echo "one: $one states, two: $two"; return 1; }
}
case_ "they explore little twice" verify

find_the_deadlock()
{
    for jobs in 2 4; do
        says 1 "deadlock" "$MAZURKA" check "$cases_work/dine" --race=off --reduction=sum -j $jobs --trace=t.mzt
        says 1 "deadlock" "$MAZURKA" replay t.mzt --program="$cases_work/dine"
        says 1 "1 distinct bug; the search: all behaviours" check "$cases_work/dine" --race=off --reduction=sum -j $jobs --all \
            --minimize=off
    done
}
case_ "they find the deadlock, and its interleaving" find_the_deadlock

begin() # starts a search by two processes; $tool, $leader, $workers
{
    check "$cases_work/last" --reduction=sum -j 2 --race=off >out 2>err &
    tool=$!
    for _ in $(seq 2000); do
        leader=$(pgrep -P $tool | head -n 1)
        workers=$(pgrep -P "${leader:-0}" | tr '\n' ' ')
        [ "$(wc -w <<<"$workers")" != 2 ] || break
        sleep 0.01
    done
    is 2 "$(wc -w <<<"$workers")"
}

are_killed() # NUMBERS
{
    begin
    kill -KILL $(cut -d ' ' -f "$1" <<<"$workers")
    wait $tool
    grep -q "^verified: all behaviours" out
}
case_ "the first one is killed" are_killed 1
case_ "the second one is killed" are_killed 2
case_ "both are killed" are_killed 1,2

limits()
{
    says 3 "stopped by --time=1s" check "$cases_work/long" --race=off -j 2 --reduction=sum --time=1s --quiet
    says 3 "stopped by --states=1000 after " check "$cases_work/long" --race=off -j 2 --reduction=sum --states=1000 --quiet
    says 3 "stopped by --memory=8M" check "$cases_work/long" --race=off -j 2 --reduction=sum --memory=8M --quiet
}
case_ "limits" limits

# Six threads line up, and then each does what has far too many states; two of them must not be the first ones in that order. Executions
# at random find that sooner than a search of everything, which begins with others: some are sampled when there are many states.
look()
{
    cat >look.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count, x;
static int order[6];
static void *run(void *p)
{
    int me = (int)(long)p;
    order[atomic_fetch_add(&count, 1)] = me;
    for (int i = 0; i < 6; i++)
        x = x + me;
    return NULL;
}
int main(void)
{
    pthread_t t[6];
    for (long i = 0; i < 6; i++)
        pthread_create(&t[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], NULL);
    assert(order[0] != 3 || order[1] != 6);
    return 0;
}
END
    says 1 "assertion failed" "$MAZURKA" check look.c -O1 -j 2 --time=4m --trace=look.mzt --json=look.json --quiet
    says 1 "assertion failed" "$MAZURKA" replay look.mzt
    local states sampled
    states=$(field statistics.states look.json)
    sampled=$(field statistics.sampled look.json)
    ((states == 20000 && sampled > 0)) || { echo "$states states, $sampled executions sampled"; return 1; }
}
case_ "executions in between find easy bugs" look

# What is sampled is left out of nothing: none of the (12 + 2) * 2^9 ends is missed.
sampled_beside()
{
    says 0 "verified: all behaviours" check "$cases_work/last" --race=off -j 2 --quiet --json=many.json
    local sampled ends
    sampled=$(field statistics.sampled many.json)
    ends=$(field statistics.end_states many.json)
    ((sampled > 0 && ends >= 7168)) || { echo "$sampled executions sampled, $ends ends"; return 1; }
}
case_ "while executions are sampled nothing is missed" sampled_beside

end_cases
