#!/bin/bash
# test_races.sh - data races on the command line: what is said, how it ends, what is replayed.
. "$(dirname "$0")/../lib/cases.sh"
races=$programs/races

reports()
{
    says 1 "race: write of data by thread 1 at" "$MAZURKA" check --no-trace "$races/relaxed_flag.c"
    says 1 "bug: 1 data race; otherwise verified: all 11 states" "$MAZURKA" check --reduction=none --no-trace "$races/relaxed_flag.c"
    says 1 "bug: 2 data races; otherwise verified: " "$MAZURKA" check --no-trace --quiet "$races/plain_flag.c"
}
case_ "races are listed, and the search goes on" reports

goes_on_to_a_limit()
{
    says 1 "otherwise unknown: stopped by --states=5" "$MAZURKA" check --no-trace --states=5 "$programs/ok/race/increments.c"
}
case_ "a limit ends a search that has found races" goes_on_to_a_limit

# The graph of all states is looked at when the search ends; executions in between show races before that.
in_between()
{
    cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, n[4];
static int        data;
static void *writes(void *unused)
{
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}
static void *reads(void *unused)
{
    return atomic_load_explicit(&flag, memory_order_relaxed) && data ? NULL : unused;
}
static void *computes(void *number)
{
    unsigned sum = *(unsigned *)number;
    for (int i = 0; i < 6; i++) {
        sum = sum * 3 + (unsigned)atomic_load(&n[i % 4]);
        atomic_store(&n[(i + 1) % 4], (int)(sum % 1000));
    }
    return NULL;
}
int main(void)
{
    unsigned  number[5] = {0, 1, 2, 3, 4};
    pthread_t t[7];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, computes, &number[i]);
    pthread_create(&t[5], NULL, writes, NULL);
    pthread_create(&t[6], NULL, reads, NULL);
    for (int i = 0; i < 7; i++)
        pthread_join(t[i], NULL);
}
END
    says 1 '"states_before": 20000' "$MAZURKA" check --no-trace --states=30000 --json=- long.c
}
case_ "a race is told before the end of a long search" in_between

# Labels stay what they are while executions in between have clocks: without them there are more than 20 million states.
labels_stay()
{
    cat >stack.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static _Atomic(struct node *) top;
static void push(int value)
{
    struct node *n = malloc(sizeof *n), *t;
    n->value = value;
    do {
        t = atomic_load_explicit(&top, memory_order_acquire);
        n->next = t;
    } while (!atomic_compare_exchange_strong_explicit(&top, &t, n, memory_order_release, memory_order_relaxed));
}
static int pop(void)
{
    struct node *t;
    do {
        t = atomic_load_explicit(&top, memory_order_acquire);
        if (!t)
            return 0;
    } while (!atomic_compare_exchange_strong_explicit(&top, &t, t->next, memory_order_acquire, memory_order_relaxed));
    return t->value;
}
static void *work(void *number)
{
    push((int)(long)number);
    assert(pop());
    return NULL;
}
int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
END
    says 0 "verified: all behaviours (" "$MAZURKA" check --no-trace --jobs=1 --states=700000 stack.c
}
case_ "executions in between leave the graph of states as it is" labels_stay

as_errors()
{
    says 1 "bug: data race: write of data by thread 1 at" "$MAZURKA" check --race=error --trace=e.mzt "$races/relaxed_flag.c"
    says 1 "replayed: data race: write of data by thread 1" "$MAZURKA" replay e.mzt
    says 1 "bug: data race: " "$MAZURKA" check --race=error --no-trace --quiet "$programs/ok/race/harmless.c"
    says 1 "2 distinct bugs; the search: all" "$MAZURKA" check --race=error --all --no-trace --quiet "$races/string_functions.c"
}
case_ "races as bugs like all others" as_errors

not_at_all() { says 0 "verified: all 11 states" "$MAZURKA" check --reduction=none --race=off --no-trace "$races/relaxed_flag.c"; }
case_ "races are not looked for" not_at_all

poised()
{
    says 0 verified "$MAZURKA" check --race-rule=poised --no-trace "$races/relaxed_flag.c"
    says 0 verified "$MAZURKA" check --race-rule=poised --no-trace "$races/atomic_and_plain.c"
    says 1 "bug: 1 data race; otherwise verified" "$MAZURKA" check --race-rule=poised --no-trace "$races/plain_flag.c"
}
case_ "two threads poised at plain accesses" poised

wrong_word() { says 2 "must be one of report|error|off" "$MAZURKA" check --race=maybe "$races/plain_flag.c"; }
case_ "a setting for races that is none" wrong_word

both_sides()
{
    "$MAZURKA" check --no-trace --quiet --json=r.json "$races/different_locks.c" || [ $? = 1 ]
    local first=findings.0.accesses.0 second=findings.0.accesses.1
    is "race write write" "$(field findings.0.kind r.json) $(field $first.access r.json) $(field $second.access r.json)"
    is "data 4" "$(field $second.object r.json) $(field $second.size r.json)"
    [[ $(field $first.holds.0 r.json) == "m since "* ]]
    [[ $(field $second.holds.0 r.json) == "n since "* ]]
    [[ $(field coverage r.json) == "verified: "* ]]
}
case_ "both accesses, with what their threads held" both_sides

after_the_bugs()
{
    says 1 "bug: assertion failed" "$MAZURKA" check --trace=b.mzt "$programs/bad/race/lost_update.c"
    says 1 "race: " "$MAZURKA" check --trace=b.mzt "$programs/bad/race/lost_update.c"
    says 1 "replayed: assertion failed" "$MAZURKA" replay b.mzt
    says 1 "replayed: data race: " "$MAZURKA" replay b-2.mzt --steps
}
case_ "races come after the bugs" after_the_bugs

memory_never_written()
{
    says 1 "this needs garbage in memory that was never written" "$MAZURKA" check --uninit --no-trace "$programs/bad/uninit/heap.c"
}
case_ "races do not keep --uninit from searching again" memory_never_written

# The graph takes more memory than the states that the search goes by without it.
no_room()
{
    cat >counters.c << 'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter[2], told;
static int data;
static void *count(void *number)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += atomic_fetch_add(&counter[i % 2], 1);
    if (!number) {
        data = 1;
        atomic_store_explicit(&told, 1, memory_order_relaxed);
    } else if (atomic_load_explicit(&told, memory_order_relaxed))
        (void)*(volatile int *)&data;
    return sum ? number : NULL;
}
int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, count, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
END
    "$MAZURKA" cc counters.c -o counters
    local options=(--search=dfs --reduction=none --race-rule=graph --no-trace) note="there was no room for the graph"
    says 1 "race: write of data by thread 1" "$MAZURKA" check "${options[@]}" --json=all.json counters
    ! grep -qF "$note" all.json || return 1
    says 1 "$note" "$MAZURKA" check "${options[@]}" --memory=1M --json=some.json counters
    [[ $(field coverage some.json) == "verified: "* ]]
    is "$(field findings.0.headline all.json)" "$(field findings.0.headline some.json)"
}
case_ "without room for the graph of transitions data races are looked for with clocks, and a note says so" no_room

# What a long step does again is not written down again.
long_step()
{
    cat >looks.c << 'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, ready;
static int data;
static void *write_data(void *unused)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_data, NULL);
    for (int i = 0; i < 12000; i++)
        if (atomic_load_explicit(&flag, memory_order_relaxed) || atomic_load_explicit(&ready, memory_order_relaxed))
            break;
    int seen = atomic_load_explicit(&ready, memory_order_relaxed) ? data : 0;
    pthread_join(t, NULL);
    return seen > 42;
}
END
    says 1 "race: write of data by thread 1" "$MAZURKA" check looks.c --no-trace --json=looks.json
    ! grep -qF "no room for the graph" looks.json
}
case_ "a step of many rounds takes no more room in the graph than one of few" long_step

# A path that does not show its race costs the graph: then states are told apart by what is ordered after all.
long_run()
{
    "$MAZURKA" cc "$races/behind_a_run.c" -o run
    local options=(--reduction=none --quiet --no-trace run)
    says 0 "verified" "$MAZURKA" check --race=off --json=off.json "${options[@]}"
    says 1 "race: " "$MAZURKA" check --race-rule=graph --json=graph.json "${options[@]}"
    says 1 "race: " "$MAZURKA" check --race-rule=hb --json=hb.json "${options[@]}"
    is "$(field statistics.states off.json)" "$(field statistics.states graph.json)"
    [[ $(field statistics.states hb.json) -gt $(field statistics.states off.json) ]]
}
case_ "with the graph the path of a race goes through long runs" long_run

end_cases
