#!/bin/bash
# test_escaped.sh - --visible=escaped: everything that may escape is a choice point, and what nobody else uses is safe, as in the paper on
# S-POR. There reductions with safe sets explore less than those without, and find the same.
. "$(dirname "$0")/../lib/cases.sh"

states() # FILE OPTIONS...: of a search that has explored everything
{
    "$MAZURKA" check "$@" --search=dfs -j 1 --no-trace --json=out.json --quiet >out
    field statistics.states out.json
}

write_own()
{
    cat >own.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int counter, own[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *a)
{
    int me = (int)(long)a;
    int *p = malloc(sizeof *p);
    *p = me;
    for (int i = 0; i < 2; i++)
        own[me]++;
    pthread_mutex_lock(&m);
    counter += *p;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(counter == WANTED);
}
END_C
}

safe_sets()
{
    local all none spor lazy inferred
    write_own
    all=$(states own.c -DWANTED=3 --visible=all --reduction=none)
    none=$(states own.c -DWANTED=3 --visible=escaped --reduction=none)
    spor=$(states own.c -DWANTED=3 --visible=escaped --reduction=spor)
    lazy=$(states own.c -DWANTED=3 --visible=escaped --reduction=dlspor)
    inferred=$(states own.c -DWANTED=3 --reduction=spor)
    echo "all $all, escaped: none $none, spor $spor, dlspor $lazy; inferred: spor $inferred"
    ((all > none && none > 2 * spor && spor > lazy && lazy > inferred))
    is "$inferred" "$(states own.c -DWANTED=3 --reduction=none)"
}
case_ "safe sets save states where everything escaped is a choice point, and none where sharing is inferred" safe_sets

# The trace of such a search is replayed as any other.
replayed()
{
    local r
    write_own
    for r in none spor dlspor despor sum; do
        says 1 "assertion failed: counter == WANTED" \
            "$MAZURKA" check own.c -DWANTED=4 --visible=escaped --reduction=$r --trace=own.mzt --quiet
        says 1 "assertion failed: counter == WANTED" "$MAZURKA" replay own.mzt
    done
}
case_ "bugs are found, and replayed" replayed

# An access that nobody else notices, and that fails: what the other thread does before is explored all the same.
write_fails()
{
    cat >fails.c <<'END_C'
#include <assert.h>
#include <pthread.h>
static int x;
static int *volatile nowhere[2];
static void *bad(void *p) { return *nowhere[0] = 1, p; }
static void *late(void *p) { x++; x++; assert(x < 2); return p; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, bad, 0);
    pthread_create(&b, 0, late, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
END_C
}

failing()
{
    local r
    write_fails
    for r in none spor dlspor despor; do
        "$MAZURKA" check fails.c --visible=escaped --reduction=$r --search=dfs -j 1 --all --no-trace --quiet >out || true
        cat out
        grep -q "assertion failed: x < 2" out
        grep -q "fails.c:5" out
    done
}
case_ "a safe access that fails hides nothing that others do" failing

# Memory that a thread has had for itself until another one comes: the search starts over with what it knows then.
write_later()
{
    cat >later.c <<'END_C'
#include <assert.h>
#include <pthread.h>
static int own, turn;
static void *first(void *p) { own = 1; own = 2; __atomic_store_n(&turn, 1, __ATOMIC_SEQ_CST); return p; }
static void *second(void *p)
{
    if (__atomic_load_n(&turn, __ATOMIC_SEQ_CST) == 0)
        assert(own != 1);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
END_C
}

starts_over()
{
    local r
    write_later
    for r in none spor dlspor despor; do
        says 1 "assertion failed: own != 1" \
            "$MAZURKA" check later.c --visible=escaped --reduction=$r --race=off --search=dfs --no-trace --quiet
    done
}
case_ "what proves to be shared is no longer safe" starts_over
end_cases
