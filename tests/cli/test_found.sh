#!/bin/bash
# test_found.sh - a search that goes on tells what it has found so far, on stderr.
. "$(dirname "$0")/../lib/cases.sh"

# until_told LINE COMMAND...: ends the command when the line stands in "err".
until_told()
{
    local line=$1 process
    shift
    : >err
    "$@" >out 2>err &
    process=$!
    while ! grep -q "$line" err && kill -0 $process 2>/dev/null; do
        sleep 0.1
    done
    kill -INT $process 2>/dev/null
    wait $process
}

so_far()
{
    cat >long.c <<'END_C'
#include <pthread.h>
int x, z, y[3];
static void add(void) { z++; }
static void *run(void *p)
{
    x = 1;
    add();
    for (int i = 0; i < 400; i++)
        __atomic_fetch_add(&y[i % 3], i, __ATOMIC_SEQ_CST);
    return p;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
END_C
    "$MAZURKA" cc -g long.c -o long
    local line="found so far: data race, long.c:3 in add and long.c:3 in add" status=0
    until_told "^$line\$" "$MAZURKA" check ./long --time=60s --no-trace -j 1 --format=short || status=$?
    is 1 "$status"
    cat out err
    is 1 "$(grep -c "^$line\$" err)"
    is 1 "$(grep -c "^found so far: data race, long.c:6 in run and long.c:6 in run\$" err)"
    [[ $(cat out) != *"so far"* ]]
    echo "race:add" >list
    until_told "long.c:6" "$MAZURKA" check ./long --time=60s --no-trace -j 1 --suppress=list --json=- || true
    [[ $(cat err) == *"found so far: data race, long.c:6"* && $(cat err) != *"in add"* ]]
    is bug "$(field verdict out)"
    "$MAZURKA" check ./long --time=1500ms --no-trace -j 1 --quiet >out 2>err || true
    [[ $(cat err) != *"so far"* ]]
}
case_ "races are told on stderr while the search goes on, once each, unless they are suppressed" so_far
end_cases
