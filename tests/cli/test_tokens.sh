#!/bin/bash
# test_tokens.sh - replay tokens, options from the environment, and habits of the command line: -q, names that begin with a dash, one file
# for two outputs, result files after a compile error.
. "$(dirname "$0")/../lib/cases.sh"

token_of() { "$MAZURKA" check "$@" 2>&1 > /dev/null | sed -n 's/^token: mazurka replay //p'; }

pasted()
{
    cp "$root/examples/account.c" .
    local token
    token=$(token_of account.c --json=r.json)
    is "$token" "$(field findings.0.token r.json)"
    [[ ${#token} -lt 200 ]] || { echo "${#token} letters: $token"; return 1; }
    rm account.mzt
    says 1 "replayed: assertion failed: balance >= 0 at account.c:43 in main" "$MAZURKA" replay "$token"
    mkdir elsewhere && cp account.c elsewhere
    cd elsewhere
    says 1 "interleaving: 29 steps" "$MAZURKA" replay "$token" --steps --force
}
case_ "tokens: one is replayed, wherever the source is" pasted

of_program()
{
    cp "$root/examples/account.c" .
    "$MAZURKA" cc -g -o account account.c
    local token
    token=$(token_of ./account)
    says 1 "replayed: assertion failed" "$MAZURKA" replay "$token"
    mkdir other && mv account other/moved
    says 1 "replayed: assertion failed" "$MAZURKA" replay "$token" other/moved
    says 2 "unexpected argument" "$MAZURKA" replay "$token" other/moved more
    sed -i s,100,120, account.c
    "$MAZURKA" cc -g -o changed account.c
    says 2 "has changed since the trace was written: $PWD/changed (build id " "$MAZURKA" replay "$token" changed
}
case_ "tokens: of a program; another build is refused, with both build ids" of_program

elsewhere()
{
    mkdir here there another_place_with_a_longer_name
    for folder in here there another_place_with_a_longer_name; do cp "$programs/bad/race/lost_update.c" $folder/same.c; done
    cd here
    "$MAZURKA" check -g same.c 2>err >out || is 1 $?
    local token
    token=$(sed -n 's/^token: mazurka replay //p' err)
    for folder in there another_place_with_a_longer_name; do
        cd ../$folder
        says 1 "replayed: assertion failed" "$MAZURKA" replay "$token"
    done
    sed -i 's/counter == 2/counter == 3/' same.c
    says 2 "has changed since the trace was written" "$MAZURKA" replay "$token"
}
case_ "tokens: the same source in another directory" elsewhere

refused()
{
    cp "$root/examples/account.c" .
    local token letter
    token=$(token_of account.c)
    says 2 "the token: it is damaged" "$MAZURKA" replay "${token}A"
    says 2 "the token: it is damaged" "$MAZURKA" replay "${token%???}"
    says 2 "the token: it is damaged" "$MAZURKA" replay "mz1-AAAA"
    says 2 "the token: it has letters that no token has" "$MAZURKA" replay "mz1-a.b"
    sed -i 's/amount/sum/' account.c
    says 2 "has changed since" "$MAZURKA" replay "$token"
}
case_ "tokens: what is not whole, or of another program, is refused" refused

broken_lines()
{
    cp "$root/examples/account.c" .
    says 1 "replayed: assertion failed" "$MAZURKA" replay " $(token_of account.c | fold -w 30) "
}
case_ "tokens: broken into lines, by what carried it" broken_lines

diverges()
{
    cat > d.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *work(void *unused) { x++; x++; return unused; }
int main(void)
{
    pthread_t t;
    if (getenv("ALONE"))
        return 0;
    pthread_create(&t, NULL, work, NULL);
    assert(x != 1);
    pthread_join(t, NULL);
    return 0;
}
END
    local token
    token=$(token_of d.c)
    says 1 "replayed: " "$MAZURKA" replay "$token"
    says 3 "not reproduced: decision 1 of " env ALONE=1 "$MAZURKA" replay "$token"
}
case_ "tokens: where a replay leaves the schedule is named" diverges

# What has changed need not make the schedule impossible: where the steps begin to be others is told, and --until counts as they do.
rebuilt()
{
    cat > r.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        x += 2;
    x++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(x != 2 * ROUNDS + 1);
    pthread_join(t, NULL);
    return 0;
}
END
    local token
    token=$(token_of r.c -DROUNDS=5)
    sed -i '1i // moved' r.c # elsewhere, and otherwise the same
    says 3 "not reproduced: it reached assertion failed: x != 2 * ROUNDS + 1 at r.c:17 in main; the trace leads to" \
        "$MAZURKA" replay r.mzt --force
    sed -i 's/x++/x--/' r.c
    local told="not reproduced: no fault was reached; other than recorded from step 7 on: thread 1 (work) at r.c:10, atomic fetch_sub x: 10"
    says 3 "$told" "$MAZURKA" replay r.mzt --force
    says 3 "$told" "$MAZURKA" replay "$token" --force
    says 0 "stopped before step 7" "$MAZURKA" replay r.mzt --force --until=7 --steps > until
    grep -q "x: 8 → 10" until && ! grep -q "x: 10 → " until
    sed -i 's/x--/x++/' r.c
    token=$(token_of r.c -DROUNDS=60) # with less for each step
    sed -i 's/x++/x--/' r.c
    says 3 "other than recorded from step 62 on: thread 1" "$MAZURKA" replay r.mzt --force
    says 3 "other than recorded from one of the steps 61 to 62 on: thread 1" "$MAZURKA" replay "$token" --force
    sed -i 's/i < ROUNDS/i < 3/' r.c
    says 3 "other than recorded from step 5 on: thread 1 (work) at r.c:10" "$MAZURKA" replay r.mzt --force
}
case_ "replays of a program that has changed: the first step that differs is named" rebuilt

environment()
{
    cp "$root/examples/counter_fixed.c" "$root/examples/deadlock.c" .
    says 0 "verified: all 16 states" env MAZURKA_OPTIONS=reduction=none "$MAZURKA" check counter_fixed.c
    says 0 "states explored with --reduction=sum" env MAZURKA_OPTIONS=reduction=none "$MAZURKA" check counter_fixed.c --reduction=sum
    says 1 "1 distinct bug" env MAZURKA_OPTIONS=all:no-trace "$MAZURKA" check deadlock.c
    [[ ! -e deadlock.mzt ]]
    says 1 "bug: deadlock" env MAZURKA_OPTIONS="all=0:no-trace=1:json=a\\:b.json" "$MAZURKA" check deadlock.c
    [[ -e a:b.json ]]
    says 2 "in MAZURKA_OPTIONS: unknown option --tine; did you mean --time?" env MAZURKA_OPTIONS=tine=3 "$MAZURKA" check deadlock.c
    says 2 "in MAZURKA_OPTIONS: 'help' is for the command line: here stand options by their long names" \
        env MAZURKA_OPTIONS=help "$MAZURKA" check deadlock.c
    says 2 "in MAZURKA_OPTIONS: '-j2' is for the command line" env MAZURKA_OPTIONS=all:-j2 "$MAZURKA" check deadlock.c
    says 2 "in MAZURKA_OPTIONS: --time=soon: not a duration" env MAZURKA_OPTIONS=all:time=soon "$MAZURKA" check deadlock.c
    says 2 "in MAZURKA_OPTIONS: --time needs an argument" env MAZURKA_OPTIONS=time "$MAZURKA" check deadlock.c
    says 0 "verified" env MAZURKA_OPTIONS= "$MAZURKA" check counter_fixed.c
    says 0 "verified" env MAZURKA_OPTIONS=:::no-trace: "$MAZURKA" check counter_fixed.c
}
case_ "options from the environment: those of the command line win, mistakes are named" environment

quiet()
{
    cp "$root/examples/deadlock.c" .
    is "$("$MAZURKA" check deadlock.c --quiet 2>&1)" "$("$MAZURKA" check deadlock.c -q 2>&1)"
    is 1 "$("$MAZURKA" check -q deadlock.c 2>&1 | wc -l)"
}
case_ "-q is --quiet" quiet

dash()
{
    cp "$root/examples/deadlock.c" ./-d.c
    local line
    line=$("$MAZURKA" check ./-d.c 2> /dev/null | sed -n 's/^replay: mazurka //p')
    is "replay ./-d.mzt" "$line"
    says 1 "replayed: deadlock" "$MAZURKA" $line
    says 1 "replayed: deadlock" "$MAZURKA" replay -- -d.mzt
}
case_ "a replay line can be pasted where the name begins with a dash" dash

two_outputs()
{
    cp "$root/examples/deadlock.c" .
    mkdir sub
    says 2 "--json and --junit: both would be written to x" "$MAZURKA" check deadlock.c --json=x --junit=x
    says 2 "--json and --sarif: both would be written to sub/../x" "$MAZURKA" check deadlock.c --json=./x --sarif=sub/../x
    says 2 "--junit and --trace: both would be written to y" "$MAZURKA" check deadlock.c --junit=y --trace=y
    [[ ! -e x && ! -e y ]]
    says 1 "bug: deadlock" "$MAZURKA" check deadlock.c --json=/dev/null --junit=/dev/null
}
case_ "one file for two outputs is refused" two_outputs

compile_error()
{
    echo 'int main(void) { return nothing; }' > wrong.c
    says 2 "'nothing' undeclared" "$MAZURKA" check wrong.c --json=r.json --junit=r.xml
    is error "$(field verdict r.json)"
    is 2 "$(field exit_code r.json)"
    is wrong "$(field program r.json)"
    grep -q "'nothing' undeclared" r.json
    grep -q '<error type="error" message="the program was not compiled' r.xml
    says 2 '"verdict": "error"' "$MAZURKA" check wrong.c --json=-
}
case_ "a compile error is in the result files, too" compile_error
end_cases
