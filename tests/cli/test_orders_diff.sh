#!/bin/bash
# test_orders_diff.sh - the diff of `mazurka orders`: what it changes in the source, and what it leaves alone; libraries.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

here=$root/tests/cli/orders

orders() { "$MAZURKA" orders "$@"; }

# line PLACE WRITTEN WEAKEST: a row of the table that was told last.
line() { grep -qE "^$1  .*  $2 +$3  " told || { cat told; echo "no row: $1 $2 $3"; return 1; }; }

# Tells its table, and keeps it.
tells() { says "$@" >told || { cat told; return 1; }; }

# has FILE LINES...: each of them is there.
has()
{
    local file=$1 text
    shift
    for text; do
        grep -qF -- "$text" "$file" || { cat "$file"; echo "no line: $text"; return 1; }
    done
}

# Orders of a compare-exchange, in two lines, too; and those of __atomic functions.
stack()
{
    cp "$here/treiber.c" .
    tells 0 "4 of 4 places" orders treiber.c
    line treiber.c:16 seq_cst relaxed
    line treiber.c:19 seq_cst/seq_cst release/relaxed
    line treiber.c:24 seq_cst acquire
    line treiber.c:25 acq_rel/acquire acquire/acquire
    patch -p1 <told
    grep -qF "__atomic_load_n((struct node **)&top, __ATOMIC_ACQUIRE)" treiber.c
    grep -q "n, memory_order_release, memory_order_relaxed)" treiber.c
    grep -q "^ *memory_order_acquire, memory_order_acquire)" treiber.c
    says 0 "0 of 4 places" orders treiber.c
}
case_ "orders: a stack" stack

# A diff changes the calls that were reached, not what a comment or another call of the line says; and applies without a last end of line.
diffs()
{
    cat >d.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, c;
static int data;
static void *sender(void *p)
{
    data = 1;
    atomic_store(&a, 1); // not memory_order_seq_cst
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (atomic_load(&a) == 1)
        assert(data == 1);
    pthread_join(t, 0);
    if (!atomic_load(&a)) atomic_store_explicit(&b, 2, memory_order_seq_cst);
    if (b && atomic_load_explicit(&c, memory_order_seq_cst)) return 1;
    atomic_store_explicit(&b, 1, memory_order_release); atomic_store_explicit(&c, 1, memory_order_seq_cst); /* memory_order_seq_cst */
END
    printf '    return atomic_load_explicit(&b, memory_order_acquire) - 1; }' >>d.c
    cp d.c before.c
    tells 0 "can be weaker" orders d.c
    patch -s -p1 <told
    diff before.c d.c >changes || true
    has changes '>     atomic_store_explicit(&a, 1, memory_order_release); // not memory_order_seq_cst' \
        '>     if (atomic_load_explicit(&a, memory_order_acquire) == 1)' \
        '>     if (!atomic_load_explicit(&a, memory_order_relaxed)) atomic_store_explicit(&b, 2, memory_order_seq_cst);' \
        '>     if (atomic_load_explicit(&b, memory_order_relaxed) && atomic_load_explicit(&c, memory_order_seq_cst)) return 1;' \
        '>     return atomic_load_explicit(&b, memory_order_relaxed) - 1; }'
    grep -q '^>  *atomic_store_.*1, memory_order_relaxed); atomic_store_.*1, memory_order_relaxed); /\* memory_order_seq_cst \*/$' changes
    is 12 "$(grep -c '^[<>] ' changes)"
    [[ ! -e d.c.rej ]]
}
case_ "orders: a diff changes what was reached, and nothing else" diffs

# A place of the source that was inlined twice has one order, and templates have that of the call.
inlined()
{
    cat >inlined.cc <<'END'
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<bool> first, second;
static int data;
static inline void set(std::atomic<bool> &flag) { flag.store(true, std::memory_order_seq_cst); }
int main()
{
    std::thread t([] { data = 1; set(first); set(second); });
    if (second.load(std::memory_order::memory_order_seq_cst) || first.load())
        assert(data == 1);
    t.join();
}
END
    tells 0 "3 of 3 places can be weaker" orders -O1 inlined.cc
    line inlined.cc:6 seq_cst release
    [[ $(grep -cE "^inlined.cc:10 .* seq_cst  acquire" told) -eq 2 ]]
    grep -q "^+.*flag.store(true, std::memory_order_release)" told
}
case_ "orders: C++, and what was inlined" inlined

# A compare-exchange with one order gets the one that is strong enough: what stays seq_cst would be mixed with weaker ones.
one_order()
{
    cat >one.cc <<'END'
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> state;
static int data;
int main()
{
    std::thread t([] { data = 1; state.store(1, std::memory_order_seq_cst); });
    int one = 1;
    if (state.compare_exchange_strong(one, 2, std::memory_order_seq_cst))
        assert(data == 1);
    t.join();
}
END
    tells 0 "2 of 2 places can be weaker" orders -O1 one.cc
    line one.cc:10 seq_cst/seq_cst acquire/relaxed
    patch -s -p1 <told
    grep -qF "state.compare_exchange_strong(one, 2, std::memory_order_acquire)" one.cc
    tells 0 "verified: all" orders -O1 one.cc
    ! grep -q "^---" told
}
case_ "orders: a compare-exchange with one order" one_order

# What names no order: functions without one, operators, plain uses. What is not certain stays, and is told.
operators()
{
    cp "$here/operators.c" before.c
    for compiler in gcc clang; do
        cp before.c operators.c
        tells 0 "can be weaker" orders --cc=$compiler operators.c
        patch -s -p1 <told
        has operators.c 'static int get(void) { return atomic_load_explicit(&turn, memory_order_relaxed); }' \
            '    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);' \
            '    atomic_fetch_sub_explicit(&count, 2, memory_order_relaxed);' \
            '    atomic_fetch_or_explicit(&count, get() | 4, memory_order_relaxed);' \
            '        atomic_fetch_sub_explicit(&part->count, 1, memory_order_relaxed);' \
            '    atomic_store_explicit(&slot[get() & 1], old, memory_order_relaxed);' \
            '    int old = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) + 3;' \
            '    int seen = atomic_load_explicit(&part->count, memory_order_relaxed);' \
            '    if (atomic_load_explicit(&count, memory_order_relaxed) == 3 || seen)' \
            '    turn = count = 1;' \
            '    atomic_store_explicit(&turn, atomic_load_explicit(&count, memory_order_relaxed), memory_order_relaxed); // = 2;' \
            '    atomic_exchange_explicit(&turn, 2, memory_order_relaxed);' \
            '    atomic_compare_exchange_strong_explicit(&turn, &(int){2}, 2, memory_order_relaxed, memory_order_relaxed);' \
            '    atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed);' \
            '    atomic_store_explicit(&ready, 1, memory_order_release);' '    if (atomic_load_explicit(&ready, memory_order_acquire))' \
            '    where++;' '    count *= 2;' '    BUMP(count);'
        for why in "39: there is no function for the operator" "40: it is in a macro or function of the program" \
            "33: the value of the operator is used" "33: what is assigned is not a single value"; do
            has told "not in the diff: operators.c:$why"
        done
        tells 0 "can be weaker" orders --cc=$compiler operators.c
        is "33 38 39 40 " "$(sed -n 's/^operators.c:\([0-9]*\) .* seq_cst.*/\1/p' told | uniq | tr '\n' ' ')"
        ! grep "^---" told || return 1
    done
    cp before.c operators.c
    tells 0 "operators.c:38: it is not known to be an integer" orders operators.c
}
case_ "diff: operators, and functions without an order" operators

operators_in_cxx()
{
    cat >before.cc <<'END'
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> x, y, a[2];
static std::atomic<bool> ready;
static std::atomic_flag flag;
static int data;
static int both() { return x + y; }
int main()
{
    std::thread t([] { data = 1; ready = true; });
    if (ready)
        assert(data == 1);
    x++;
    --y;
    a[0] += 2;
    a[1] = y.load();
    int one = x.fetch_add(1);
    y.compare_exchange_strong(one, 2);
    flag.test_and_set();
    flag.clear();
    y = a[1] = both();
    int now = std::atomic_load(&x);
    std::atomic_store(&y, now);
    t.join();
}
END
    for compiler in g++ clang++; do
        cp before.cc ops.cc
        tells 0 "can be weaker" orders --cc=$compiler -O1 ops.cc
        patch -s -p1 <told
        has ops.cc '    std::thread t([] { data = 1; ready.store(true, std::memory_order_release); });' \
            '    if (ready.load(std::memory_order_acquire))' \
            '    x.fetch_add(1, std::memory_order_relaxed);' '    y.fetch_sub(1, std::memory_order_relaxed);' \
            '    int one = x.fetch_add(1, std::memory_order_relaxed);' \
            '    y.compare_exchange_strong(one, 2, std::memory_order_relaxed, std::memory_order_relaxed);' \
            '    flag.test_and_set(std::memory_order_relaxed);' '    flag.clear(std::memory_order_relaxed);' \
            '    int now = std::atomic_load_explicit(&x, std::memory_order_relaxed);' \
            '    std::atomic_store_explicit(&y, now, std::memory_order_relaxed);'
        says 0 "verified" "$MAZURKA" check --cc=$compiler -O1 --memory-model=c11 --race=error --reduction=none ops.cc
    done
    cp before.cc ops.cc
    orders -O1 --format=json ops.cc >out.json
    is "what it is in its line is not clear" "$(field places.0.not_in_diff out.json)"
}
case_ "diff: operators of C++" operators_in_cxx

# A macro that stands for a function, an order, or a function with the order that it is given; not what has several meanings.
macros()
{
    mkdir -p inc
    cat >inc/short.h <<'END'
#include <stdatomic.h>
#define load atomic_load_explicit
#define relaxed_or_not memory_order_seq_cst
#define strong memory_order_seq_cst
#define PUT(object, value, order) atomic_store_explicit(&(object), (value), order)
#define PUT_TWICE(object, value, order) (atomic_store_explicit(&(object), 0, order), atomic_store_explicit(&(object), value, order))
#ifdef OTHER
#define odd memory_order_relaxed
#else
#define odd memory_order_seq_cst
#endif
END
    cat >short.c <<'END'
#include "inc/short.h"
#include <assert.h>
#include <pthread.h>
#define GET(object) atomic_load_explicit(&(object), memory_order_seq_cst)
#define SOME(object) atomic_load_explicit(&(object), memory_order_seq_cst)
static atomic_int ready, other;
static int data;
static void *sender(void *p)
{
    data = 1;
    PUT(ready, 1, memory_order_seq_cst);
    PUT_TWICE(other, 1, memory_order_seq_cst);
    atomic_store_explicit(&other, 2, odd);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (load(&ready, strong))
        assert(data == 1);
    if (GET(ready))
        assert(data == 1);
    pthread_join(t, 0);
    if (GET(other) + SOME(other) == 5)
        return SOME(other);
    return load(&other, memory_order_seq_cst) - 2;
}
END
    tells 0 "can be weaker" orders short.c
    patch -s -p1 <told
    has short.c '    PUT(ready, 1, memory_order_release);' '    if (load(&ready, memory_order_acquire))' \
        '    return load(&other, memory_order_relaxed) - 2;' '    PUT_TWICE(other, 1, memory_order_seq_cst);' \
        '    atomic_store_explicit(&other, 2, odd);'
    has short.c '#define GET(object) atomic_load_explicit(&(object), memory_order_acquire)' \
        '#define SOME(object) atomic_load_explicit(&(object), memory_order_seq_cst)'
    has told "not in the diff: short.c:12: it is in a macro" "not in the diff: short.c:13: the call does not name its order" \
        "not in the diff: short.c:25: its order is in a macro of which other uses need more, or are not known"
    is 2 "$(grep -c "not in the diff: short.c:25" told)"
}
case_ "diff: macros" macros

# patch takes no name that leads out of its folder, or that is absolute.
folders()
{
    mkdir -p work/src work/build
    cp "$here/message.c" work/src
    local top
    top=$(realpath .)
    for source in ../src/message.c "$top/work/src/message.c"; do
        (cd work/build && tells 0 "The diff is of files in $top/work: patch -p1 -d $top/work" orders $source)
        has work/build/told "--- a/src/message.c" "+++ b/src/message.c"
    done
    (cd work/build && patch -s -p1 -d "$top/work" <told)
    has work/src/message.c "memory_order_release" "memory_order_acquire"
    (cd work && tells 0 "0 of 2 places can be weaker" orders src/message.c)
}
case_ "diff: of sources beside the folder of the build" folders

# A name with blanks ends with a tab, as GNU diff writes it.
blanks()
{
    mkdir "my src"
    cp "$here/message.c" "my src/my message.c"
    tells 0 "2 of 2 places" orders "my src/my message.c"
    patch -s -p1 <told
    has "my src/my message.c" "memory_order_release" "memory_order_acquire"
    [[ ! -e my ]]
}
case_ "diff: names with blanks" blanks

# Lines of a source that was edited after its program was built are those from before.
edited()
{
    cp "$here/message.c" .
    "$MAZURKA" cc -g -o message message.c
    orders ./message | grep -q "^+.*memory_order_release"
    touch -d "1 minute" message.c
    tells 0 "not in the diff: message.c:12: the source has changed since the program was built" orders ./message
    orders ./message 2>&1 >told | grep -q "message.c has changed since the program was built"
    ! grep "^---" told || return 1
    tells 0 "2 of 2 places" orders message.c
    grep -q "^---" told
}
case_ "diff: a source that is newer than its program" edited

# A comma in braces parts the arguments of a macro.
commas()
{
    cat >pair.c <<'END'
#include <stdatomic.h>
#include <pthread.h>
struct pair { int a, b; };
static _Atomic struct pair pair;
static atomic_int sum;
static void *set(void *p)
{
    pair = (struct pair){1, 2};
    sum += (int[]){3, 4}[1];
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    return sum - 4;
}
END
    for compiler in gcc clang; do
        cp pair.c commas.c
        tells 0 "can be weaker" orders --cc=$compiler commas.c
        patch -s -p1 <told
        has commas.c 'atomic_store_explicit(&pair, ((struct pair){1, 2}), memory_order_relaxed);' \
            'atomic_fetch_add_explicit(&sum, ((int[]){3, 4}[1]), memory_order_relaxed);'
        says 0 "verified" "$MAZURKA" check --cc=$compiler --memory-model=c11 commas.c
    done
}
case_ "diff: commas in braces" commas

# Operations in shared libraries that were compiled with hooks are places like others.
libraries()
{
    cp "$here/"box*.? .
    "$MAZURKA" cc -g -shared -fPIC -o libbox.so box.c
    "$MAZURKA" cc -g -o use box_use.c -L. -lbox "-Wl,-rpath,$PWD"
    tells 0 "2 of 2 places can be weaker" orders ./use
    line box.c:7 seq_cst release
    line box.h:11 seq_cst acquire
    patch -s -p1 <told
    "$MAZURKA" cc -g -shared -fPIC -o libbox.so box.c
    "$MAZURKA" cc -g -o use box_use.c -L. -lbox "-Wl,-rpath,$PWD"
    tells 0 "0 of 2 places can be weaker" orders ./use
    says 0 "2 noticed, 0 survive" orders --mutate ./use
}
case_ "orders: of shared libraries" libraries

end_cases
