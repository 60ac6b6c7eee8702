#!/bin/bash
# test_clients.sh - `mazurka clients`: specifications, clients, what their calls may return, bugs that are found and made small.
. "$(dirname "$0")/../lib/cases.sh"
examples=$root/examples/clients
here=$root/tests/cli/clients
clients() # STATUS TEXT ARGUMENTS...
{
    says "$1" "$2" "$MAZURKA" clients "${@:3}" --quiet
}

# --- what calls may return -----------------------------------------------------------------------------------------------------

independent()
{
    "$MAZURKA" clients "$examples/queue.spec" -DFIXED --list --outcomes --clients=40 --orders=300 --seed=3 > list
    is "40 clients, 0 wrong" "$(python3 -B "$here/enumerate.py" < list)"
}
case_ "allowed results are those of an independent enumeration" independent

largest()
{
    "$MAZURKA" clients "$examples/ms_queue.spec" -DFIXED --exact --calls=5 --clients=1 --list --outcomes > list
    grep -q "756,756 orders" list
}
case_ "all orders of three threads with five calls" largest

reference()
{
    cp "$examples"/queue.[ch] .
    { sed 's/q->ring\[q->first\]/7/' queue.c; } > broken.c
    { sed 's/sources queue.c/sources broken.c/' "$examples/queue.spec"; echo 'reference queue.c;'; } > queue.spec
    clients 1 "not sequentially consistent" queue.spec -DFIXED --clients=5
    sed -i '/^reference/d' queue.spec # the library is its own reference, and always gives 7
    clients 0 "verified: 5 clients" queue.spec -DFIXED --clients=5
}
case_ "a reference in place of the library itself" reference

outcomes_of() # SPECIFICATION: of all clients of two threads with one call each, in one line
{
    "$MAZURKA" clients "$1" --exhaustive --threads=2 --calls=1 --list --outcomes | tr -s '\n ' ' '
}

caller()
{
    cat > lock.spec <<'END'
code {
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex;
static void begin(void)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &recursive);
}
static int attempt(void) { return printf("client 1 1 0\n"), fflush(stdout), pthread_mutex_trylock(&mutex) != 0; }
}
object int unused;
constructor begin();
int attempt();
END
    # One thread gets the lock twice, two do not. What the library prints is not taken for results.
    is "1: attempt() | attempt() 2 orders, 2 sets of results 0 1 1 0 " "$(outcomes_of lock.spec)"
    sed -i '/^static pthread/i static _Thread_local int mine;' lock.spec
    sed -i 's/pthread_mutex_trylock.*/mine++; }/; s/begin();/mine = 0;/' lock.spec
    is "1: attempt() | attempt() 2 orders, 1 set of results 0 0 " "$(outcomes_of lock.spec)"
}
case_ "a library that knows which thread calls it, and prints" caller

# Each thread counts for itself. In whole calls, one after the other, it does so, too: nothing but a reference can tell that this is wrong.
own_reference()
{
    premise="what calls return depends on the thread that makes them, and is right as the library has it: no \`reference\` is given"
    echo 'static _Thread_local int sum; void start(void) { sum = 0; } int add(int by) { return sum += by; }' > each.c
    echo 'static int sum; void start(void) { sum = 0; } int add(int by) { return sum += by; }' > all.c
    echo 'void start(void); int add(int by);' > sum.h
    cat > sum.spec <<'END'
header "sum.h";
sources each.c;
object int unused;
constructor start();
int add(int by in 1..2);
END
    clients 0 "$premise" sum.spec --clients=3 --threads=2 --calls=2 --json=r.json
    is "$premise" "$(field premises.0 r.json)"
    echo 'reference all.c;' >> sum.spec
    clients 1 "not sequentially consistent" sum.spec --clients=3 --threads=2 --calls=2 --no-shrink > said
    cat said
    ! grep -q "no .reference. is given" said
}
case_ "a library that knows who calls it, and is its own reference" own_reference

# Orders that take long are ended by the time for all, too.
limited()
{
    cat > slow.spec <<'END'
code {
#include <unistd.h>
static _Atomic int value;
static int add(int by) { return usleep(1000), value += by; }
}
object int unused;
constructor value = 0;
int add(int by in 1..2);
END
    SECONDS=0
    clients 3 "unknown: 0 of 30 clients of slow are verified, and none has a bug; 30 not checked to the end (stopped by --time)" \
        slow.spec --calls=5 --time=3s --json=r.json
    [ "$SECONDS" -lt 15 ]
    is "unknown skipped" "$(field verdict r.json) $(field clients.0.verdict r.json)"
    says 2 "stopped by --time before it was known what calls may return" "$MAZURKA" clients slow.spec --calls=5 --time=3s --list --outcomes
    "$MAZURKA" clients slow.spec --calls=5 --quiet > said &
    sleep 3
    kill -INT $!
    status=0
    wait $! || status=$?
    is 3 $status
    grep -q "30 not checked to the end (stopped by a signal)" said
}
case_ "--time and Ctrl-C while it is found out what calls may return" limited

# --- which clients ---------------------------------------------------------------------------------------------------------------

exhaustive()
{
    # push with one value, pop, size: 9 pairs of calls, of which 6 differ in more than the order of threads, but not size with size.
    is 5 "$("$MAZURKA" clients "$examples/queue.spec" --exhaustive --threads=2 --calls=1 --values=1 --list | wc -l)"
    # With three values that are alike: push with push is two clients, the same value and another.
    is 6 "$("$MAZURKA" clients "$examples/queue.spec" --exhaustive --threads=2 --calls=1 --list | wc -l)"
    "$MAZURKA" clients "$examples/queue.spec" --exhaustive --threads=2 --calls=2 --list | sed 's/^[0-9]*: //' | sort > all
    is "" "$(uniq -d all)"
    clients 0 "verified: 6 clients" "$examples/queue.spec" -DFIXED --exhaustive --threads=2 --calls=1
}
case_ "all clients within bounds, each once" exhaustive

stopped()
{
    local tool status=0
    says 3 "; 30 not checked to the end (stopped by --time)" "$MAZURKA" clients "$examples/queue.spec" -DFIXED --time=1ms
    "$MAZURKA" clients "$examples/queue.spec" -DFIXED --clients=400 --jobs=1 --all >out 2>err &
    tool=$!
    # Until others are done.
    until pgrep -P $tool -f -- ' --json=.*/[1-9][0-9]*.json' >/dev/null || ! kill -0 $tool 2>/dev/null; do sleep 0.05; done
    kill -TERM $tool
    wait $tool || status=$?
    cat out err
    is 3 $status
    grep -qE '^unknown: [1-9][0-9]* of [0-9,]* clients of queue are verified, .*; [0-9]+ not checked to the end \(stopped by a signal\)' out
}
case_ "stopped before all clients are checked" stopped

seeds()
{
    local list="$MAZURKA clients $examples/queue.spec --list --clients=10"
    cmp <($list --seed=5) <($list --seed=5)
    ! cmp -s <($list --seed=5) <($list --seed=6)
    is 10 "$($list --exact --threads=3 --calls=2 | grep -c '^[0-9]*: [^|]* [^|]* | [^|]* [^|]* | [^|]* [^|]*$')"
}
case_ "the same seed gives the same clients" seeds

same_names()
{
    printf '%s\n' 'code {' '#include <atomic>' 'static std::atomic<int> a, b;' \
        'static int add(std::atomic<int> *to, int) { return ++*to; }' \
        'static int add(std::atomic<int> *to, long) { return 10 + ++*to; }' '}' 'language c++;' 'object int unused;' \
        'constructor a = b = 0;' 'int add(&a, int by in 1..1);' > two.spec
    cp two.spec overloaded.spec
    echo 'int add(&b, int by in 1..1);' >> two.spec
    is "1: add(&a, (int)1) | add(&a, (int)1) 2 orders, 2 sets of results 1 2 2 1 2: add(&a, (int)1) | add(&b, (int)1) 2 orders, \
1 set of results 1 1 3: add(&b, (int)1) | add(&b, (int)1) 2 orders, 2 sets of results 1 2 2 1 " "$(outcomes_of two.spec)"
    echo 'int add(&a, long by in 1..1);' >> overloaded.spec
    is "1: add(&a, (int)1) | add(&a, (int)1) 2 orders, 2 sets of results 1 2 2 1 2: add(&a, (int)1) | add(&a, (long)1) 2 orders, \
2 sets of results 1 12 2 11 3: add(&a, (long)1) | add(&a, (long)1) 2 orders, 2 sets of results 11 12 12 11 " \
        "$(outcomes_of overloaded.spec)"
}
case_ "operations of one name: of two objects, and overloaded" same_names

roles()
{
    cp "$examples"/queue.[ch] .
    sed 's/alike);/alike) by producer;/; s/\*value);/*value) by consumer;/' "$examples/queue.spec" > queue.spec
    "$MAZURKA" clients queue.spec --list --clients=20 --threads=3 | sed 's/^[0-9]*: //' > list
    ! awk -F' [|] ' '{ push = pop = 0
        for (i = 1; i <= NF; i++) { push += $i ~ /push/; pop += $i ~ /pop/ }
        if (push > 1 || pop > 1) print }' list | grep .
    is 20 "$(wc -l < list)"
}
case_ "roles: one producer, one consumer" roles

# --- bugs ------------------------------------------------------------------------------------------------------------------------

planted() # NAME: found with all calls faulty and with half of them; not there otherwise
{
    local spec=$examples/$1.spec density threads=3
    [[ $1 == cas_bst_set ]] && threads=2 # of three, some clients have millions of states
    for density in 1 2; do
        clients 1 "no order of the calls gives" "$spec" -DBUGGY=$density --no-shrink --threads=$threads
    done
    clients 0 "verified: 6 clients" "$spec" -DFIXED --clients=6 --calls=2 --threads=$threads --budget=2m
}
for name in ms_queue cas_bst_set optimistic_list_set rw_list_set fine_hash_map_set coarse_hash_map fine_hash_map; do
    case_ "the planted bug of $name, with all and half of the calls" planted $name
done

smallest()
{
    cp "$examples"/queue.* .
    printf '#!/bin/sh\necho "$*" >> %s/compiled\nexec gcc "$@"\n' "$PWD" > counting-gcc
    chmod +x counting-gcc
    MAZURKA_CC=$PWD/counting-gcc clients 1 "a client of 2 threads with 3 calls has results that no order of the calls gives" queue.spec \
        --json=r.json --junit=r.xml > out || { cat out; return 1; }
    # The library is compiled without hooks, with hooks, and with the client that was kept; the clients of each step of shrinking alone.
    is 3 "$(grep -cE '[ /]queue\.c( |$)' compiled)"
    (($(grep -c queue_clients.c compiled) > 3))
    is 1 "$(field exit_code r.json)"
    is true "$(field violation.unexplained r.json)"
    is "bug mazurka-clients sequential" "$(field verdict r.json) $(field schema r.json) $(field settings.consistency r.json)"
    python3 -c 'import xml.etree.ElementTree as t; assert int(t.parse("r.xml").getroot().get("failures")) >= 1'
    # What was kept is a program of its own, which fails under check, replays, and runs without us.
    says 1 "no order of the calls gives these results" "$MAZURKA" check queue-client.c queue.c -I. -pthread
    says 1 "replayed: " "$MAZURKA" replay queue-client.mzt
    cc queue-client.c queue.c -I. -pthread -o alone
    ./alone
    # No call of it can be left out: each thread of the history has its calls, with results.
    is 2 "$(grep -c '^  thread [12]  .*├ queue_pop() → true, ' out)"
}
case_ "a client with a bug is made small, drawn, and kept" smallest

cxx()
{
    cp "$here"/stack.* .
    clients 1 "not sequentially consistent" stack.spec --clients=8 --no-shrink
    clients 0 "verified: 3 clients" stack.spec --clients=3 -DFIXED --calls=2
}
case_ "a class of C++" cxx

built()
{
    cp "$examples"/queue.[ch] .
    "$MAZURKA" cc -DFIXED -c queue.c -o queue.o
    sed 's/sources queue.c/sources queue.o/' "$examples/queue.spec" > queue.spec
    clients 0 "verified: 3 clients" queue.spec --clients=3
}
case_ "a library that is built already" built

stored()
{
    cp "$examples"/queue.[ch] .
    # A failed pop leaves garbage behind: nobody looks at it, unless its result is no truth value.
    sed 's/    if (!may(q, 0))/    *value = 7 * is_busy(q);\n&/' queue.c > other.c
    sed -i 's/^bool queue_pop/static bool is_busy(struct queue *q)\n{\n    bool busy = pthread_mutex_trylock(\&q->lock) != 0;\n&/' other.c
    sed -i 's/^bool queue_pop/    if (!busy)\n        pthread_mutex_unlock(\&q->lock);\n    return busy;\n}\n&/' other.c
    sed 's/sources queue.c/sources other.c/; s/^bool queue_push/void queue_push/' "$examples/queue.spec" > queue.spec
    clients 0 "verified" queue.spec -DFIXED --exhaustive --threads=2 --calls=1
    sed -i 's/^bool queue_pop/int queue_pop/' queue.spec
    clients 1 "no order of the calls gives" queue.spec -DFIXED --exhaustive --threads=2 --calls=1
}
case_ "what a call stores counts if it says so" stored

waits()
{
    cp "$here"/mailbox.* .
    clients 0 "and calls wait for ever only as in some order of them (8 clients)" mailbox.spec --clients=12
}
case_ "operations that wait" waits

register() # STATEMENTS...
{
    cp "$here/register.c" .
    { printf 'header "register.c";\nobject int unused;\nconstructor begin();\n'; printf '%s\n' "$@"; } > register.spec
}

consistencies()
{
    register 'void store(int value in 1..1);' 'int late();'
    clients 0 "in every interleaving the results are sequentially consistent" register.spec --exhaustive --threads=2 --calls=1
    clients 0 "are those of some order of all calls" register.spec --exhaustive --threads=2 --calls=1 --consistency=quiescent
    sed -i '/late/d' register.spec
    echo 'code { static int n(void) { return number; } }
        int n() readonly;' >> register.spec
    clients 0 "are linearizable" register.spec --exhaustive --threads=2 --calls=2 --consistency=linearizability
}
case_ "consistency by name" consistencies

# Who loads after a store was done still gets what was there before: by results alone the load may have come first.
real_time()
{
    library() # STORE: as a library of one number
    {
        printf '%s\n' '#include <stdatomic.h>' 'static atomic_int shared, kept;' 'void begin(void) { shared = kept = 0; }' \
            "void store(int value) { $1; }" 'int load(void) { return shared; }'
    }
    library 'shared = kept; kept = value' > lazy_library.c # what is stored is seen after the next call
    library 'shared = value' > exact_library.c
    echo 'void begin(void); void store(int value); int load(void);' > lazy.h
    printf '%s\n' 'header "lazy.h";' 'sources lazy_library.c;' 'reference exact_library.c;' 'object int unused;' 'constructor begin();' \
        'void store(int value in 1..1);' 'int load() readonly;' > lazy.spec
    clients 0 "verified" lazy.spec --exhaustive --threads=2 --calls=1
    clients 1 "not linearizable" lazy.spec --exhaustive --threads=2 --calls=1 --consistency=linearizability
}
case_ "real time tells linearizability from sequential consistency" real_time

spurious()
{
    register 'bool attempt(int value in 1..2);'
    clients 1 "no order of the calls gives" register.spec --exhaustive --threads=2 --calls=1
    register 'bool attempt(int value in 1..2) spurious false;'
    clients 0 "verified" register.spec --exhaustive --threads=2 --calls=1
}
case_ "operations that may fail for no reason" spurious

invariant()
{
    cp "$examples"/queue.[ch] .
    { cat "$examples/queue.spec"; echo 'invariant queue_size(q) <= 1;'; } > queue.spec
    clients 1 "queue_size(q) <= 1" queue.spec -DFIXED --exhaustive --threads=2 --calls=1
}
case_ "an invariant at the end" invariant

# --- what is wrong with specifications ---------------------------------------------------------------------------------------------

queue_with() # STATEMENT...
{
    cp "$examples"/queue.[ch] .
    { sed '/^bool\|^int/d' "$examples/queue.spec"; printf '%s\n' "$@"; } > q.spec
}
bad() # TEXT STATEMENT...: what is said of a specification with it
{
    queue_with "${@:2}"
    clients 2 "$1" q.spec --clients=2
}
bad_specifications()
{
    bad "q.spec:8: the compiler says: implicit declaration of function" 'bool queue_psh(q, int v in 1..3);'
    bad "q.spec:8: this has no end: a semicolon is missing" 'bool queue_push(q, int v in 1..3)'
    bad "q.spec:8: the values from 3 to 1 are none" 'bool queue_push(q, int v in 3..1);'
    bad "q.spec:8: values are written 1..3 or {1, 5, 7}, and not few" 'bool queue_push(q, int v in few);'
    bad "it is not readnly (is it readonly?)" 'bool queue_push(q, int v in 1..3) readnly;'
    bad "q.spec:8: what queue_push returns, void *, cannot be compared" 'void *queue_push(q, int v in 1..3);'
    bad "q.spec:8: what queue_push returns, double, cannot be compared" 'double queue_push(q, int v in 1..3);'
    bad "q.spec:9: what f returns, struct s, cannot be compared" \
        'code { struct s { int a; }; static struct s f(void) { struct s r = {0}; return r; } }' 'struct s f();'
    bad "q.spec:9: what f stores, double, cannot be compared" \
        'code { static int f(double *y) { *y = 1; return 1; } }' 'int f(out double *y);'
    bad "q.spec:8: more than 64 values of one argument" 'bool queue_push(q, int v in 1..100);'
    bad "q.spec:8: heder is neither a statement" 'heder "queue.h";'
    bad "is it header?" 'heder "queue.h";'
    bad "q.spec:8: there is no file nothing.c" 'sources nothing.c;'
    bad "q.spec: there is no operation"
    bad "q.spec:8: all operations are readonly" 'int queue_size(q) readonly;'
    bad "q.spec:8: there is a second object: the first is in line 4" 'object int two;'
    bad "a header is written" 'header queue.h;'
    says 2 "nothing.spec: No such file" "$MAZURKA" clients nothing.spec
    says 2 "a client has from 2 to 8 threads" "$MAZURKA" clients q.spec --threads=1
    says 2 "a thread makes from 1 to 12 calls" "$MAZURKA" clients q.spec --calls=13
    says 2 "which specification?" "$MAZURKA" clients
    says 2 "no/where.json: No such file" "$MAZURKA" clients q.spec --json=no/where.json
    says 2 "--jobs=N" "$MAZURKA" clients q.spec -j2
    says 2 "clients have no arguments of their own" "$MAZURKA" clients q.spec -- # the number of the client is one
}
case_ "what is wrong with a specification is said with its line" bad_specifications

bad_libraries()
{
    bad "the library is not deterministic" 'code {' '#include <time.h>' \
        'static int f(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (int)t.tv_nsec; } }' 'int f();'
    bad "the library keeps something from one object to the next" 'code { static int n; static int f(void) { return n++; } }' 'int f();'
    bad "q.spec:11: f() does not return when nobody else is there" 'code {' '#include <unistd.h>' \
        'static int f(void) { for (;;) pause(); } }' 'int f();'
    bad "q.spec:9: f() crashes without any other thread" 'code { static int f(void) { return *(volatile int *)8; } }' 'int f();'
}
case_ "what is wrong with a library is said" bad_libraries

end_cases
