#!/bin/bash
# test_volatile.sh - -fvolatile=relaxed takes volatile accesses for relaxed atomics, with both compilers; what it leaves as it is; what the
# verdict and the reports of races say of it.
. "$(dirname "$0")/../lib/cases.sh"
relaxed=-fvolatile=relaxed
taken="taking volatile accesses for single and relaxed (-fvolatile=relaxed)"
advice="the accesses that race are volatile: with -fvolatile=relaxed"
check() { "$MAZURKA" check --no-trace "$@"; }
no_advice() { [[ $1 != *"$advice"* ]] || { echo "gives advice"; return 1; }; }

# two_threads FILE DECLARATIONS WORK MAIN: main does MAIN while another thread does WORK, and a bit behind that.
two_threads()
{
    cat >"$1" <<EOF
#include <assert.h>
#include <pthread.h>
$2
static void *work(void *p)
{
    $3
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    $4
    pthread_join(t, 0);
    ${5-}
    return 0;
}
EOF
}
fence() { echo "__atomic_thread_fence(__ATOMIC_$1);"; }
message() # FILE [FENCE]
{
    two_threads "$1" "static int data; static TYPE volatile ready;" "data = 42; ${2-$(fence RELEASE)} ready = (TYPE)1;" \
        "if (ready) { $(fence ACQUIRE) assert(data == 42); }"
}

# --- what it is for ----------------------------------------------------------------------------------------------------------

fences_order() # COMPILER
{
    local type
    message m.c
    says 1 "$advice" check --cc="$1" -DTYPE=int m.c
    says 0 "$taken" check --cc="$1" -DTYPE=int $relaxed m.c
    for type in char short long float double _Bool 'void*'; do
        says 0 "$taken" check --cc="$1" --quiet "-DTYPE=$type" $relaxed m.c
    done
    says 0 "$taken" check --cc="$1" -O2 -DTYPE=int $relaxed m.c
    says 0 "$taken" check --cc="$1" -DTYPE=int -x c++ $relaxed m.c
    says 0 "$taken" check --cc="$1" --memory-model=c11 -DTYPE=int $relaxed m.c
}
barrier_missing() # COMPILER
{
    local said
    message m.c ""
    said=$(says 1 "write of data by thread 1" check --cc="$1" -DTYPE=int $relaxed m.c) || { echo "$said"; return 1; }
    [[ $said != *"race: "*" of ready by"* ]] && no_advice "$said"
}
# Both are 0 on machines whose stores wait in buffers, and never one after the other.
stale_values() # COMPILER
{
    two_threads s.c "static volatile int x, y; static int a, b;" "x = 1; a = y;" "y = 1; b = x;" "assert(a || b);"
    says 0 "$taken" check --cc="$1" --memory-model=sc $relaxed s.c
    says 1 "assertion failed" check --cc="$1" --memory-model=c11 $relaxed s.c
}
updates_get_lost() # COMPILER
{
    two_threads u.c "static volatile int v;" "v++;" "v++;" "assert(v == 2);"
    says 1 "assertion failed: v == 2" check --cc="$1" $relaxed u.c
}
plain_ones_race() # COMPILER
{
    two_threads p.c "static int v;" "*(volatile int *)&v = 1;" "v = 2;"
    no_advice "$(check --cc="$1" p.c 2>&1)"
    says 1 "of v by thread" check --cc="$1" $relaxed p.c
}
beside_atomics() # COMPILER
{
    two_threads a.c "static int v;" "*(volatile int *)&v = 1;" "__atomic_store_n(&v, 2, __ATOMIC_SEQ_CST);"
    says 1 "$advice" check --cc="$1" a.c
    says 0 "$taken" check --cc="$1" $relaxed a.c
}
says_nothing_of_other_races()
{
    two_threads o.c "static int v;" "v = 1;" "v = 2;"
    no_advice "$(check o.c 2>&1)"
}

# --- what stays as it is ---------------------------------------------------------------------------------------------------------

stays() # COMPILER DECLARATIONS WORK MAIN
{
    two_threads k.c "$2" "$3" "$4"
    says 1 "race: " check --cc="$1" $relaxed k.c
    no_advice "$(check --cc="$1" $relaxed k.c 2>&1)"
}
left_alone() # COMPILER
{
    stays "$1" "static volatile struct { unsigned a : 3, b : 5; } s;" "s.a = 1;" "s.b = 1;"
    stays "$1" "static volatile struct { unsigned a : 3, b : 5; } s; static int n;" "s.a = 0;" "n = s.b;"
    stays "$1" "struct pair { int x, y; }; static volatile struct pair s; static struct pair n;" "s.x = 1;" "n = s;"
    stays "$1" "static volatile __int128 w;" "w = 1;" "w = 2;"
    stays "$1" "struct __attribute__((packed)) part { char c; volatile int i; }; static struct part s;" "s.i = 1;" "s.i = 2;"
}
# A bit-field beside it changes nothing for a number, and a number made of one is none.
beside_bit_fields() # COMPILER
{
    two_threads b.c "static struct { unsigned a : 3; volatile int n; } s; static volatile unsigned v;" "s.n = 1; v = 0;" "v = s.a; s.n = 2;"
    says 0 "$taken" check --cc="$1" $relaxed b.c
}
# Advice that would not help is not given.
no_advice_for_them() # COMPILER
{
    two_threads b.c "static volatile struct { unsigned a : 3, b : 5; } s;" "s.a = 1;" "s.b = 1;"
    no_advice "$(says 1 "race: " check --cc="$1" b.c)"
    two_threads s.c "static volatile struct { int a, b; } s, n;" "s = n;" "s.a = 2;"
    no_advice "$(says 1 "race: " check --cc="$1" s.c)"
    two_threads f.c "static struct { char c; volatile int n; } s;" "s.n = 1;" "s.n = 2;"
    says 1 "$advice" check --cc="$1" f.c
}
# Nobody else has them: there is nothing to take for anything.
own_variables() # COMPILER
{
    two_threads l.c "" "volatile int own = 1; own++;" "volatile int own = 1; own++;"
    local said
    said=$(says 0 "verified" check --cc="$1" $relaxed l.c) || { echo "$said"; return 1; }
    [[ $said != *"$taken"* ]]
}

# --- the ways to say it ----------------------------------------------------------------------------------------------------------

said_elsewhere()
{
    message m.c
    "$MAZURKA" cc -DTYPE=int $relaxed -c m.c
    "$MAZURKA" cc m.o -o m
    says 0 "$taken" check --json=m.json ./m
    grep -q "\"taking volatile accesses for single and relaxed" m.json
    git init -q . && git add m.c && git -c user.name=a -c user.email=a@b.c commit -qm one
    sed 's/data = 42/data = 6 * 7/' m.c >n.c && mv n.c m.c
    says 0 "$taken" "$MAZURKA" diff --sources="m.c -DTYPE=int $relaxed"
    says 3 "race: " "$MAZURKA" diff --sources="m.c -DTYPE=int"
    "$MAZURKA" cc -DTYPE=int $relaxed -fvolatile=plain -o m m.c
    says 1 "$advice" check ./m
    says 2 "use -fvolatile=relaxed" "$MAZURKA" cc -fvolatile=seq_cst m.c
}
in_a_library() # COMPILER
{
    message m.c
    "$MAZURKA" cc --cc="$1" -DTYPE=int $relaxed -Dmain=library_main -fPIC -shared -o libm1.so m.c
    echo 'int library_main(void); int main(void) { return library_main(); }' >main.c
    "$MAZURKA" cc --cc="$1" -o main main.c ./libm1.so
    says 0 "$taken" check ./main
}
from_a_trace() # COMPILER
{
    two_threads u.c "static volatile int v;" "v++;" "v++;" "assert(v == 2);"
    says 1 "assertion failed" "$MAZURKA" check --cc="$1" $relaxed u.c
    says 1 "assertion failed" "$MAZURKA" replay ./*.mzt
}
without_plugin()
{
    mkdir -p lib bin
    cp -r "$BUILD/lib/mazurka" lib/ && rm -rf lib/mazurka/gcc lib/mazurka/clang
    cp "$BUILD/bin/mazurka" bin/ && cp -r "$BUILD/include" .
    message m.c
    says 2 "needs the plugin for gcc" bin/mazurka cc --cc=gcc -DTYPE=int $relaxed m.c
}

for compiler in gcc clang; do
    type -P $compiler >/dev/null || { echo "skip volatile $compiler: it is not installed"; continue; }
    for test in fences_order barrier_missing stale_values updates_get_lost plain_ones_race beside_atomics left_alone beside_bit_fields \
        no_advice_for_them own_variables in_a_library from_a_trace; do
        case_ "volatile ${test//_/ } ($compiler)" $test $compiler
    done
done
case_ "volatile: nothing is said of other races" says_nothing_of_other_races
case_ "volatile: the option of cc, diff, and another one behind it" said_elsewhere
case_ "volatile: without the plugin it is refused" without_plugin
end_cases
