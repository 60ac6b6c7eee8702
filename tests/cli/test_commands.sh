#!/bin/bash
# test_commands.sh - what is the same in all commands: help that begins with an example, `--time` for all of the work, JSON with a schema
# and its version, and what is known on Ctrl-C.
. "$(dirname "$0")/../lib/cases.sh"
commands=$("$MAZURKA" help | sed -n '/^Commands:/,/^$/s/^  \([a-z+]*\) .*/\1/p')

cat >"$cases_work/short.c" <<'END'
#include <pthread.h>
static int n;
static void *add(void *unused) { __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST); return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    return pthread_join(t, NULL);
}
END
cat >"$cases_work/long.c" <<'END'
#include <pthread.h>
static int sum[4], turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *mine)
{
    for (int i = 0; i < 2000; i++) {
        pthread_mutex_lock(&lock);
        *(int *)mine += ++turn;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, add, &sum[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END

begins()
{
    local command
    [[ $(wc -w <<< "$commands") -ge 20 ]]
    for command in $commands; do
        "$MAZURKA" help "$command" > said
        grep -qF "Example: mazurka $command" <(head -n 1 said) || { head -n 1 said; return 1; }
        is "" "$(sed -n 2p said)"
        "$MAZURKA" "$command" --help | head -n 1 | diff - <(head -n 1 said)
    done
}
case_ "help begins with an example" begins

# What may take long. The time of one part of the work is called --budget there, and the store, seeds, and limits have one name each.
options()
{
    local command
    for command in check resume diff hunt orders clients census variables states suite lab; do
        "$MAZURKA" help "$command" | grep -q '^  --time=DURATION' || { echo "$command has no --time"; return 1; }
    done
    for command in test clients suite lab; do
        "$MAZURKA" help "$command" | grep -q '^  --budget=DURATION  *time for each ' || { echo "$command has no --budget"; return 1; }
    done
    for command in suite lab; do
        "$MAZURKA" help "$command" | grep -q '^  --store=FILE  *where results are kept (default mazurka.db)'
        "$MAZURKA" help "$command" | grep -q '^  --states=N  *limit of each run'
    done
    for command in $commands; do
        "$MAZURKA" help "$command" > said
        ! grep -E '^  --(hours|limit|timeout|max-[a-z]*|db|random-seed|output-json)\b' said || { echo "$command"; return 1; }
    done
}
case_ "the same words for the same things" options

schema() # SCHEMA STATUS COMMAND...
{
    local status=0
    rm -f r.json
    "$MAZURKA" "${@:3}" --json=r.json > said 2>&1 || status=$?
    is "$1: $2 $1 number" "$1: $status $(jq -r '"\(.schema) \(.schema_version | type)"' r.json)" || { cat said; return 1; }
}
schemas()
{
    cp "$cases_work/short.c" .
    "$MAZURKA" cc -g short.c -pthread -o short
    schema mazurka-check 0 check short.c -pthread
    schema mazurka-census 0 census ./short
    schema mazurka-variables 0 variables ./short
    schema mazurka-states 0 states ./short
    schema mazurka-states 0 states ./short --splits=100
    schema mazurka-states 0 states ./short --agree=3
    schema mazurka-test 0 test ./short --framework=none
    schema mazurka-hunt 3 hunt ./short --runs=3
    "$MAZURKA" orders short.c -pthread --format=json --quiet > r.json
    is "mazurka-orders number" "$(jq -r '"\(.schema) \(.schema_version | type)"' r.json)"
    schema mazurka-clients 0 clients "$root/examples/clients/queue.spec" -DFIXED --exhaustive --threads=2 --calls=1
    schema mazurka-suite-list 0 suite list "$root/suite" --programs=piper
    schema mazurka-suite-run 3 suite run "$root/suite" --programs=piper --time=1ms --store=s.db
    schema mazurka-suite-show 0 suite show "$root/suite" --programs=piper --store=s.db
    schema mazurka-lab-list 0 lab list
    schema mazurka-lab-list 0 lab list 000 --quick
    is 1 "$(jq '.studies | length' r.json)"
    "$MAZURKA" lab list 000 --json=- | jq -e '.studies[0].phases[0].configurations > 0'
    says 2 "--time: without --splits or --agree nothing is run" "$MAZURKA" states ./short --time=1s
    schema mazurka-lab-run 3 lab run 000 --quick --suite="$root/suite" --time=1ms --store=l.db
    schema mazurka-doctor 0 doctor
    says 2 "--json: not with --at" "$MAZURKA" states ./short --at=add --json=r.json
}
case_ "JSON has a schema and its version" schemas

ends() # STATUS TEXT COMMAND...: what is said when the time is over, soon; and on a signal
{
    local tool status=0 before=$SECONDS
    says "$1" "$2" "$MAZURKA" "${@:3}" --time=2s --json=r.json
    [ $((SECONDS - before)) -lt 60 ]
    jq -e .schema_version r.json
    rm r.json
    env --default-signal=INT "$MAZURKA" "${@:3}" --json=r.json > out 2>&1 &
    tool=$!
    until pgrep -P $tool > /dev/null || ! kill -0 $tool 2> /dev/null; do sleep 0.05; done
    sleep 2
    kill -INT $tool
    wait $tool || status=$?
    cat out
    is 3 $status
    jq -e .schema_version r.json
}
ended()
{
    cp "$cases_work/long.c" .
    "$MAZURKA" cc -g long.c -pthread -o long
    ends 0 "error paths" census ./long
    ends 0 "variables" variables ./long --walks=100000000
    ends 3 "are reached with dead values kept" states ./long --agree=500
}
case_ "--time, and Ctrl-C: what is known by then" ended

# Many runs: what was made is kept, and told.
studies_end()
{
    ends 3 "" suite run "$root/suite" --programs=piper,daisy --configurations=all --runs=100 --states=10k --store=s.db
    ends 3 "" lab run 000 --suite="$root/suite" --store=l.db
    is false "$(jq .finished r.json)"
}
case_ "--time, and Ctrl-C: runs of a suite, and of a study" studies_end

end_cases
