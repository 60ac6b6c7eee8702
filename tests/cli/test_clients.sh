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
    premise="what calls return depends on the thread that makes them, and is right as the library has it: neither \`reference\` nor \
\`callers alike\` is given"
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
    clients 0 "$premise" sum.spec --uniform --clients=3 --threads=2 --calls=2 --json=r.json
    is "$premise" "$(field premises.0 r.json)"
    sed '/^sources/a callers alike;' sum.spec > alike.spec # so that one thread makes all calls, in every order
    clients 1 "not sequentially consistent" alike.spec --clients=3 --threads=2 --calls=2 --no-shrink
    echo 'reference all.c;' >> sum.spec
    clients 1 "not sequentially consistent" sum.spec --clients=3 --threads=2 --calls=2 --no-shrink > said
    cat said
    ! grep -q "callers alike" said
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
    clients 3 "unknown: 0 of 200 clients of slow are verified, and none has a bug; 200 not checked to the end (stopped by --time)" \
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
    grep -q "200 not checked to the end (stopped by a signal)" said
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
    says 3 "; 200 not checked to the end (stopped by --time)" "$MAZURKA" clients "$examples/queue.spec" -DFIXED --time=1ms
    "$MAZURKA" clients "$examples/queue.spec" -DFIXED --clients=400 --jobs=1 --all >out 2>err &
    tool=$!
    # Until others are done.
    until pgrep -P $tool -f -- ' --json=.*/[1-9][0-9]*-[0-9]*.json' >/dev/null || ! kill -0 $tool 2>/dev/null; do sleep 0.05; done
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

# A size that is no moment's: four certain calls of 49 that there are must meet.
guided()
{
    local seed spec=$examples/striped_set.spec
    for seed in 1 2 3; do
        clients 0 "verified: 100 clients" "$spec" --uniform --clients=100 --seed=$seed
        clients 1 "no order of the calls gives" "$spec" --seed=$seed --no-shrink
    done
    clients 0 "verified: 200 clients of striped_set: in every interleaving" "$spec" -DFIXED
}
case_ "clients whose calls can have many results find what those at random miss" guided

# With few calls all of them, as many sizes as half of the clients are enough for; the rest is larger.
small_first()
{
    local list="$MAZURKA clients $examples/queue.spec --list"
    $list > list
    is 200 "$(wc -l < list)"
    # Of the queue: 6 clients with two calls, 49 with three, and more than 100 with four.
    $list --exhaustive --clients=55 | diff - <(head -n 55 list)
    is 4 "$($list --exhaustive --clients=56 | tail -n 1 | grep -o '(' | wc -l)"
    is "" "$(sed -n '56,$p' list | awk 'gsub(/\(/, "(") < 4')"
    is "" "$(sed 's/^[0-9]*: //' list | sort | uniq -d)"
    clients 0 "verified: 60 clients of queue, all with up to 2 calls: " "$examples/queue.spec" -DFIXED --clients=60 --calls=2 --json=r.json
    is "2 false" "$(field complete_up_to_calls r.json) $(field settings.uniform r.json)"
    is true "$(jq '[.clients[].together] | max > 1' r.json)" # several by one search
    clients 0 "verified: 6 clients of queue, all with up to 2 calls: " "$examples/queue.spec" -DFIXED --exhaustive --threads=2 --calls=1
}
case_ "small clients first, and all of them" small_first

# A bug of one client among many that are explored together is told of that client alone.
together()
{
    "$MAZURKA" clients "$examples/queue.spec" --exhaustive --threads=2 --calls=2 --all --no-shrink --quiet --json=r.json > said || true
    cat said
    jq -r '.clients[] | select(.verdict == "bug") | "\(.together) \(.threads | flatten | map(split("(")[0]) | sort | join(" "))"' \
        r.json > bugs
    (($(wc -l < bugs) > 0))
    ! grep -v '^1 ' bugs
    ! grep -v 'queue_pop queue_pop\|queue_push queue_push' bugs # the planted bug takes two of them
    is true "$(jq '[.clients[] | select(.verdict == "verified")] | length > 60' r.json)"
}
case_ "a bug of one of many that one search explores" together

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

# What was verified before a run was stopped is not checked again, unless something is different.
known()
{
    cp "$examples"/queue.[ch] "$examples/queue.spec" .
    local bounds="-DFIXED --exhaustive --threads=2 --calls=2 --clients=20 --known=first.json" premise="are as they were for first.json"
    clients 0 "verified: 20 clients" queue.spec -DFIXED --exhaustive --threads=2 --calls=2 --clients=20 --json=first.json
    python3 - <<'END'
import json
d = json.load(open("first.json"))
for c in d["clients"][5:]:
    c["verdict"] = "skipped"
d["clients"][0]["premises"] = ["as it rains"]
json.dump(d, open("first.json", "w"))
END
    clients 0 "as it rains (1 client)" queue.spec $bounds --json=second.json > said
    cat said
    grep -q "$premise (5 clients)" said
    is 20 "$(jq '[.clients[] | select(.verdict == "verified")] | length' second.json)"
    is 5 "$(jq "[.clients[] | select(.premises | tostring | contains(\"$premise\"))] | length" second.json)"
    # The same of another library, of another specification, with another option: nothing.
    other="first.json is of another library or specification, or of other options"
    says 0 "$other" "$MAZURKA" clients queue.spec $bounds --race=off
    says 0 "$other" "$MAZURKA" clients queue.spec $bounds -DOTHER
    cp queue.c kept.c
    echo '// changed' >> queue.c
    says 0 "$other" "$MAZURKA" clients queue.spec $bounds
    mv kept.c queue.c
    echo '// changed' >> queue.h
    says 0 "$other" "$MAZURKA" clients queue.spec $bounds
    says 2 "this is no --json of" "$MAZURKA" clients queue.spec --known=queue.c
}
case_ "a run is gone on with from its JSON" known

# --- a first specification -----------------------------------------------------------------------------------------------------------

first_spec()
{
    cp "$examples"/queue.[ch] .
    is "queue.spec: 3 operations of struct queue, mazurka clients queue.spec checks it" \
        "$("$MAZURKA" clients --from=queue.h | paste -sd, | sed 's/,/, /')"
    is "header \"queue.h\"; sources queue.c; object struct queue *it; constructor it = queue_new(2); destructor queue_free(it);" \
        "$(sed -n '3,7p' queue.spec | paste -sd' ')"
    is "bool queue_push(it, int value in 1..3); bool queue_pop(it, out int *value); int queue_size(it) readonly;" \
        "$(tail -n 3 queue.spec | paste -sd' ')"
    says 2 "queue.spec is there already" "$MAZURKA" clients --from=queue.h
    clients 1 "no order of the calls gives" queue.spec
    clients 0 "verified: " queue.spec -DFIXED --clients=50
    # As many places as there are numbers, and one lock: right. Counts are made without the lock: wrong.
    cp "$here/pool.h" .
    cat > pool.c <<'END'
#include "pool.h"
int pool_init(pool_t *p, size_t room) { return *p = (pool_t){PTHREAD_MUTEX_INITIALIZER, {0}}, (int)room; }
void pool_fini(pool_t *p) { (void)p; }
static bool change(pool_t *p, item wanted, uint64_t to)
{
    pthread_mutex_lock(&p->lock);
    bool changes = p->used[wanted] != to;
    p->used[wanted] = to;
    pthread_mutex_unlock(&p->lock);
    return changes;
}
pool_status pool_take(pool_handle p, item wanted, item *taken) { return *taken = wanted, change(p, wanted, 0) ? POOL_OK : POOL_NOT; }
bool pool_put(pool_t *p, unsigned long n) { return change(p, n, 1); }
END
    says 0 "again.spec: 3 operations of pool_t" "$MAZURKA" clients --from=pool.h pool.c again.spec
    is "object pool_t it; constructor pool_init(&it, 2); destructor pool_fini(&it);" "$(sed -n '5,7p' again.spec | paste -sd' ')"
    is "pool_status pool_take(&it, item wanted in 1..3, out item *taken);bool pool_put(&it, unsigned long argument2 in 1..3);size_t \
pool_count(&it) readonly;" "$(grep -v '^//' again.spec | tail -n 3 | paste -sd '')"
    is "call each move name print sum" "$(sed -n 's/^.. left out: .*pool_\([a-z]*\)(.*/\1/p' again.spec | sort | paste -sd' ')"
    clients 1 "no order of the calls gives" again.spec --race=off
}
case_ "a first specification from a header" first_spec

first_spec_of_class()
{
    cp "$here/stack.hpp" .
    says 0 "stack.spec: 2 operations of Stack" "$MAZURKA" clients --from=stack.hpp
    is 'language c++; header "stack.hpp"; object Stack *it; constructor it = new Stack(); destructor delete it;' \
        "$(sed -n '3,7p' stack.spec | paste -sd' ')"
    is "bool it->push(int argument1 in 1..3); bool it->pop(out int &argument1);" "$(tail -n 2 stack.spec | paste -sd' ')"
    clients 1 "bug: " stack.spec --threads=2 --calls=2
    clients 0 "verified: " stack.spec -DFIXED --threads=2 --calls=2 --clients=10
    cat > pool.hpp <<'END'
#include <cstdint>
#include <string>
namespace shop {
enum class state { open, closed };
struct price { int cents; };
class pool {
public:
    pool(int room, bool strict);
    pool(const std::string &name);
    pool(const pool &) = delete;
    explicit pool(uint64_t room) : room(room) {}
    ~pool() = default;
    short put(const int &value, short *taken) { return *taken = (short)value, (short)room; }
    size_t count() const { return (size_t)room; }
    static bool is_prime(unsigned n) { return n == 2 || n == 3; }
    state now();
    std::string name();
    int pay(price p);
    int operator+(int);
    int gone(int) = delete;
protected:
    int hidden(int);
private:
    uint64_t room;
};
}
END
    says 0 "pool.spec: 3 operations of shop::pool" "$MAZURKA" clients --from=pool.hpp
    is "object shop::pool *it; constructor it = new shop::pool(2);" "$(sed -n '5,6p' pool.spec | paste -sd' ')"
    is "size_t it->count() readonly;bool shop::pool::is_prime(unsigned int argument1 in 1..3);" \
        "$(grep -E 'count|prime' pool.spec | paste -sd '')"
    is "name now operator+ pay" "$(sed -n 's/^.. left out: shop::pool::\([^;]*\);.*/\1/p' pool.spec | sort | paste -sd' ')"
}
case_ "a first specification of a class" first_spec_of_class

no_first_spec()
{
    echo 'int add(int);' > number.h
    says 2 "number.h declares no function that takes a pointer to a structure" "$MAZURKA" clients --from=number.h
    echo 'struct q; int q_push(struct q *, int);' > nobody.h
    says 2 "nobody.h: no function returns a new struct q" "$MAZURKA" clients --from=nobody.h
    echo 'struct q; struct q *q_new(void); char *q_pop(struct q *);' > nothing.h
    says 2 "none of the functions of nothing.h can be an operation as it is" "$MAZURKA" clients --from=nothing.h
    echo 'class Q { };' > class.h
    says 2 "none of the functions of Q can be an operation as it is" "$MAZURKA" clients --from=class.h
    echo 'class P { P(int); public: int f(); };' > private.hpp
    says 2 "private.hpp: P has no public constructor that takes nothing but numbers" "$MAZURKA" clients --from=private.hpp
    echo 'template <class T> class V { public: int f(T); };' > template.hpp
    says 2 "template.hpp declares no class and no structure" "$MAZURKA" clients --from=template.hpp
    echo 'class {' > wrong.hpp
    says 2 "wrong.hpp is no header of C or C++ that compiles by itself" "$MAZURKA" clients --from=wrong.hpp
    says 2 "there is no file nowhere.h" "$MAZURKA" clients --from=nowhere.h
    echo 'struct q; struct q *q_new(void); int q_add(struct q *, int);' > linked.h
    says 2 "the library does not compile without hooks" "$MAZURKA" clients --from=linked.h # its source is not given
    [ -f linked.spec ]
}
case_ "headers of which no specification is made" no_first_spec

# --- bugs ------------------------------------------------------------------------------------------------------------------------

planted() # NAME: found with all calls faulty and with half of them; not there otherwise
{
    local spec=$examples/$1.spec density threads=3
    [[ $1 == cas_bst_set ]] && threads=2 # of three, some clients have millions of states
    for density in 1 2; do
        clients 1 "no order of the calls gives" "$spec" -DBUGGY=$density --no-shrink --threads=$threads --uniform --clients=30
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
        --uniform --json=r.json --junit=r.xml > out || { cat out; return 1; }
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
    is 2 "$(grep -c '^  thread [12]  .*├ queue_p[a-z]*([123]*) → true' out)"
}
case_ "a client with a bug is made small, drawn, and kept" smallest

cxx()
{
    cp "$here"/stack.* .
    clients 1 "not sequentially consistent" stack.spec --uniform --clients=8 --no-shrink
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
    clients 0 "and calls wait for ever only as in some order of them (8 clients)" mailbox.spec --uniform --clients=12
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
    clients 0 "are linearizable; under sequential consistency" register.spec --exhaustive --threads=2 --calls=2 \
        --consistency=linearizability > said
    cat said
    ! grep -q register_clients said # our own relaxed loads are nobody's premise
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
