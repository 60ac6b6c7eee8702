#!/bin/bash
# test_clients_waiting.sh - `mazurka clients` with operations that wait: which outcomes are allowed, lost wake-ups, every reduction and
# search.
. "$(dirname "$0")/../lib/cases.sh"
examples=$root/examples/clients
here=$root/tests/cli/clients
queue=$examples/blocking_queue.spec
clients() # STATUS TEXT ARGUMENTS...
{
    says "$1" "$2" "$MAZURKA" clients "${@:3}" --quiet
}

independent() # SUMMARY CONSISTENCY OPTIONS...
{
    "$MAZURKA" clients "$queue" -DFIXED --list --outcomes --consistency="$2" "${@:3}" > list
    is "$1" "$(python3 -B "$here/enumerate_waiting.py" "$2" < list)"
}
case_ "who may wait for ever is what an independent enumeration says" independent "60 clients, 0 wrong, some wait" sequential \
    --clients=60 --calls=2 --seed=3
case_ "the same with three calls of two threads" independent "40 clients, 0 wrong, some wait" linearizability --clients=40 --threads=2
case_ "the same in any order of the calls" independent "40 clients, 0 wrong, some wait" quiescent --clients=40 --calls=2 --seed=7

fixed()
{
    clients 0 "verified: 10 clients of blocking_queue: in every interleaving the results are sequentially consistent, and calls wait for \
ever only as in some order of them (8 clients)" "$queue" -DFIXED --uniform --clients=10 --seed=4
    clients 0 "are linearizable, and calls wait for ever only as in some order" "$queue" -DFIXED --clients=6 --threads=2 --calls=2 \
        --consistency=linearizability
    clients 0 "are those of some order of all calls, and calls wait" "$queue" -DFIXED --clients=6 --calls=2 --consistency=quiescent
    clients 0 "verified: 8 clients" "$here/semaphore.spec" --clients=8
    clients 0 "verified: 8 clients" "$here/barrier.spec" --clients=8
    clients 0 "verified: 8 clients" "$here/mailbox.spec" --clients=8
}
case_ "clients that wait as their calls do one after the other" fixed

bugs()
{
    local consistency
    for consistency in sequential linearizability quiescent; do
        clients 1 "waits for ever in a way that no order of the calls does" "$queue" -DFIXED -DSILENT --exhaustive --threads=2 --calls=1 \
            --consistency=$consistency
    done
    clients 1 "calls waits for ever in a way that no order of the calls does" "$queue" # the wrong one is woken
    clients 1 "a client of 2 threads with 3 calls has results that no order of the calls gives" "$queue" -DFIXED -DONCE
    clients 1 "waits for ever in a way" "$here/semaphore.spec" -DLOST
    clients 1 "has results that no order of the calls gives" "$here/barrier.spec" -DEARLY
    clients 1 "waits for ever in a way" "$here/mailbox.spec" -DLOST --clients=60 --threads=4 --no-shrink
}
case_ "lost wake-ups, wake-ups of the wrong one, and whoever does not look again" bugs

kept()
{
    cp "$examples"/blocking_queue.* .
    clients 1 "waits for ever" blocking_queue.spec -DFIXED -DSILENT --json=r.json > out || { cat out; return 1; }
    is "1 true 1" "$(field exit_code r.json) $(field violation.unexplained r.json) $(field violation.waiting r.json)"
    # The call that waits has no end.
    is 1 "$(grep '├ blocking_queue_take() waits ──' out | grep -vc '┤$')"
    is 1 "$(grep -c '├ blocking_queue_offer([12]) → true ┤$' out)"
    says 1 "no order of the calls gives these results: waits in its call 1; 1" \
        "$MAZURKA" check blocking_queue-client.c blocking_queue.c -I. -pthread -DFIXED -DSILENT
    says 1 "replayed: " "$MAZURKA" replay blocking_queue-client.mzt
    cc -Wall -Wextra -Werror -Wno-unused-parameter blocking_queue-client.c blocking_queue.c -I. -pthread -DFIXED -o alone
    ./alone
    clients 0 "verified" blocking_queue.spec -DFIXED --clients=4 --json=r.json
    is 4 "$(python3 -c 'import json; print(sum(c["waiting"] <= c["outcomes"] for c in json.load(open("r.json"))["clients"]))')"
}
case_ "what waits is drawn without an end, kept, replayed, and runs by itself" kept

# Each outcome of each client can be reached, so that every search that explores all finds the one that is denied.
each_outcome() # SPECIFICATION FLAGS OPTION...
{
    local flags=$2 rows client=0 row reduction status
    cp "$examples"/blocking_queue.[ch] .
    "$MAZURKA" clients "$1" $flags $drawn --source=clients.c
    rows=$(python3 "$here/deny.py" clients.c)
    "$MAZURKA" cc $flags clients.c $([[ $1 == "$queue" ]] && echo blocking_queue.c) -I. -pthread -o clients
    for count in $rows; do
        for ((row = -1; row < count; row++)); do
            for option in "${@:3}"; do
                status=0
                "$MAZURKA" check ./clients --quiet --race=off --no-trace --minimize=off --jobs=1 $option -- $client 1 $row > out ||
                    status=$?
                case $option:$row in
                *walk*:-1 | *pos*:-1 | *pct*:-1 | *preemptions*:-1) is "$option $client $row: 3" "$option $client $row: $status" ;;
                *:-1) is "$option $client $row: 0" "$option $client $row: $status" ;;
                *) is "$option $client $row: 1" "$option $client $row: $status" ;;
                esac
            done
        done
        ((++client))
    done
}
# Of others the stateless reductions have 100,000 executions, or there are few outcomes.
drawn="--uniform --clients=2 --seed=2 --threads=3 --calls=2"
# In an order that was chosen the random walks before a search report nothing: the search must come to the outcome itself.
reductions=()
for name in none spor sum sum-plain sum-sleep dlspor dljpf despor dejpf dlspor-stateless despor-stateless sleep dpor dpor-stateful odpor \
    source-dpor optimal-dpor; do
    reductions+=("--search=dfs --order=threads:1 --reduction=$name")
done
searches=(--search=bfs --search=best --search=mixed "--search=walk --walks=300" "--search=pos --walks=300" "--search=pct --walks=500"
    "--search=dfs --spurious" "--search=dfs --order=random" "--search=dfs --rb-complete=order --rb=<I,pl,d,Lb,0.75,1.5>")
case_ "every reduction comes to every outcome: a queue" each_outcome "$queue" -DFIXED "${reductions[@]}"
case_ "every search comes to every outcome" each_outcome "$queue" -DFIXED "${searches[@]}"
drawn="--uniform --clients=2 --seed=5 --threads=3 --calls=2"
case_ "every reduction comes to every outcome: a barrier" each_outcome "$here/barrier.spec" "" "${reductions[@]}"
drawn="--uniform --clients=2 --seed=3 --threads=3 --calls=2"
case_ "every reduction comes to every outcome: a semaphore" each_outcome "$here/semaphore.spec" "" "${reductions[@]}"
drawn="--uniform --clients=2 --seed=9 --threads=3 --calls=2"
case_ "every reduction comes to every outcome: a semaphore with more outcomes" each_outcome "$here/semaphore.spec" "" "${reductions[@]}"
drawn="--exhaustive --threads=2 --calls=1"
case_ "every reduction comes to every outcome: whoever is late has done nothing" each_outcome "$here/tickets.spec" "" "${reductions[@]}"

runs_for_ever()
{
    # A call that runs for ever where it should wait is no outcome.
    clients 0 "6 clients left out, of which a call runs for ever in some order" "$here/gate.spec" --exhaustive --calls=1 -DSPIN
    clients 0 "verified: 16 clients" "$here/gate.spec" --exhaustive --calls=1
    clients 1 "livelock: thread 2 can go round for ever" "$here/gate.spec" --exhaustive --calls=1 --livelock
}
case_ "calls that run for ever do not wait" runs_for_ever

# In one order take() has a processor for a tenth of a second: its result there is one that the client may give.
is_slow()
{
    library() # STATEMENT: what take() does where nothing has been put
    {
        printf '%s\n' '#include <stdatomic.h>' '#include <time.h>' 'static atomic_int number;' 'void begin(void) { number = 0; }' \
            'void put(void) { number = 1; }' "int take(void) { int n = number; if (n == 0) { $1 } return n; }"
    }
    library '' > quick.c
    library 'struct timespec t; long end = 0; do { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); end = end ? end :
        t.tv_sec * 1000 + t.tv_nsec / 1000000 + 100; } while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < end);' > slow.c
    echo 'void begin(void); void put(void); int take(void);' > slow.h
    printf '%s\n' 'header "slow.h";' 'sources quick.c;' 'reference slow.c;' 'object int unused;' 'constructor begin();' 'void put();' \
        'int take() blocks;' > slow.spec
    clients 0 "verified: 3 clients" slow.spec --exhaustive --threads=2 --calls=1
}
case_ "a call that may wait, and is slow, is made" is_slow

# Operations that are not marked must return.
never_returns()
{
    cat > two.spec <<'END'
code {
#include <pthread.h>
static pthread_mutex_t a, b;
static int x;
static void begin(void) { pthread_mutex_init(&a, 0); pthread_mutex_init(&b, 0); x = 0; }
static void take(pthread_mutex_t *first, pthread_mutex_t *second) { pthread_mutex_lock(first); pthread_mutex_lock(second); }
static int give(int r) { pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return r; }
static int up(void) { take(&a, &b); return give(++x); }
static int down(void) { take(&b, &a); return give(--x); }
}
object int unused;
constructor begin();
int up();
int down();
END
    clients 1 "in a client of 2 threads with 2 calls: up() and down() never return: deadlock: " two.spec --threads=2 --calls=2 \
        --json=r.json > told
    is "up() down()" "$(jq -r '.violation.stuck | join(" ")' r.json)"
    is 2 "$(grep -c '^  thread [12] .*() waits ' told)"
}
case_ "operations that never return are named" never_returns

end_cases
