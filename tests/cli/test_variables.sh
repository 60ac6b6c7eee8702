#!/bin/bash
# test_variables.sh - mazurka variables: names, sharing, loop iteration numbers and accesses of programs whose accesses can be counted by
# hand; limits, what is refused, and the picture.
. "$(dirname "$0")/../lib/cases.sh"
variables() { "$MAZURKA" variables --quiet "$@"; }

# Two ints in one word, an array, a member, a lock; a constant that threads read; what one thread uses alone.
globals()
{
    cat >globals.c <<'EOF'
#include <pthread.h>
static int first, second, limit = 2;
static short array[3];
static struct { int used; char name[4]; } box;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p)
{
    for (int i = 0; i < limit; i++) {
        pthread_mutex_lock(&m);
        array[i]++;
        pthread_mutex_unlock(&m);
    }
    first++;
    if (p)
        second++;
    else
        box.used = box.name[2];
    return 0;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, work, 0);
    pthread_create(&t[1], 0, work, &m);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
EOF
    variables globals.c --top=0 >said
    diff - said <<'EOF'
8 variables, 5 of them shared (1 only read), in 20 executions at random (averages of one; seed 1)
threads: 0 main, 1 to 2 work

sharers   accesses     reads    writes  loop  variable     by thread
      2          8         0         8     -  m            1: 4, 2: 4
      2          4         2         2     -  array[0]     1: 2, 2: 2
      2          4         2         2     -  array[1]     1: 2, 2: 2
      2          4         2         2     -  first        1: 2, 2: 2
      2          6         6         0     -  limit        1: 3, 2: 3
      -          2         1         1     -  second       2: 2
      -          1         1         0     -  box.name[2]  1: 1
      -          1         0         1     -  box.used     1: 1

            accesses  variables
                   0          0
                   1          2  ##################################
                   2          1  #################
                   3          0
                   4          3  ##################################################
                   5          0
                   6          1  #################
                   7          0
                   8          1  #################
EOF
    variables globals.c --arrays=whole --json=- 2>/dev/null | jq -c '[.variables[] | select(.name | test("array")) | [.name, .accesses]]' |
        diff - <(echo '[["array",160]]')
}
# Half of an execution, which is replayed for the names of variables, has half of them.
all_threads()
{
    says 0 "threads: 0 main, 1 to 100 pass" "$MAZURKA" variables "$root/suite/bubble_sort2/bubble_sort2.c" -I"$root/suite/include" \
        -DSIZE=100 --quiet --walks=2 --top=1
}

case_ "globals, elements of arrays, locks" globals

# Figure 5: a statement in a loop, called from elsewhere, and by a function that calls itself.
heap()
{
    cat >heap.c <<'EOF'
#include <pthread.h>
#include <stdlib.h>
static int *blocks[8], *table, *large;
static __attribute__((noinline)) int *make(void)
{
    return malloc(sizeof(int));
}
static __attribute__((noinline)) int fill(int at)
{
    blocks[at] = make();
    return at + 1 < 7 ? fill(at + 1) + 1 : 0;
}
static void *use(void *p)
{
    for (int i = 0; i < 7; i++)
        ++*blocks[i];
    table[2]++;
    large[99]++;
    return p;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 3; i++)
        blocks[i] = make();
    blocks[3] = make();
    fill(4);
    table = calloc(4, sizeof *table);
    large = malloc(100 * sizeof *large);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
EOF
    variables heap.c --json=h.json >said
    cat said
    jq -r '.variables[] | select(.kind == "heap") |
        "\(.name) in \(.function): loop \(.iteration), \(.sharers) threads, \(.accesses)"' h.json | sort | diff - <(cat <<'EOF'
calloc at heap.c:28 #1 [2] in main: loop 0, 2 threads, 80
malloc at heap.c:29 #1 + 392 in main: loop 0, 2 threads, 80
malloc at heap.c:6 #1 in make: loop 0, 2 threads, 80
malloc at heap.c:6 #2 in make: loop 1, 2 threads, 80
malloc at heap.c:6 #3 in make: loop 2, 2 threads, 80
malloc at heap.c:6 #4 in make: loop 0, 2 threads, 80
malloc at heap.c:6 #5 in make: loop 0, 2 threads, 80
malloc at heap.c:6 #6 in make: loop 0, 2 threads, 80
malloc at heap.c:6 #7 in make: loop 0, 2 threads, 80
EOF
)
    # lower loop iteration numbers first
    jq -c '[.variables[] | select(.kind == "heap") | .iteration]' h.json | diff - <(echo '[0,0,0,0,0,0,0,1,2]')
}
case_ "blocks by statement, count and loop iteration number" heap

# What threads allocate counts from the beginning in each execution.
again()
{
    cat >again.c <<'EOF'
#include <pthread.h>
#include <stdlib.h>
static int *last;
static void *work(void *p)
{
    for (int i = 0; i < 2; i++) {
        int *one = malloc(sizeof *one);
        *one = i;
        __atomic_store_n(&last, one, __ATOMIC_SEQ_CST);
    }
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
EOF
    variables again.c --walks=50 --json=a.json --self-check >said
    cat said
    jq -r '.variables[] | select(.kind == "heap") | .name' a.json | sort |
        diff - <(printf 'malloc at again.c:7 #%d\n' 1 2 3 4)
    # main's stack and the thread's are two: a block has iteration 0 or 1, and as the least of all executions #1 and #2 have 0
    jq -c '[.variables[] | select(.kind == "heap") | .iteration] | [min, max]' a.json | diff - <(echo '[0,1]')
}
case_ "numbers go back with the state" again

cxx()
{
    cat >cells.cpp <<'EOF'
#include <mutex>
#include <thread>
struct cell {
    int value = 0;
    std::mutex lock;
};
static cell *cells[3];
namespace bank { static long total; }
static void add(long k)
{
    for (cell *c : cells) {
        std::lock_guard<std::mutex> guard(c->lock);
        c->value += (int)k;
    }
    bank::total += k;
}
int main()
{
    for (auto &c : cells)
        c = new cell;
    std::thread one(add, 1), two(add, 2);
    one.join();
    two.join();
    return 0;
}
EOF
    variables cells.cpp --json=c.json >said
    cat said
    jq -r '.variables[] | select(.name | test("cells.cpp:20|total")) | "\(.name) \(.kind) \(.iteration) \(.sharers) \(.accesses)"' c.json |
        diff - <(cat <<'EOF'
lock in new at cells.cpp:20 #1 + 8 lock 0 2 80
new at cells.cpp:20 #1 heap 0 2 80
total global null 2 80
lock in new at cells.cpp:20 #2 + 8 lock 1 2 80
new at cells.cpp:20 #2 heap 1 2 80
lock in new at cells.cpp:20 #3 + 8 lock 2 2 80
new at cells.cpp:20 #3 heap 2 2 80
EOF
)
    says 0 "0 main, 1 to 2 add" variables cells.cpp
}
case_ "C++: new, members, std::mutex" cxx

# It never ends; the executions are cut off, and what was seen by then is told.
endless()
{
    cat >endless.c <<'EOF'
#include <pthread.h>
static long turns;
static void *work(void *p)
{
    for (;;)
        turns++;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
}
EOF
    says 0 "3 of the executions were cut off before the end" variables endless.c --walks=3 --depth=1000
    says 0 "turns " variables endless.c --time=2s --walks=1000000
    says 0 "1 variable, 1 of them shared" variables endless.c --walks=1 --depth=100
}
case_ "a program that does not end" endless

# More elements than variables are told apart: those that come later are the array.
many()
{
    cat >many.c <<'EOF'
#include <pthread.h>
static char a[40000];
static void *work(void *p)
{
    for (int i = 0; i < 40000; i++)
        a[i] = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
EOF
    variables many.c --walks=1 --json=m.json >said
    is "32768 true" "$(jq -r '"\(.variables | length) \(.complete)"' m.json)"
    is "a 7233" "$(jq -r '.variables[0] | "\(.name) \(.accesses)"' m.json)"
    is "a 40000" "$(variables many.c --walks=1 --arrays=whole --json=- 2>/dev/null | jq -r '.variables[] | "\(.name) \(.accesses)"')"
}
case_ "very many elements" many

picture()
{
    cat >'a<b>&c.c' <<'EOF'
#include <pthread.h>
static int x;
static void *work(void *p) { x++; return p; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
EOF
    says 0 "1 variable, 1 of them shared" variables 'a<b>&c.c' --svg=p.svg
    python3 -c 'import sys, xml.dom.minidom as m
d = m.parse("p.svg")
assert d.documentElement.tagName == "svg", d
assert "a<b>&c" in d.getElementsByTagName("title")[0].firstChild.data
bars = [r for r in d.getElementsByTagName("rect")]
assert len(bars) == 5 and float(bars[4].getAttribute("height")) > 0 and float(bars[0].getAttribute("height")) == 0, bars'
    grep -q "prefers-color-scheme: dark" p.svg
    ! grep -q "href\|url(" p.svg
    variables 'a<b>&c.c' --svg=- 2>text | cmp - p.svg
    grep -q "1 variable" text
}
case_ "the picture is XML by itself" picture

refuses()
{
    echo 'int main(void) { return 0; }' >one.c
    echo 'int main(void) { return 3; }' >fails.c
    says 0 "Usage: mazurka variables" variables --help
    says 0 "Usage: mazurka variables" "$MAZURKA" help variables
    says 2 "nothing to check" variables
    says 2 "no-such.c" variables no-such.c
    says 2 "--top" variables one.c --top=many
    says 2 "--svg" variables one.c --svg=/no/such/directory/p.svg
    says 2 "--svg=/: this is a directory" variables one.c --svg=/
    says 2 "--search: variables are counted by a search of their own" variables one.c --search=dfs
    says 2 "--order: the schedules are random" variables one.c --order=random
    says 2 "--jobs: one process counts" variables one.c -j2
    says 2 "--runs" variables one.c --runs=2
    says 2 "--arrays needs --search=ranked or profile" "$MAZURKA" check one.c --arrays=whole
    says 2 "must be one of elements|whole" variables one.c --arrays=half
    says 4 "needs a depth-first search" variables one.c --reduction=sum
    says 2 "no list of variables: " variables fails.c
    says 0 "0 variables, 0 of them shared" variables one.c
    # its own words are not those of the program
    says 0 "0 variables" variables one.c -- --svg=/no/such/directory/p.svg --top=x
}
case_ "bad input" refuses

# An error on the way does not end the profile.
errors()
{
    cat >wrong.c <<'EOF'
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *p) { x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x == 0);
    pthread_join(t, 0);
    return 0;
}
EOF
    says 0 "note: errors were met on the way" "$MAZURKA" variables wrong.c
    says 0 "in 20 executions at random" "$MAZURKA" variables wrong.c
}
case_ "errors on the way" errors

# Each thread is counted for itself, also where there are more than one word has bits.
wide()
{
    cat >wide.c <<'EOF'
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void)
{
    pthread_t t[70];
    pthread_mutex_lock(&m);
    for (int i = 0; i < 70; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 70; i++)
        pthread_join(t[i], 0);
    return 0;
}
EOF
    says 0 "threads: 0 main, 1 to 70 work" "$MAZURKA" variables wide.c --walks=2 --json=w.json
    is "70 4 4" "$(jq -r '.variables[] | select(.name == "x") | .by_thread | "\(length) \(.["1"]) \(.["70"])"' w.json)"
}
case_ "more than 64 threads" wide

# What threads compute for themselves is no matter of how long they do.
long_loops()
{
    cat >long.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *p)
{
    int b[64] = {0}, *q = b;
    for (long i = 0; i < ROUNDS; i++)
        q[i & 63] += (int)i;
    atomic_fetch_add(&x, q[3] & 1);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
EOF
    variables long.c -DROUNDS=1000 >short
    variables long.c -DROUNDS=200000 --time=10m >long # on a loaded machine, too
    grep -q "1 variable, 1 of them shared" short
    diff short long
}
case_ "a loop that computes for long" long_loops
case_ "a hundred threads are named" all_threads
end_cases
