#!/bin/bash
# test_memory_model.sh - --memory-model=auto, the default: sequential consistency, then RC11 where there are weaker atomics; which options
# go together with both, and what is said where RC11 is not explored whole. (What a search that fails comes to: test_launch.sh.)
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

weak=$programs/bad/weak fine=$programs/ok/weak
check() { "$MAZURKA" check --no-trace "$@"; }

# document PROGRAM OPTIONS...: its JSON, in r.json
document() { check --quiet --json=r.json "${@:2}" "$1" >out 2>err || true; }

rc11() # EXPRESSION: of the object in r.json
{
    jq -e ".rc11 | $1" r.json >/dev/null || { jq .rc11 r.json; echo "not so: $1"; return 1; }
}

by_default()
{
    says 1 "assertion failed: a || b" check "$weak/store_buffer.c"
    says 1 "this needs weak memory: under sequential consistency the program is verified" check "$weak/store_buffer.c"
    says 1 "assertion failed: seen == 42" check "$weak/message_passing.c"
    says 0 "with --reduction=sum); under RC11 (no load buffering)" check "$fine/message_passing.c"
    says 1 "(relaxed), stale" check --memory-model=auto "$weak/message_passing.c"
    says 0 "under RC11 (no load buffering)" check --memory-model=auto "$fine/message_passing.c"
    says 0 "under sequential consistency" check --memory-model=sc "$weak/store_buffer.c"
    MAZURKA_OPTIONS=memory-model=sc says 0 "under sequential consistency" check "$weak/store_buffer.c"
    says 1 "data race" check "$weak/message_race.c"
}
case_ "memory model: both by default" by_default

# Nothing is searched twice.
nothing_weaker()
{
    document "$fine/seq_cst.c"
    rc11 '.searched == false and .decides == false and .reason == "no atomic operation on shared memory is weaker than seq_cst"'
    ! grep -q RC11 out err
    document "$programs/bad/race/lost_update.c"
    rc11 '.searched == false and .reason == "something was found under sequential consistency"'
    document "$weak/message_passing.c" --states=2
    rc11 '.searched == false and .reason == "the search under sequential consistency was not complete"'
    grep -q "stopped by --states" out
    document "$weak/message_passing.c" --memory-model=sc
    jq -e 'has("rc11") | not' r.json
    document "$weak/message_passing.c" --memory-model=c11
    jq -e 'has("rc11") | not' r.json
}
case_ "memory model: where there is nothing weaker, or something was found" nothing_weaker

in_json()
{
    document "$fine/message_passing.c"
    rc11 '.searched and .decides and .complete and .stale == null and .reason == null and .states > 0 and .before.states > 0'
    rc11 '(.searches | length) == 1 and .searches[0].complete and .searches[0].stale == null and .searches[0].states == .states'
    jq -e '.verdict == "verified" and .settings.memory_model == "c11" and .settings.max_milliseconds == 0' r.json
    document "$weak/store_buffer.c"
    rc11 '.searched and .decides and .before.states > 0'
    jq -e '.verdict == "bug" and .exit_code == 1 and .settings.memory_model == "c11"' r.json
    jq -e '.notes | any(startswith("this needs weak memory"))' r.json
}
case_ "memory model: JSON" in_json

# What RC11 allows besides is told, and does not make the verdict worse.
not_whole()
{
    says 0 "verified" check "$fine/mixed_orders.c"
    says 0 "under sequential consistency (" check "$fine/mixed_orders.c"
    says 0 "the verdict is that of sequential consistency: sequentially consistent operations" check "$fine/mixed_orders.c"
    says 0 "several sizes is taken for sequentially consistent" check "$fine/sizes.c"
    document "$fine/mixed_orders.c"
    rc11 '.searched and (.decides or .complete | not) and (.reason | contains("are mixed with weaker ones"))'
    jq -e '.settings.memory_model == "sc" and .exit_code == 0' r.json
}
case_ "memory model: what RC11 does not come to" not_whole

# No time is enough for all of this one; with one newer value it is.
too_large()
{
    cat >large.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, x[12];
static int ready;
static void enter(void) { while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)); }
static void leave(void) { atomic_store_explicit(&lock, 0, memory_order_release); }
static void *work(void *p)
{
    int sum = 0;
    for (int i = 0; i < 12; i++)
        for (int n = 1; n < 5; n++)
            atomic_store_explicit(&x[i], n, memory_order_relaxed);
    enter();
    ready = 1;
    leave();
    for (int i = 0; i < 12; i++)
        sum += atomic_load_explicit(&x[i], memory_order_relaxed);
    return sum < 0 ? p : 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
END
    "$MAZURKA" cc large.c -o large
    document ./large --time=4s --seed=1
    is 0 "$(field exit_code r.json)"
    rc11 '.searched and (.decides or .complete | not) and .searches[0].complete == false and (.searches | length) > 1'
    rc11 '.reason | test("^[0-9,]+ states in .* were not all$")'
    grep -q "^verified: .*under sequential consistency (relaxed store of x" out
    grep -q "the verdict is that of sequential consistency: .* were not all.*; --memory-model=c11 goes on" err
    ! grep -q -- --preemptions err
    document ./large --time=1h --seed=1
    rc11 '(.complete | not) and .seconds < 30'
    document ./large --time=10s --seed=1 --memory-model=auto
    rc11 '(.complete | not) and .seconds > 6'
    type -P script >/dev/null || return 0
    TERM=xterm script -qec "'$MAZURKA' check --no-trace --time=4s ./large" /dev/null >out
    grep -q "no bug under sequential consistency; now RC11, exploring: [0-9,]* states" out
}
case_ "memory model: the time is over" too_large

bounded()
{
    says 0 "under RC11 (no load buffering)" check --stale=1 "$fine/message_passing.c"
    says 1 "assertion failed" check --stale=1 "$weak/store_buffer.c"
    says 0 "values with more than 1 newer ones were not read (--stale=1); all was that reads values with at most 1 newer one" \
        check --stale=1 "$fine/polls.c"
    document "$fine/polls.c" --stale=1
    rc11 '.stale == 1 and (.decides | not) and (.searches | length) == 1 and .searches[0].stale == 1'
    says 2 "--stale bounds what may be read under RC11 (--memory-model=c11), and --preemptions keeps to" \
        check --stale=1 --preemptions=1 "$fine/message_passing.c"
}
case_ "memory model: a bound on how old a value may be" bounded

# Each option that keeps to one model: nothing is refused by default, and all is where both are asked for.
keep_to_one()
{
    local option wrong=0
    "$MAZURKA" cc "$fine/message_passing.c" -o program
    check --quiet --visible-to=set program >out
    while read -r option; do
        # shellcheck disable=SC2086 # several options
        document ./program $option
        [[ $(<out) != *RC11* && $(<out) == *"under sequential consistency"* ]] || { cat out err; echo "$option"; wrong=1; }
        jq -e --arg option "${option%%[= ]*}" '.rc11.searched == false and
            (.rc11.reason | startswith($option + " keeps to sequential consistency: "))' r.json >/dev/null || { echo "$option"; wrong=1; }
        says 2 "explores two models, and ${option%%[= ]*} keeps to one" check --memory-model=auto $option ./program >said ||
            { cat said; echo "$option"; wrong=1; }
    done <<'END'
--search=dfs
--search=walk --walks=50
--search=portfolio
--search=pairwise
--reduction=spor
--reduction=sum
--reduction=despor --variant=retraversing
--runs=2
--checkpoint=program.mzc
--budget=10s
--uninit
--livelock
--visible=all
--visible-from=set
--visible-to=set2
--search=pct --track=none --walks=20
--every-step
--match=read
--race-rule=poised
--rounds=2
--dot=graph.dot
--witness=bug.yml
--preemptions=1
--delays=1
--depth=99
--switches=5
--order=random
--filter=last
--rb=auto
--order=random --restarts=luby --time=2s
--function=sender
--future
END
    for option in --variant=stateless --track=none --restarts=luby --walks=9 --pair=0,1 --heuristic=blocked --series=file --mpi; do
        says 2 "explores two models, and ${option%%=*} keeps to one" check --memory-model=auto $option ./program
    done
    [[ $wrong = 0 ]]
}
case_ "memory model: options that keep to sequential consistency" keep_to_one

take_both()
{
    local option
    "$MAZURKA" cc "$fine/message_passing.c" -o program
    while read -r option; do
        says 0 "under RC11" check $option ./program || { echo "$option"; return 1; }
    done <<'END'
--memory-model=auto
--search=auto
--time=1m
--memory=2G
--states=1M
--seed=7
-j1
-j2
--all
--leaks
--spurious
--endless
--held-at-exit
--reuse=choose
--exit-status
--race=error
--race=off
--race-rule=hb
--race-rule=clocks
--dead-values=keep
--fresh=garbage
--waiting=step
--waiting=yield
--no-foresight
--no-guard
--self-check
--wide
--trust=all
--notice=text
--reached=0x1139
--minimize=off
--memory-checks=off
END
}
case_ "memory model: options that go together with both" take_both

replays()
{
    local token
    cp "$weak/message_passing.c" .
    "$MAZURKA" check --trace=bug.mzt message_passing.c >out 2>&1 || true
    grep -q 'memory-model "c11"' bug.mzt
    says 1 "replayed: assertion failed: seen == 42" "$MAZURKA" replay bug.mzt
    token=$(sed -n 's/^token: mazurka replay //p' out)
    says 1 "(relaxed), stale" "$MAZURKA" replay --steps "$token"
    grep -q "^fix: make the store of ready at message_passing.c:[0-9]* release$" out
    "$MAZURKA" check --trace=sc.mzt "$programs/bad/race/lost_update.c" >out 2>&1 || true
    grep -q 'memory-model "sc"' sc.mzt
    says 1 "replayed: assertion failed" "$MAZURKA" replay sc.mzt
}
case_ "memory model: traces, tokens, and what mends a bug" replays

# What is hidden in both searches counts once; nothing is a bug that a user does not want to hear of.
hidden()
{
    echo 'race:sender' >hidden
    says 0 "under RC11 (no load buffering); 1 data race suppressed by hidden:1" check --suppress=hidden "$weak/message_race.c"
    says 0 "under RC11 (no load buffering)" check --race=off "$weak/message_race.c"
    says 1 "fix: make the store of ready" check "$weak/message_race.c"
    says 1 "data race" check --suggest=off "$weak/message_race.c" >said
    ! grep -q ^fix: said
}
case_ "memory model: data races that are suppressed, and those that are not" hidden

others()
{
    cp "$weak/store_buffer.c" .
    "$MAZURKA" cc store_buffer.c -o store_buffer
    says 1 "assertion failed: a || b" "$MAZURKA" test ./store_buffer
    says 0 "verified" "$MAZURKA" test --memory-model=sc ./store_buffer
}
case_ "memory model: mazurka test" others
end_cases
