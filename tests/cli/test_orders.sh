#!/bin/bash
# test_orders.sh - memory orders that hold in place of those that are written, and `mazurka orders`, which finds the weakest ones.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

here=$root/tests/cli/orders

c11() { "$MAZURKA" check --memory-model=c11 --race=error --json=out.json "$@"; }

# The address of the n-th atomic operation.
at() { field "atomics.operations.$1.address" out.json; }

others()
{
    says 0 verified c11 --atomic-orders=written --keep=message "$here/message.c"
    is "atomic load" "$(field atomics.operations.0.operation out.json)"
    is seq_cst "$(field atomics.operations.0.order out.json)"
    is 20 "$(field atomics.operations.0.places.0.line out.json)"
    is "atomic store" "$(field atomics.operations.1.operation out.json)"
    local load store
    load=$(at 0) store=$(at 1)
    says 0 verified c11 --atomic-orders="$load=acquire,$store=release" message
    says 1 "write ready: 0 → 1 (relaxed)" bash -c '"$@" | sed "s/atomic store/write/"; exit "${PIPESTATUS[0]}"' . "$MAZURKA" check \
        --memory-model=c11 --race=error --atomic-orders="$store=relaxed" message
    says 1 "data race" c11 --atomic-orders="$load=relaxed,$store=release" message
    is "$load" "$(field findings.0.atomics.0 out.json)"
    is "" "$(ls ./*.mzt 2>/dev/null)"
}
case_ "orders: others hold in place of those that are written" others

# A place whose hook has a frame of its own is where the program called it.
wide()
{
    cat >wide.c <<'END'
#include <assert.h>
#include <pthread.h>
static unsigned __int128 word;
static int data;
static void *sender(void *p)
{
    unsigned __int128 none = 0;
    data = 1;
    __atomic_compare_exchange_n(&word, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (__atomic_load_n(&word, __ATOMIC_ACQUIRE))
        assert(data);
    pthread_join(t, 0);
    return 0;
}
END
    says 0 verified c11 --atomic-orders=written -mcx16 --keep=wide wide.c
    is 9 "$(field atomics.operations.1.places.0.line out.json)"
    is acquire "$(field atomics.operations.1.failure out.json)"
    is false "$(field atomics.others out.json)"
    says 1 "data race" c11 --atomic-orders="$(at 1)=acquire/relaxed" wide
}
case_ "orders: of sixteen bytes" wide

refusals()
{
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139 "$here/message.c"
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139=weak "$here/message.c"
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139=release/acquire/relaxed "$here/message.c"
    says 2 "--atomic-orders is about what --memory-model=c11 explores" "$MAZURKA" check --atomic-orders=written "$here/message.c"
}
case_ "orders: what is no list of them" refusals

orders() { "$MAZURKA" orders "$@"; }

# line PLACE WRITTEN WEAKEST: a row of the table that was told last.
line() { grep -qE "^$1  .*  $2 +$3  " told || { cat told; echo "no row: $1 $2 $3"; return 1; }; }

# Tells its table, and keeps it.
tells() { says "$@" >told || { cat told; return 1; }; }

message()
{
    cp "$here/message.c" .
    tells 0 "2 of 2 places can be weaker, all of them together; no single one can be weaker still" orders message.c
    line message.c:12 seq_cst release
    line message.c:20 seq_cst acquire
    grep -q "xchg → mov" told
    grep -q "RC11 has no load buffering" told
    patch -p1 <told
    says 0 "0 of 2 places can be weaker." orders message.c
}
case_ "orders: a message that is passed" message

tickets()
{
    cp "$root/examples/ticket.c" .
    tells 0 "verified: all" orders ticket.c
    line ticket.c:11 seq_cst relaxed
    line ticket.c:12 seq_cst acquire
    line ticket.c:15 seq_cst release
}
case_ "orders: a ticket lock" tickets

ring()
{
    tells 0 "3 of 7 places" orders "$here/ring.c"
    line ".*ring.c:16" seq_cst none
    line ".*ring.c:17" release release
    line ".*ring.c:13" acquire acquire
    line ".*ring.c:12" acquire relaxed
}
case_ "orders: a ring, and a fence that nobody needs" ring

# Loads stay before stores behind them where a circle of threads might close, be there a lock or a call between.
buffering()
{
    local lock='pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock);'
    cp "$here/load_buffer.c" .
    for between in "" "$lock"; do
        tells 0 "load buffering" orders "-DBETWEEN=$between" load_buffer.c
        for place in 15:acquire 17:relaxed 25:acquire 26:relaxed; do
            line "load_buffer.c:${place%:*}" seq_cst "${place#*:}"
        done
        grep -q "^load_buffer.c:25: weaker, Arm could perform a load behind a store" told
    done
    tells 0 "4 of 4" orders --load-buffering=allow load_buffer.c
    is 4 "$(grep -c "seq_cst  relaxed" told)"
    tells 0 "4 of 5" orders '-DBETWEEN=atomic_thread_fence(memory_order_acquire);' --keep=load_buffer.c:16 load_buffer.c
    line load_buffer.c:15 seq_cst relaxed
    line load_buffer.c:16 acquire acquire
    orders --format=json load_buffer.c >out.json
    is acquire "$(field places.0.weakest out.json)"
    is true "$(field places.0.load_buffering out.json)"
    is false "$(field places.1.load_buffering out.json)"
    says 0 "<td>no weaker for load buffering</td>" "$MAZURKA" orders --html=- load_buffer.c
    orders load_buffer.c >told
    patch -s -p1 <told
    tells 0 "2 may allow load buffering" orders --mutate load_buffer.c
    sed -i 's/memory_order_[a-z]*/memory_order_relaxed/' load_buffer.c
    says 0 "0 of 4 places can be weaker" orders load_buffer.c
}
case_ "orders: what only load buffering would break" buffering

# All threads agree on the order of accesses of one word; and no thread reads what comes before its own start.
no_circle()
{
    cat >count.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static void *count(void *unused)
{
    for (int i = 0; i < 2; i++)
        atomic_fetch_add_explicit(&first, 1, memory_order_seq_cst);
    return unused;
}
int main(void)
{
    pthread_t t;
    atomic_load_explicit(&second, memory_order_seq_cst);
    pthread_create(&t, 0, count, 0);
    count(0);
    atomic_store_explicit(&second, 1, memory_order_seq_cst);
    pthread_join(t, 0);
    return 0;
}
END
    tells 0 "3 of 3" orders count.c
    is 3 "$(grep -c "seq_cst  relaxed" told)"
}
case_ "orders: loads and stores that no circle holds" no_circle

all_needed()
{
    tells 0 "0 of 4 places can be weaker" orders "$here/store_buffer.c"
    [[ $(grep -c "seq_cst  seq_cst" told) -eq 4 ]]
    ! grep -q "^---" told
}
case_ "orders: store buffering needs seq_cst" all_needed

# Something weaker may stand beside what has to be seq_cst; the machine does not find all that RC11 allows where it is read before that.
with_done() # WHAT READS IT
{
    sed "s/^static int a, b;/static int a, b; static atomic_int done;/
        s/^    return p;/    atomic_store(\\&done, 1);\\n    return p;/
        s/^    pthread_join/    $1\\n    pthread_join/" "$here/store_buffer.c"
}
mixed()
{
    with_done '(void)atomic_load(\&done);' >beside.c
    tells 0 "verified" orders beside.c
    line beside.c:13 seq_cst relaxed
    [[ $(grep -c "seq_cst  seq_cst" told) -eq 4 ]]
    with_done 'if (atomic_load(\&done)) atomic_store(\&x, 2);' >mixed.c
    tells 3 "mixed.c:13: that a weaker order holds is not proven" orders mixed.c
    line mixed.c:13 seq_cst release
    grep -q "^verified" told
}
case_ "orders: mixed with what has to be seq_cst" mixed

# Writes of one object become weaker together, beside fences that are seq_cst.
together()
{
    tells 0 "verified: all" orders -w -DROUNDS=1 -DOVER_ORDERED "$root/bench/weak/dekker.c"
    line ".*dekker.c:11" seq_cst relaxed
    line ".*dekker.c:12" seq_cst seq_cst
    line ".*dekker.c:17" seq_cst release
}
case_ "orders: all writes of an object" together

# What the machine may not find is not taken to hold: orders that fail by the axioms are not proposed.
unproven()
{
    cp "$here/"{agree,mixed_writes}.c .
    tells 3 "0 of 6 places can be weaker" orders agree.c
    grep -q "^verified" told
    orders --format=json agree.c >out.json || true
    is true "$(field places.2.not_proven out.json)"
    is true "$(field result.proven out.json)"
    tells 3 "not decided" orders --mutate agree.c
    ! grep SURVIVES told || return 1
    tells 3 "verified: all" orders mixed_writes.c
    line mixed_writes.c:12 seq_cst release
    line mixed_writes.c:19 seq_cst acquire
    tells 3 "verified: all" orders --keep=mixed_writes.c:11 --sarif=notes.sarif mixed_writes.c
    line mixed_writes.c:20 seq_cst seq_cst
    ! grep "mixed_writes.c:20.*in place of" notes.sarif || return 1
    with_done 'if (atomic_load(\&done)) atomic_store(\&x, 2);' |
        sed 's/atomic_store(&done, 1)/atomic_store_explicit(\&done, 1, memory_order_relaxed)/' >covered.c
    tells 3 "not proven: as it is written it is not, either" orders --sarif=notes.sarif covered.c
    grep -q "can be relaxed in place of.*, which is not proven" notes.sarif
}
case_ "orders: what is not proven is not proposed" unproven

# With a bound on how old a value may be the program as it is written is covered: so are all trials.
bounded()
{
    cp "$root/examples/ticket.c" .
    sed -i 's/mine = atomic/mine; for (int i = 0; i < 2; i++) {\n    mine = atomic/
        s/^    return p;/    }\n    return p;/; s/count == 2/count == 4/' ticket.c
    tells 3 "values with more than 1 newer ones were not read" orders --stale=1 ticket.c
    line "ticket.c:1[0-9]" seq_cst relaxed
}
case_ "orders: with a bound on how old values may be" bounded

ends()
{
    says 1 "assertion failed" orders "$programs/bad/weak/message_passing.c"
    says 1 "data race" orders "$programs/bad/weak/message_race.c"
    says 0 "performs no atomic operations or fences of its own: there are no memory orders to weaken" orders "$programs/ok/mutex/counter.c"
    says 3 "the time was over" orders --time=1ms "$here/ring.c"
    says 2 "--keep=ring.c:99: no atomic operation was reached there" orders --keep=ring.c:99 "$here/ring.c"
    says 2 "which program?" orders
    says 2 "mazurka orders chooses it by itself" orders --reduction=none "$here/ring.c"
    says 2 "mazurka orders chooses it by itself" orders --search=walk "$here/ring.c"
}
case_ "orders: bugs, none, no time, mistakes" ends

# The least that mends a program, where something does.
fixes()
{
    cp "$programs/bad/weak/"{message_race,store_buffer,frame_left,waits_for_older}.c .
    says 1 "fix: make the store of ready at message_race.c:14 release" orders message_race.c
    says 1 "fix: make the load of done at frame_left.c:15 acquire and the store of done at frame_left.c:24 release" orders frame_left.c
    tells 1 "then verified" orders store_buffer.c
    is 4 "$(grep ^fix: told | grep -o seq_cst | wc -l)"
    says 1 "no memory orders mend this" orders waits_for_older.c
    orders --format=json message_race.c >out.json || true
    is found "$(field fix.end out.json)"
    is release "$(field fix.places.0.stronger out.json)"
    is true "$(field fix.confirmed out.json)"
    says 1 "data race" orders "$programs/bad/race/lost_update.c" >told || { cat told; return 1; }
    ! grep -q "memory orders mend" told
}
case_ "orders: what mends a bug" fixes

# The report of a check ends with it.
suggestions()
{
    cp "$programs/bad/weak/"{message_passing,message_race}.c "$programs/bad/race/lost_update.c" .
    says 1 "fix: make the store of ready at message_passing.c:13 release" "$MAZURKA" check --memory-model=c11 --json=out.json \
        message_passing.c
    is "make the store of ready at message_passing.c:13 release" "$(field fix out.json)"
    says 1 "fix: make the store of ready at message_race.c:14 release" "$MAZURKA" check --memory-model=auto --no-trace message_race.c
    says 1 "fix: none was found in the time that there was" "$MAZURKA" check --memory-model=c11 --suggest=1ms --no-trace message_race.c
    "$MAZURKA" check --memory-model=c11 --suggest=off --no-trace message_race.c >told || true
    "$MAZURKA" check --memory-model=c11 --no-trace lost_update.c >>told || true
    ! grep "^fix:" told
}
case_ "orders: a report ends with what mends the bug" suggestions

kept()
{
    cp "$here/message.c" .
    tells 0 "1 of 2 places can be weaker" orders --keep=message.c:20 --format=text message.c
    line message.c:12 seq_cst release
    line message.c:20 seq_cst seq_cst
    grep -q "message.c:20 is kept: --keep" told
}
case_ "orders: places that are kept" kept

json()
{
    cp "$here/message.c" .
    orders --format=json message.c >out.json
    is mazurka-orders "$(field schema out.json)"
    is 12 "$(field places.0.line out.json)"
    is sender "$(field places.0.function out.json)"
    is release "$(field places.0.weakest out.json)"
    is xchg "$(field places.0.costs.written.x86 out.json)"
    is mov "$(field places.0.costs.weakest.x86 out.json)"
    is verified "$(field result.verdict out.json)"
    is true "$(field confirmed out.json)"
}
case_ "orders: JSON" json

mutants()
{
    cp "$here/message.c" "$here/ring.c" .
    tells 0 "2 programs, each one step weaker at one place: 0 noticed, 2 survive" orders --mutate message.c
    orders message.c >told
    patch -p1 <told
    tells 0 "2 programs, each one step weaker at one place: 2 noticed, 0 survive" orders --mutate message.c
    tells 0 "SURVIVES" orders --mutate ring.c
    grep -qE "^ring.c:13 .* noticed" told
    grep -qE "^ring.c:12 .* SURVIVES" told
    cp "$here/treiber.c" .
    tells 0 "noticed" orders --mutate treiber.c
    grep -qE "^treiber.c:19 .* seq_cst/seq_cst +acq_rel/acquire " told
    grep -qE "^treiber.c:25 .* acq_rel/acquire +release/relaxed " told
}
case_ "orders: weakenings that no test notices" mutants

# Ctrl-C and SIGTERM leave the table of what was decided.
interrupted()
{
    cat >chain.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int at[2], turns;
static void *pass(void *from)
{
    for (int i = 0; i < 6; i++) {
        turns++;
        at[(long)from] = i;
        if (at[1 - (long)from] > i)
            turns++;
    }
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, pass, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(turns >= 12);
}
END
    "$MAZURKA" cc -o chain chain.c
    "$MAZURKA" orders --time=0 --format=json chain >told.json 2>/dev/null &
    local orders=$! first second=
    until first=$(pgrep -P "$orders"); do sleep 0.01; done
    until second=$(pgrep -P "$orders") && [[ $second != "$first" ]]; do sleep 0.01; done
    kill "$orders"
    local status=0
    wait "$orders" || status=$?
    is 3 "$status"
    is true "$(field stopped told.json)"
    is verified "$(field result.verdict told.json)"
    is true "$(field places.0.undecided told.json)"
    says 3 "" "$MAZURKA" orders --time=1s --mutate ./chain
}
case_ "orders: interrupted" interrupted

# Random programs, with the axioms of RC11 as judges.
axioms()
{
    [[ -x $BUILD/tests/model/test_weak ]] || make -s -C "$root" BUILD="$BUILD" "$BUILD/tests/model/test_weak"
    python3 "$here/against_axioms.py" "$MAZURKA" "$BUILD/tests/model/test_weak" "${PROGRAMS:-8}" 3
}
case_ "orders: neither too weak nor too strong, by the axioms" axioms

# A place keeps what any program needs, also one that comes there only when others are weaker.
several()
{
    cat >mark.h <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int plain;
static atomic_int a, b, c;
static void *other(void *unused);
static void mark(void)
{
    plain = 1;
    atomic_store_explicit(&c, 1, memory_order_seq_cst);
}
static int marked(void) { return atomic_load_explicit(&c, memory_order_seq_cst); }
static void start(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_detach(t);
}
END
    cat >one.c <<'END'
#include "mark.h"
static void *other(void *unused) { int now = marked(); assert(now == 0 || now == 1); return unused; }
int main(void) { start(); mark(); pthread_exit(NULL); }
END
    cat >two.c <<'END'
#include "mark.h"
static void *other(void *unused)
{
    atomic_store_explicit(&a, 1, memory_order_seq_cst);
    atomic_store_explicit(&b, 1, memory_order_seq_cst);
    if (marked())
        assert(plain == 1);
    return unused;
}
int main(void)
{
    start();
    if (atomic_load_explicit(&b, memory_order_seq_cst) && !atomic_load_explicit(&a, memory_order_seq_cst))
        mark();
    pthread_exit(NULL);
}
END
    for name in one two; do
        "$MAZURKA" cc -g -O0 $name.c -o $name
    done
    tells 0 "2 of 2 places can be weaker" orders ./one
    line mark.h:10 seq_cst relaxed
    tells 0 "6 of 6 places can be weaker" orders ./one ./two
    line mark.h:10 seq_cst relaxed
    line two.c:5 seq_cst release
    grep -q "^./one: verified: all .*; ./two: verified: all " told
    tells 0 "6 of 6 places can be weaker" orders ./two ./one --sarif=notes.sarif
    line mark.h:10 seq_cst release
    line mark.h:12 seq_cst acquire
    line two.c:4 seq_cst relaxed
    is "mark.h 10 the store of c can be release in place of seq_cst (x86: mov, Arm: stlr)" "$(python3 -c '
import json
for r in json.load(open("notes.sarif"))["runs"][0]["results"]:
    at = r["locations"][0]["physicalLocation"]
    print(at["artifactLocation"]["uri"].split("/")[-1], at["region"]["startLine"], r["message"]["text"])' | grep "mark.h 10 ")"
    says 0 '"level": "note"' "$MAZURKA" orders ./one --sarif=- >told
    is 2 "$(grep -c '"ruleId": "weaker-memory-order"' told)"
    says 0 "<td>seq_cst → release</td>" "$MAZURKA" orders ./two ./one --html=- >page
    grep -q "<title>Memory orders of ./two, ./one</title>" page && grep -q "^+.*memory_order_release" page
    says 3 "<td>survives</td>" "$MAZURKA" orders ./two --mutate --html=-
    says 2 "one of them only can be written to standard output" "$MAZURKA" orders ./one --html=- --format=json
    says 2 "cannot run ./three: No such file" "$MAZURKA" orders ./one ./three
    says 2 "cannot write none/a.sarif" "$MAZURKA" orders ./one --sarif=none/a.sarif
    says 3 '"text": "no test notices the load of a with acquire in place of seq_cst"' "$MAZURKA" orders ./two --mutate --sarif=-
}
case_ "orders: several programs, and SARIF" several

end_cases
