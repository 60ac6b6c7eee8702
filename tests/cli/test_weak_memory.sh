#!/bin/bash
# --memory-model=c11: what the verdict says of it, what is refused, traces, tokens and replays of a stale read, minimizing; and litmus
# programs, as C, against the weak memory that was held against the axioms (model/test_weak).
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

weak=$programs/bad/weak fine=$programs/ok/weak
c11() { "$MAZURKA" check --memory-model=c11 --no-trace "$@"; }

verdicts()
{
    says 0 "under RC11 (no load buffering)" c11 "$fine/message_passing.c"
    says 0 "with plain accesses in the order of their execution (--race=off)" c11 --race=off "$fine/message_passing.c"
    says 0 "note: --memory-model=c11 explores" "$MAZURKA" check --memory-model=sc --no-trace "$fine/message_passing.c"
    says 0 "under sequential consistency" "$MAZURKA" check --memory-model=sc --no-trace "$weak/message_passing.c"
    says 0 "verified" c11 "$fine/dekker_with_fences.c"
    says 3 "are mixed with weaker ones" c11 "$fine/mixed_orders.c"
    says 3 "several sizes is taken for sequentially consistent" c11 "$fine/sizes.c"
    says 0 "what atomic operations may read" "$MAZURKA" check --help
    "$MAZURKA" check --no-trace --quiet --memory-model=c11 --json=- "$fine/message_passing.c" | grep -q '"memory_model": *"c11"'
}
case_ "weak memory: the verdict names the model and what was left out" verdicts

# What the bound leaves out is told; where it leaves out nothing all is verified.
stale()
{
    says 2 "reads the last value" "$MAZURKA" check --memory-model=sc --no-trace --stale=1 "$fine/message_passing.c"
    says 0 "verified" c11 --stale=1 "$fine/message_passing.c"
    says 3 "values with more than 1 newer ones were not read (--stale=1)" c11 --stale=1 "$fine/polls.c"
    says 1 "assertion failed" c11 --stale=1 "$weak/store_buffer.c"
    says 1 "assertion failed" c11 --stale=1 "$weak/independent_reads.c"
}
case_ "weak memory: a bound on how old a value may be" stale

causes()
{
    says 1 "reads data = 0 at" c11 "$weak/message_passing.c"
    says 1 "(relaxed), stale" c11 "$weak/message_passing.c"
    says 1 "has written 42 at" c11 "$weak/message_passing.c"
    says 1 "release and acquire would order them" c11 "$weak/message_race.c"
}
case_ "weak memory: a stale read is the cause" causes

replays()
{
    local token
    cp "$weak/message_passing.c" .
    "$MAZURKA" check --memory-model=c11 --trace=bug.mzt message_passing.c >out 2>&1 || true
    says 1 "replayed: assertion failed: seen == 42" "$MAZURKA" replay bug.mzt
    says 1 "(relaxed), stale" "$MAZURKA" replay --steps bug.mzt
    token=$(sed -n 's/^token: mazurka replay //p' out)
    says 1 "(relaxed), stale" "$MAZURKA" replay --steps "$token"
    "$MAZURKA" check --memory-model=c11 --trace=again.mzt message_passing.c >again 2>&1 || true
    cmp bug.mzt again.mzt
}
case_ "weak memory: traces and tokens have the stale read" replays

# What is read is stale once, and no more.
minimizes()
{
    local minimized
    for minimized in off 2s; do
        c11 --minimize=$minimized "$weak/message_passing.c" >out 2>&1 || true
        grep -q "assertion failed: seen == 42" out
    done
    [[ $(grep -c ", stale" out) = 1 ]]
}
case_ "weak memory: a schedule is minimized" minimizes

# What goes together with the model: a table of options, and a part of what is said where it does not.
refusals()
{
    local options text status
    while IFS='|' read -r options text; do
        # shellcheck disable=SC2086 # options
        case $text in leave*) status=2 ;; *) status=4 ;; esac
        says $status "$text" c11 $options "$fine/message_passing.c" >out || { cat out; echo "options: $options"; return 1; }
    done <<'END'
--search=auto|made of several
--search=portfolio|made of several
--search=pairwise|made of several
--reduction=sleep|use --reduction=sum
--reduction=dpor|use --reduction=sum
--reduction=odpor|use --reduction=sum
--reduction=source-dpor|use --reduction=sum
--reduction=optimal-dpor|use --reduction=sum
--reduction=dpor --variant=stateful|use --reduction=sum
--reduction=dlspor --variant=stateless|use --reduction=sum
--reduction=despor --variant=retraversing|use --reduction=sum
-j2 --reduction=none|several processes (-j) explore
-j2 --reduction=spor|several processes (-j) explore
-j2 --order=random|several processes (-j) explore
--checkpoint|on one machine
--rb=auto|is explored once
--runs=3|is explored once
--restarts=luby|is explored once
--search=bfs --reduction=sum|needs a depth-first search
--preemptions=1 --reduction=sum|use --reduction=spor or none
--livelock|cannot tell
--livelock --reduction=none|cannot tell
--order=visited|another --order
--visible=all|leave --visible
--race-rule=poised|leave --race-rule
--rounds=2|leave --rounds
END
}
case_ "weak memory: what does not go together is refused" refusals

ways=(--search=dfs --reduction=none --reduction=spor --reduction=sum --reduction=sum-plain --reduction=sum-sleep --reduction=dlspor
    --reduction=despor "--reduction=sum --future" --search=bfs --search=random-bfs --search=best --search=mixed --search=census --depth=99
    --order=random --every-step --race=off --all --race-rule=clocks --race-rule=hb --dead-values=keep
    --stale=3 -j2 "-j3 --reduction=sum-sleep" "-j2 --reduction=sum-plain --all" "-j2 --stale=2")

# Each row is found by the model, and nothing by sequential consistency; each way of searching that is not refused says the same. What
# mends a bug is looked at in test_orders.sh.
ways()
{
    local program way verdict=(c11 --minimize=off --suggest=off)
    for program in store_buffer message_passing dekker_without_fences; do
        says 0 "verified" "$MAZURKA" check --memory-model=sc --no-trace "$weak/$program.c"
        for way in "${ways[@]}"; do
            says 1 "assertion failed" "${verdict[@]}" $way "$weak/$program.c"
        done
    done
    for way in "${ways[@]}"; do
        says 0 "verified" "${verdict[@]}" $way "$fine/message_passing.c"
    done
    for way in "--search="{walk,pos,pct,pctvb,ranked}" --walks=200" --preemptions=1 "--preemptions=1 --reduction=spor" --delays=1; do
        says 1 "assertion failed" "${verdict[@]}" $way "$weak/store_buffer.c"
        says 3 "under RC11" "${verdict[@]}" $way "$fine/message_passing.c"
    done
}
case_ "weak memory: property, search and model" ways

# With a bound every store takes from others what they might have read: there a store minds whoever loads later.
bounded()
{
    cat >bounded.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *store(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    assert(atomic_load_explicit(&x, memory_order_relaxed) != 0);
}
END
    "$MAZURKA" cc bounded.c -o bounded
    local reduction
    for reduction in none sum sum-sleep dlspor despor; do
        says 1 "assertion failed" c11 --stale=1 --reduction=$reduction ./bounded
    done
}
case_ "weak memory: reductions with a bound on how old a value may be" bounded

# Programs whose outcomes are asserts: exactly those are found that the machine has.
litmus() # PROGRAMS SEED
{
    local number count text found reduction wrong=0 reductions=(sum none sum-sleep dlspor sum-plain despor spor "sum -j2")
    (cd "$root" && "$BUILD/tests/model/test_weak" c "$@") >litmus.c
    "$MAZURKA" cc -w litmus.c -o litmus -pthread
    while read -r _ number count text; do
        [[ $count -gt 200 || $((number % share)) -ne 0 ]] && continue # --all lists so many
        reduction=${REDUCTION:-${reductions[number / share % ${#reductions[@]}]}}
        c11 --quiet --all --race=off --reduction=$reduction ./litmus -- "$number" >out 2>&1 || true
        found=$(grep -oE '^bug: assertion failed: !"[a-z]+ outcome|^bug: assertion failed: !"outcome [0-9]+' out | sort -u)
        if [[ $found == *another* || $(grep -c . <<<"$found") -ne $count ]]; then
            echo "$text: expected $count outcomes, with $reduction:" && echo "$found" && wrong=1
        fi
    done < <(grep '^// [0-9]' litmus.c)
    [[ $wrong = 0 ]]
}
share=${SHARE:-5}
case_ "weak memory: litmus programs have the outcomes of the model" litmus 2 3
end_cases
