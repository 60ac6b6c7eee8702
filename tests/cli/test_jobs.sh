#!/bin/bash
# test_jobs.sh - several processes that search together (-j N): they find what one finds, whoever of them dies; limits are those of
# the whole; nobody is left behind.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace "$@"; }
build() { "$MAZURKA" cc -g -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build big "$root/bench/big.c"
build dine -DTHREADS=5 "$root/bench/philosophers.c"
build list "$root/bench/list.c"
build short_list -DROUNDS=2 "$root/bench/list.c"
build counter -DTHREADS=3 -DROUNDS=4 "$root/bench/mutex_counter.c"
build racy -DTHREADS=3 -DROUNDS=3 "$root/bench/racy_counter.c"
build bad "$programs/bad/race/lost_update.c"
cd "$cases_work" || exit 1

results() # FILE: what does not depend on who explores what
{
    for name in states transitions revisits end_states deadlocks assumed; do
        echo "$name $(field statistics.$name "$1")"
    done
    field verdict "$1"
    awk -f "$root/tests/lib/flatten.awk" "$1" | awk -F'\t' '$1 ~ /^findings\.[0-9]+\.(kind|text)$/ { print $2 }' | sort
}

find_the_same()
{
    for program in dine list short_list counter racy; do
        for options in "--search=dfs --self-check" "--search=dfs --race=off" "--order=random --seed=7"; do
            [[ $program:$options != list:*--self-check ]] || continue # that is 2 s for each, where the other has 17,000 states
            check "$cases_work/$program" --all $options --json=one.json --quiet || true
            for jobs in 2 3; do
                check "$cases_work/$program" --all $options -j $jobs --json=several.json --quiet || true
                results one.json >one
                results several.json >several
                cmp one several || { echo "$program $options -j $jobs"; diff one several; return 1; }
            done
        done
    done
}
case_ "they find the same" find_the_same

find_the_bug()
{
    says 1 "assertion failed" check "$cases_work/bad" -j 2 --quiet
    says 1 "assertion failed" check "$cases_work/bad" -j2 --json=r.json --trace=t.mzt
    is "--search=auto --jobs=2" "$(field settings.configuration r.json)"
    "$MAZURKA" check "$cases_work/bad" --jobs=3 --trace=t.mzt >/dev/null 2>&1 || true
    says 1 "assertion failed" "$MAZURKA" replay t.mzt --program="$cases_work/bad"
    says 1 "assertion failed" check "$cases_work/bad" -j 2 --search=portfolio --quiet
}
case_ "they find the bug, and its interleaving" find_the_bug

one_is_one()
{
    check "$cases_work/racy" --all -j 1 --seed=5 --json=- >one 2>/dev/null || true
    check "$cases_work/racy" --all --seed=5 --json=- >two 2>/dev/null || true
    grep -vE 'seconds|per_second|"configuration"' one >a
    grep -vE 'seconds|per_second|"configuration"' two >b
    cmp a b
}
case_ "-j 1 is what there is without it" one_is_one

# Next to nothing is explored by the first process, and again by those that follow; and no process follows where they cannot divide it.
goes_on()
{
    cat >released.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a[4];
static int data[5];
static void *work(void *p)
{
    long me = (long)p;
    data[me] = 1;
    for (int i = 0; i < 4; i++)
        atomic_exchange_explicit(&a[i], i + (int)me, memory_order_acq_rel);
    return p;
}
int main(void)
{
    pthread_t t[5];
    for (long i = 0; i < 5; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
    build released released.c
    build many_locks -DTHREADS=12 -DROUNDS=1 "$root/bench/mutex_counter.c"
    for program in many_locks released; do
        check "$cases_work/$program" --memory-model=sc --match=all -j 1 --json=one.json --quiet
        check "$cases_work/$program" --memory-model=sc --match=all -j 2 --json=two.json --quiet
        is "$(field verdict one.json)" "$(field verdict two.json)"
        is "$(field statistics.end_states one.json)" "$(field statistics.end_states two.json)"
        (($(field statistics.states two.json) > 30000))
        (($(field statistics.processed two.json) < $(field statistics.states two.json) + 1000))
    done
}
case_ "several go on with what one has finished" goes_on

refuses()
{
    says 4 "not with several processes" check "$cases_work/bad" -j 2 --preemptions=2
    says 4 "not with several processes" check "$cases_work/bad" -j 2 --depth=9
    says 4 "is not for several of them" check "$cases_work/bad" -j 2 --rb='<5,pl,d,F,0.50,1>' --rb-complete=order
    says 4 "not with several" check "$cases_work/bad" -j 2 --livelock
    says 4 "not with several" check "$cases_work/bad" -j 2 --order=random --restarts=luby
    says 4 "not with several" check "$cases_work/bad" -j 2 --order=random --runs=3
    says 4 "search depth first" check "$cases_work/bad" -j 2 --search=bfs
    says 2 "at most 64" check "$cases_work/bad" -j 65
    says 2 "a number of processes" check "$cases_work/bad" -j two
}
case_ "what goes by one path is refused" refuses

limits()
{
    says 3 "stopped by --time=1s" check "$cases_work/big" -j 2 --reduction=none --time=1s --quiet
    says 3 "stopped by --states=100000 after " check "$cases_work/big" -j 2 --reduction=none --states=100000 --json=r.json --quiet
    (($(field statistics.processed r.json) <= 100000 && $(field statistics.processed r.json) > 99000))
    says 3 "stopped by --memory=8M" check "$cases_work/big" -j 2 --reduction=none --memory=8M --quiet
}
case_ "limits are those of the whole" limits

begin() # OPTIONS: starts a search by three processes; $tool, $leader, $workers
{
    "$MAZURKA" check --no-trace "$cases_work/big" -j 3 --reduction=none "$@" >out 2>err &
    tool=$!
    for _ in $(seq 2000); do
        leader=$(pgrep -P $tool | head -n 1)
        workers=$(pgrep -P "${leader:-0}" | tr '\n' ' ')
        [ "$(wc -w <<<"$workers")" != 3 ] || break
        sleep 0.05
    done
    is 3 "$(wc -w <<<"$workers")"
}

nobody_left() # PID...
{
    for _ in $(seq 2000); do
        kill -0 "$@" 2>/dev/null || break
        sleep 0.05
    done
    for pid in "$@"; do
        ! kill -0 "$pid" 2>/dev/null || { echo "process $pid is left"; return 1; }
    done
}

a_worker_is_killed()
{
    begin --states=1M
    local status=0
    kill -KILL "$(awk -v n="$1" '{ print $n }' <<<"$workers")"
    wait $tool || status=$?
    cat out err
    is 3 $status
    grep -q "^unknown: a worker process was killed" out || grep -q "^unknown: stopped by --states" out
    nobody_left $leader $workers
}
case_ "the first worker is killed" a_worker_is_killed 1
case_ "the third worker is killed" a_worker_is_killed 3

ends() { echo "$(field statistics.end_states "$1")/$(field statistics.deadlocks "$1")"; } # FILE

covers() # WHOLE PART OPTIONS: the same end states and deadlocks; with a reduction two processes may each come to one of them, and count it
{
    case $3 in
    --reduction=none*) is "$1" "$2" ;;
    *) ((${2%/*} >= ${1%/*})) && is "$((${1#*/} > 0))" "$((${2#*/} > 0))" ;;
    esac
}

# One worker of two is killed at any time, and the search comes to its end without it: that what the dead one had was explored is said only
# if it was, by others.
loses_one_and_ends()
{
    build many -DTHREADS=7 "$root/bench/philosophers.c"
    RANDOM=1
    local options whole status round began took pause unknown=0
    for options in "--reduction=none --search=dfs" --reduction=sum --reduction=spor "--reduction=none --order=random"; do
        began=${EPOCHREALTIME/./}
        check "$cases_work/many" --race=off $options --json=whole.json --quiet || :
        took=$((${EPOCHREALTIME/./} - began))
        whole=$(ends whole.json)
        for round in 1 2 3 4; do
            rm -f killed.json
            "$MAZURKA" check --no-trace "$cases_work/many" --race=off $options -j 2 --json=killed.json --quiet >out 2>err &
            tool=$! workers=
            while [[ $workers != *\ * ]] && kill -0 $tool 2>/dev/null; do
                leader=0 workers= # read from files that end without a newline; no process is started, as the search may be short
                read -r leader _ </proc/$tool/task/$tool/children || :
                [[ ! -r /proc/$leader/task/$leader/children ]] || read -r workers </proc/$leader/task/$leader/children || :
            done 2>/dev/null
            pause=$((took * RANDOM / 32768 / 2))
            ((round == 1)) || sleep "$(printf '%d.%06d' $((pause / 1000000)) $((pause % 1000000)))"
            kill -KILL "$(awk -v n=$((1 + round % 2)) '{ print $n }' <<<"$workers")" 2>/dev/null || : # it may have come to its end
            status=0
            wait $tool || status=$?
            echo "$options: $status $(cat out)"
            [[ $status -eq 0 || $status -eq 3 ]]
            [[ $status -ne 3 ]] || { grep -q "^unknown: a worker process was killed" out && unknown=$((unknown + 1)); }
            [[ $status -ne 0 ]] || covers "$whole" "$(ends killed.json)" "$options"
        done
    done
    ((unknown > 0)) || { echo "nobody was killed in time"; return 1; }
}
case_ "a worker of two is killed, and the search ends" loses_one_and_ends

interrupted()
{
    begin
    local status=0
    kill -INT $tool
    wait $tool || status=$?
    is 3 $status
    grep -q "^unknown: stopped by Ctrl-C after" out
    nobody_left $leader $workers
}
case_ "Ctrl-C" interrupted

tool_is_killed()
{
    begin
    kill -KILL $tool
    wait $tool || true
    nobody_left $leader $workers
}
case_ "the tool is killed: nobody is left" tool_is_killed

leader_is_killed()
{
    begin
    kill -KILL "$leader"
    wait $tool || true
    grep -q "^unknown: the search process was killed (signal 9" out
    nobody_left $leader $workers
}
case_ "the leader is killed: nobody is left" leader_is_killed

runs_away()
{
    cat >away.c <<'END'
#include <pthread.h>
static int a, b;
static void *first(void *unused) { a = 1; b = 1; return unused; }
static void *second(void *unused)
{
    if (b == 1 && a == 1)
        for (volatile int i = 0;; i += 0) { __asm__ volatile(""); }
    return unused;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
END
    says 1 "runs on" check away.c -j 2 --race=off --hang=400ms --quiet
}
case_ "a thread of one of them runs away" runs_away

end_cases
