#!/bin/bash
# test_traces.sh - names of traces: checks do not overwrite each other's, and old ones are removed or named.
. "$(dirname "$0")/../lib/cases.sh"

source() # MACROS...: two bugs, one or none
{
    cat >t.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) { x = 1; x = BUGS; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = x;
    if (BUGS > 0)
        assert(seen != 1);
    if (BUGS > 1)
        assert(seen != 2);
    pthread_join(t, NULL);
    return 0;
}
EOF
    sed -i "s/BUGS/$1/g" t.c
}

names() { (shopt -s nullglob && echo *.mzt*); }

removed()
{
    source 2
    says 1 "2 distinct bugs" "$MAZURKA" check t.c --all
    is "t-2.mzt t.mzt" "$(names)"
    source 1
    says 1 "1 distinct bug" "$MAZURKA" check t.c --all
    is "t.mzt" "$(names)"
    source 0
    says 0 "verified" "$MAZURKA" check t.c
    is "" "$(names)"
}
case_ "traces: those of a program that is no more are removed" removed

named()
{
    source 2
    "$MAZURKA" check t.c --all || true
    says 1 "note: traces of an earlier check of this program are still there: t-2.mzt" "$MAZURKA" check t.c
    is "t-2.mzt t.mzt" "$(names)"
    says 3 "note: traces of an earlier check of this program are still there: t.mzt, t-2.mzt" \
        "$MAZURKA" check t.c --states=1 --search=dfs --order=random
    is "t-2.mzt t.mzt" "$(names)"
}
case_ "traces: those that can still be replayed are named" named

many()
{
    echo '#include <assert.h>
#include <mazurka.h>
int main(void)
{
    switch (mz_choose(7)) {
    case 0: assert(!"0"); break;
    case 1: assert(!"1"); break;
    case 2: assert(!"2"); break;
    case 3: assert(!"3"); break;
    case 4: assert(!"4"); break;
    case 5: assert(!"5"); break;
    case 6: assert(!"6"); break;
    }
}' >t.c
    says 1 "7 distinct bugs" "$MAZURKA" check t.c --all
    is "t-2.mzt t-3.mzt t-4.mzt t.mzt" "$(names)"
    is "5.mzt 6.mzt 7.mzt" "$(ls t-traces | xargs)"
    says 1 "replayed: " "$MAZURKA" replay t-traces/7.mzt
}
case_ "traces: many of them are in a folder" many

others()
{
    source 1
    "$MAZURKA" check t.c -DOTHER || true
    cp t.mzt t-2.mzt
    echo "something else" >t-3.mzt
    source 0
    says 0 "verified" "$MAZURKA" check t.c
    is "t-2.mzt t-3.mzt t.mzt" "$(names)"
    echo "my notes" >t.mzt
    source 1
    "$MAZURKA" check t.c || true
    is "my notes" "$(cat t.mzt)"
    is 4 "$(names | wc -w)"
}
case_ "traces: what is somebody else's stays" others

at_once()
{
    source 1
    mv t.c at_once.c # the name of no other test
    "$MAZURKA" check at_once.c --all --search=walk --time=300s >one 2>&1 &
    local one=$! second
    for ((i = 0; i < 1000; i++)); do # until it has its name
        grep -q "mazurka-.*-at_once.mzt" /proc/net/unix && break
        sleep 0.1
    done
    "$MAZURKA" check at_once.c >two 2>&1 || true
    second=$(sed -n 's/^replay: mazurka replay //p' two)
    [[ $second == at_once.[0-9]*.mzt && -f $second && ! -f at_once.mzt ]]
    kill -INT "$one"
    wait $one || true
    [[ -f at_once.mzt ]]
    says 1 "replayed: " "$MAZURKA" replay "$second"
    says 1 "replayed: " "$MAZURKA" replay at_once.mzt
}
case_ "traces: two checks at once" at_once

end_cases
