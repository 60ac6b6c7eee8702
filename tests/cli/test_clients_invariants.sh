#!/bin/bash
# test_clients_invariants.sh - `mazurka clients --invariants`: what holds of a structure at rest, proposed, checked, and pasted.
. "$(dirname "$0")/../lib/cases.sh"
examples=$root/examples/clients
small="--threads=2 --calls=2 --quiet"

invariants() # STATUS SPECIFICATION ARGUMENTS...: the assertions, and what else is said of them
{
    status=0
    "$MAZURKA" clients "${@:2}" --invariants $small > said 2> errors || status=$?
    is "$1" "$status" || { cat said errors; return 1; }
    sed -n '/^invariants:/,$p' said | sed -E 's/held in [0-9]+ states/held in N states/; / #define/d; /^    \(\{/d'
}

lock="assert(pthread_mutex_trylock(&q->lock) == 0 && pthread_mutex_unlock(&q->lock) == 0);"

counted()
{
    is "invariants: held in N states of 43 clients (complete)
  assert(last(q->head, next) == q->tail);
  assert(nodes(q->head, next) == q->size);
  $lock" "$(invariants 0 "$examples/linked_queue.spec")"
}
case_ "a queue that counts its nodes" counted

forgetful()
{
    invariants 0 "$examples/linked_queue.spec" -DFORGETFUL > told
    grep -q "held in N states of 43 clients (complete)" told
    grep -q "last(q->head, next) == q->tail" told
    ! grep -q "nodes(" told
}
case_ "a queue that forgets to count: the invariant is not there" forgetful

unlocked()
{
    is "invariants: held in N states of 43 clients (complete)
  assert(last(q->head, next) == q->tail);
  $lock
in all orders of whole calls, and not in every interleaving:
  nodes(q->head, next) == q->size   (client: linked_queue_push(1) | linked_queue_push(1))" \
        "$(invariants 0 "$examples/linked_queue.spec" -DUNLOCKED)"
}
case_ "a queue that counts without its lock: interleavings break the invariant" unlocked

# The texts, compiled as they are printed, against the offsets that they were checked by.
pasted()
{
    cp "$examples"/linked_queue.[ch] .
    "$MAZURKA" clients "$examples/linked_queue.spec" -DUNLOCKED --invariants $small --json=r.json > /dev/null
    python3 - <<'PY'
import json
found = json.load(open("r.json"))["invariants"]
assert found["complete"] and len(found["held"]) == 2 and len(found["broken"]) == 1, found
head = 'header "linked_queue.c";\nflags -DUNLOCKED;\ncode {\n%s\n}\nobject struct linked_queue *q;\nconstructor q = linked_queue_new();\n' \
    'destructor linked_queue_free(q);\ninvariant %s;\nbool linked_queue_push(q, int value in 1..2 alike);\n' \
    'bool linked_queue_pop(q, out int *value);\n'
nodes = "#define nodes(from, next) ({ long n_ = 0; for (__auto_type p_ = (from); p_; p_ = p_->next) n_++; n_; })"
macros = "\n".join([nodes] + found["macros"])
open("held.spec", "w").write(head % (macros, " && ".join("(%s)" % e for e in found["held"])))
open("broken.spec", "w").write(head % (macros, found["broken"][0]["expression"]))
PY
    says 0 "verified: 43 clients" "$MAZURKA" clients held.spec $small
    says 1 "assertion failed: nodes(q->head, next) == q->size" "$MAZURKA" clients broken.spec $small
}
case_ "assertions that are pasted say what was checked" pasted

families()
{
    invariants 0 "$examples/queue.spec" -DFIXED --clients=30 > told
    grep -qF "assert(0 <= q->count && q->count <= q->room);" told
    grep -qF "assert(0 <= q->first && q->first < q->room);" told
    invariants 0 "$examples/ms_queue.spec" -DFIXED --clients=30 > told
    grep -qF "assert(last(it->head, next) == it->tail);" told
    grep -qF "assert(reaches(it->first, next, it->head));" told
    invariants 0 "$examples/rw_list_set.spec" -DFIXED --clients=30 > told
    grep -qF "assert(ordered(it->head, next, key, <));" told
    grep -qF "pthread_rwlock_trywrlock(&it->lock) == 0" told
    invariants 0 "$examples/coarse_hash_map.spec" -DFIXED --clients=30 > told
    grep -qF "assert(all_nodes(it->bin, it->bins, next) == it->size);" told
}
case_ "rings, sorted lists, tails, hash tables" families

ring() # whose indices are apart by the number of elements, and one that says it is closed
{
    cat > ring.spec <<'END'
code {
#include <pthread.h>
#include <stdlib.h>
struct ring { unsigned from, to, used, room; _Bool closed; struct { struct ring *back; } self; int value[4]; };
static pthread_mutex_t mutex;
static int put(struct ring *r, int value)
{
    pthread_mutex_lock(&mutex);
    int fits = r->used < r->room;
    if (fits)
        r->value[r->to] = value, r->to = (r->to + 1) % r->room, r->used++;
    pthread_mutex_unlock(&mutex);
    return fits;
}
static int get(struct ring *r)
{
    pthread_mutex_lock(&mutex);
    int value = r->used ? r->value[r->from] : 0;
    if (r->used)
        r->from = (r->from + 1) % r->room, r->used--;
    pthread_mutex_unlock(&mutex);
    return value;
}
}
object struct ring ring;
constructor ring = (struct ring){.room = 2};
int put(&ring, int value in 1..2);
int get(&ring);
END
    invariants 0 ring.spec --clients=40 > told
    cat told
    grep -qF "assert((ring.from + ring.used) % ring.room == ring.to);" told
    grep -qF "assert(ring.used <= ring.room);" told
    grep -qF "assert(ring.closed == 0);" told
    [ "$(grep -c assert told)" -le 10 ]
}
case_ "a ring, as an object that is no pointer" ring

# A pointer to a node that is free already. In calls one after the other, without hooks, nobody sees that.
dangling()
{
    cat > stale.spec <<'END'
code {
#include <pthread.h>
#include <stdlib.h>
struct node { long key; struct node *next; };
struct box { pthread_mutex_t lock; struct node *stale; long uses; };
static struct box *make(void)
{
    struct box *b = calloc(1, sizeof *b);
    pthread_mutex_init(&b->lock, NULL);
    b->stale = malloc(sizeof *b->stale);
    b->stale->next = NULL;
    free(b->stale);
    return b;
}
static void use(struct box *b)
{
    pthread_mutex_lock(&b->lock);
    b->uses += b->uses < 3;
    b->stale = b->uses == 2 ? NULL : b->stale;
    pthread_mutex_unlock(&b->lock);
}
}
object struct box *b;
constructor b = make();
destructor free(b);
void use(b);
END
    invariants 0 stale.spec --clients=10 > told
    cat told
    grep -q "pthread_mutex_trylock(&b->lock)" told
    ! grep -q "assert(.*next" told
}
case_ "a pointer that dangles at rest" dangling

# A client has two calls at least: what is not so after the first call, and is so behind the next ones.
one_call()
{
    cat > first.spec <<'END'
code {
#include <pthread.h>
struct first { pthread_mutex_t lock; int uses, made; } object;
static void use(void)
{
    pthread_mutex_lock(&object.lock);
    object.uses++;
    object.made = object.uses == 1 ? 5 : object.uses;
    pthread_mutex_unlock(&object.lock);
}
}
object struct first *f;
constructor f = &object;
before object = (struct first){.lock = PTHREAD_MUTEX_INITIALIZER};
void use();
END
    invariants 0 first.spec > told
    cat told
    grep -qF "assert(f->uses >= 0);" told
    ! grep -qE "made == |== f->made" told
}
case_ "one call by itself leads to a state, too" one_call

# Numbers with and without a sign, of several widths: the texts say what the offsets said, at -1, too.
signs()
{
    cat > signs.spec <<'END'
code {
#include <pthread.h>
#include <stddef.h>
struct stack { pthread_mutex_t lock; size_t room; unsigned count; long top; } object;
static _Bool push(void)
{
    pthread_mutex_lock(&object.lock);
    _Bool fits = object.top + 1 < (long)object.room;
    object.top += fits;
    object.count += fits;
    pthread_mutex_unlock(&object.lock);
    return fits;
}
static _Bool pop(void)
{
    pthread_mutex_lock(&object.lock);
    _Bool some = object.top >= 0;
    object.top -= some;
    object.count -= some;
    pthread_mutex_unlock(&object.lock);
    return some;
}
}
object struct stack *s;
constructor s = &object;
before object = (struct stack){.lock = PTHREAD_MUTEX_INITIALIZER, .room = 2, .top = -1};
bool push();
bool pop();
END
    sed 's/unsigned count; long top;/long top;/; /count +=/d; /count -=/d' signs.spec > alone.spec
    invariants 0 signs.spec > told
    cat told
    grep -qF "assert(s->count == s->top + 1);" told
    sed 's/unsigned count; long top;/long top; unsigned count;/' signs.spec > turned.spec
    invariants 0 turned.spec > told
    cat told
    grep -qF "assert(s->count == s->top + 1);" told
    invariants 0 alone.spec > told
    cat told
    grep -qF "assert(s->top < (long long)s->room);" told
}
case_ "numbers that are negative, beside such that cannot be" signs

# Locks in an array are locks each; a pointer to a lock is none, and there is none where a null pointer leads.
locks()
{
    cat > locks.spec <<'END'
code {
#include <pthread.h>
#include <stdlib.h>
struct inner { long n; pthread_mutex_t lock; };
struct outer { pthread_mutex_t locks[2]; pthread_mutex_t *mine; long behind[5]; struct inner *in; long uses; };
static struct outer *make(void)
{
    struct outer *o = calloc(1, sizeof *o);
    o->mine = &o->locks[1];
    return o;
}
static void use(struct outer *o)
{
    pthread_mutex_lock(o->mine);
    if (!o->in)
        o->in = calloc(1, sizeof *o->in);
    o->uses++;
    pthread_mutex_unlock(o->mine);
}
}
object struct outer *o;
constructor o = make();
destructor free(o);
void use(o);
END
    invariants 0 locks.spec > told
    cat told
    is "$(printf 'assert(pthread_mutex_trylock(&o->locks[%d]) == 0 && pthread_mutex_unlock(&o->locks[%d]) == 0);\n' 0 0 1 1)" \
        "$(grep -o 'assert(pthread.*' told)"
    grep -qF "assert((o->in == NULL) == (o->uses == 0));" told
}
case_ "locks in arrays, by pointers, and where there are none yet" locks

# A chain that goes round is none, and reading it costs little.
circle()
{
    cat > circle.spec <<'END'
code {
#include <pthread.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
struct circle { pthread_mutex_t lock; struct node *tail; int count; };
static struct circle *make(void)
{
    struct circle *c = calloc(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    return c;
}
static void push(struct circle *c, int key)
{
    struct node *node = calloc(1, sizeof *node);
    node->key = key;
    pthread_mutex_lock(&c->lock);
    node->next = c->tail ? c->tail->next : node;
    if (c->tail)
        c->tail->next = node;
    c->tail = node;
    c->count++;
    pthread_mutex_unlock(&c->lock);
}
}
object struct circle *c;
constructor c = make();
void push(c, int key in 1..2 alike);
END
    invariants 0 circle.spec --time=100s > told
    cat told
    grep -q "clients (complete)" told
    grep -qF "assert((c->tail == NULL) == (c->count == 0));" told
    ! grep -q "next" told
}
case_ "a list that goes round" circle

# Two pointers to the same are compared by the names of what they point to.
class()
{
    cat > set.spec <<'END'
language c++;
code {
#include <mutex>
struct Node { int key; Node *next; };
class Set {
public:
    std::mutex mutex;
    Node *head = nullptr, *newest = nullptr;
    int size = 0;
    void add(int key)
    {
        std::lock_guard<std::mutex> guard(mutex);
        head = newest = new Node{key, head};
        size++;
    }
};
}
object Set *s;
constructor s = new Set();
void s->add(int key in 1..2 alike);
END
    invariants 0 set.spec > told
    cat told
    grep -qF "assert(nodes(s->head, next) == s->size);" told
    grep -qE "assert\(s->(newest == s->head|head == s->newest)\);" told
}
case_ "a class of C++ with two pointers to one node" class

unfinished()
{
    is "invariants: none: no client was explored to the end" "$(invariants 3 "$examples/linked_queue.spec" --states=3)"
    invariants 3 "$examples/linked_queue.spec" --states=45 --json=r.json > told
    grep -qE "^invariants: held in N states of [0-9]+ of 43 clients, no proof: the others were not explored to the end" told
    is "false" "$(field invariants.complete r.json)"
    is "invariants: none are told: there is a bug" "$(invariants 1 "$examples/queue.spec" | tail -n 1)"
    is "null" "$("$MAZURKA" clients "$examples/linked_queue.spec" --clients=3 -q --json=r.json > /dev/null; field invariants r.json)"
    says 2 "they are found when clients are checked" "$MAZURKA" clients "$examples/linked_queue.spec" --invariants --list
}
case_ "what is not complete is no invariant, nor what is of a wrong library" unfinished
