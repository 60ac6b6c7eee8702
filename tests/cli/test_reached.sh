#!/bin/bash
# Code without hooks counts only where somebody comes to it, however he does; functions of archives without hooks are treated as those of
# libraries; and what only looks like code without hooks does not count.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

compilers=(gcc)
command -v clang > /dev/null && compilers+=(clang)
case $(uname -m) in
x86_64) store='movl $1, %0' memory=m ;;
*) store='str wzr, %0' memory=Q ;;
esac

# threads FILE: two threads that call work() with 0 and 1.
threads()
{
    cat > "$1"
    cat >> "$1" << 'END'
static void *thread(void *p) { work(p != 0); return p; }
int main(int argc, char **argv)
{
    pthread_t a, b;
    (void)argc;
    SETUP;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, argv);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
}
check() { "$MAZURKA" check --race=off --no-trace "$@"; }
seen="verified: all"
unseen="but not all accesses of the program were seen"

# A function without hooks, and a statement of assembly, in a branch that the program's argument decides on.
branches() # COMPILER LEVEL
{
    threads branch.c << END
#include <pthread.h>
#include <stdlib.h>
#ifndef SETUP
#define SETUP
#endif
static int shared, hidden[4];
static volatile int want;
__attribute__((no_sanitize("thread"), noinline)) static int bare(void) { return hidden[2]++; }
static void work(int k)
{
    if (k == want)
        bare();
    if (k == want + 10)
        __asm__ volatile("$store" : "=$memory"(hidden[1]) :: "memory");
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
}
END
    sed -i 's/(void)argc;/want = argc > 1 ? atoi(argv[1]) : 0;/' branch.c
    says 0 "$seen" check --cc="$1" "$2" branch.c --keep=branch --json=result.json -- 7
    grep -q '"branch.c:.*bare() has no hooks' result.json
    says 0 "2 places without hooks never reached" check branch --verbose -- 7
    says 3 "bare() has no hooks (no_sanitize, or inline assembly): its accesses to memory go unseen (reached by thread 2)" check branch -- 1
    says 3 "(reached by thread 2)" check branch -- -9
    says 3 "$unseen" check branch -j2 -- 1
    says 0 "$seen" check --cc="$1" "$2" '-DSETUP=bare()' branch.c -- 7
}

# Set-up ends within it, and it goes on.
around_setup() # COMPILER LEVEL
{
    cat > around.c << 'END'
#include <pthread.h>
static int shared, hidden[4];
static void *thread(void *p) { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); return p; }
__attribute__((noinline)) static void run(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
__attribute__((no_sanitize("thread"), noinline)) static int bare(void) { run(); return hidden[2]++; }
int main(void) { return bare() < 0; }
END
    says 3 "bare() has no hooks" check --cc="$1" "$2" around.c
}

# However one comes there.
unusual_ways() # COMPILER
{
    cat > ways.c << 'END'
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <dlfcn.h>
#define BARE __attribute__((no_sanitize("thread"), noinline))
static int shared, hidden[4];
BARE int bare(void) { return hidden[2]++; }
BARE static int compare(const void *a, const void *b) { hidden[1]++; return *(const int *)a - *(const int *)b; }
BARE static void at_end(void) { hidden[3]++; }
BARE static void of_key(void *p) { hidden[0]++; (void)p; }
static int (*volatile pointer)(void) = bare;
static int last(void) { return pointer(); }
#if WAY == 5
static int chosen(void) __attribute__((ifunc("choose")));
static int (*choose(void))(void) { return bare; }
#endif
static volatile int way;
#if WAY == 5
static void *thread(void *p) { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); chosen(); return p; }
#else
static void *thread(void *p)
{
    int numbers[] = {2, 1};
    pthread_key_t key;
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    switch (way) {
    case 1:
        last();
        break;
    case 2:
        qsort(numbers, 2, sizeof *numbers, compare);
        break;
    case 3:
        pthread_key_create(&key, of_key);
        pthread_setspecific(key, &shared);
        break;
    case 4:
        ((int (*)(void))dlsym(RTLD_DEFAULT, "bare"))();
        break;
    case 6:
        pthread_cleanup_push(of_key, 0);
        pthread_cleanup_pop(1);
        break;
    }
    return p;
}
#endif
#if WAY == 7
__attribute__((destructor)) BARE static void destroyed(void) { hidden[1]++; }
#endif
int main(int argc, char **argv)
{
    pthread_t a, b;
    way = argc > 1 ? atoi(argv[1]) : 0;
    if (way == 8)
        atexit(at_end);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, way == 9 ? (void *(*)(void *))(void *)bare : thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (shared == 0)
        at_end(), compare(0, 0), of_key(0), last();
    return 0;
}
END
    for way in 0 5 7; do
        "$MAZURKA" cc --cc="$1" --opt=1 -DWAY=$way ways.c -rdynamic -Wno-all -pthread -o ways$way
    done
    for way in 1 2 3 4 5 6 7 8 9; do
        program=ways0
        [[ ! -x ways$way ]] || program=ways$way
        says 3 "has no hooks (no_sanitize, or inline assembly): its accesses to memory go unseen (reached by thread" check $program -- $way
    done
    says 0 "$seen" check ways0
}

# In a library that has hooks.
in_a_library() # COMPILER
{
    cat > library.c << 'END'
static int hidden[4], n;
__attribute__((no_sanitize("thread"), noinline)) static int bare(void) { return hidden[2]++; }
int library(int k);
int library(int k) { return k ? bare() : n; }
END
    threads user.c << 'END'
#include <pthread.h>
#define SETUP
int library(int k);
static int shared;
static void work(int k) { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); library(WANT == k); }
END
    "$MAZURKA" cc --cc="$1" -shared -fPIC library.c -o libown.so
    says 0 "$seen" check --cc="$1" -DWANT=7 user.c -L. -lown "-Wl,-rpath,$PWD"
    says 3 "bare() has no hooks" check --cc="$1" -DWANT=1 user.c -L. -lown "-Wl,-rpath,$PWD"
}

for compiler in "${compilers[@]}"; do
    for level in -O0 -O2; do
        case_ "code without hooks that nobody comes to, $compiler $level" branches $compiler $level
    done
    case_ "set-up ends in code without hooks, $compiler" around_setup $compiler -O1
    case_ "unusual ways to code without hooks, $compiler" unusual_ways $compiler
    case_ "code without hooks in a library with hooks, $compiler" in_a_library $compiler
done

# --- archives ---------------------------------------------------------------------------------------------------------------

archive_user()
{
    cat > archive.c << 'END'
int counter;
static int own;
int bump(int *p) { int v = *p; *p = v + 1; return own++; }
int get(void) { return counter; }
void twice(void (*f)(void)) { f(); f(); }
int sum(const int *p, int n) { int s = 0; while (n--) s += p[n]; return s; }
struct table { int (*get)(void); };
static int nameless(void) { return counter; }
const struct table table = {nameless};
END
    cat > user.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int bump(int *p), get(void), sum(const int *p, int n);
void twice(void (*f)(void));
struct table { int (*get)(void); };
extern const struct table table;
extern int counter;
static int x, order[2], n, way;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void f(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
static void *thread(void *p)
{
    switch (way) {
    case 1: /* a lost update */
        if (p) bump(&x); else { int v = x; x = v + 1; }
        break;
    case 2: /* it calls back */
        twice(f);
        break;
    case 3: /* what it keeps decides */
        order[p != 0] = bump(&(int){0});
        break;
    case 4: /* a variable that it knows by name */
        if (p) counter = 1; else n = get();
        break;
    case 5: /* a function without a symbol */
        if (p) counter = 1; else n = table.get();
        break;
    case 6: /* one after the other */
        f();
        break;
    }
    return p;
}
int main(int argc, char **argv)
{
    pthread_t a, b;
    int numbers[] = {1, 2, 3};
    way = argc > 1 ? atoi(argv[1]) : 0;
    assert(sum(numbers, 3) == 6);
    bump(&n), n--;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int s = sum(numbers, 3) + get() + bump(&numbers[0]);
    assert(way != 1 || x == 2);
    assert(way != 2 || x == 4);
    assert(way != 3 || order[0] < order[1]);
    assert((way != 4 && way != 5) || n == 0);
    assert(way != 6 || s == 7);
    return 0;
}
END
    gcc -g -c archive.c
    ar rcs libwith.a archive.o
    gcc -O2 -c archive.c
    strip --strip-unneeded archive.o
    ar rcs libwithout.a archive.o
}
archives() # COMPILER
{
    archive_user
    "$MAZURKA" cc --cc="$1" -c user.c -pthread
    for archive in with without; do
        "$MAZURKA" cc user.o lib$archive.a -o $archive -pthread
        for way in 1 3 4 5; do
            says 1 "assertion failed" check $archive -- $way
        done
        says 3 "with each call of twice taken as one step" check $archive -- 2
        says 0 "$seen" check $archive --self-check -- 6
        says 0 "$seen" check $archive -j2 -- 6
    done
    says 3 "archive.c was not compiled by \`mazurka cc\`" check with --trust=all -- 6
}
# A library without hooks calls a function of the archive, which reads a variable of the program by its name.
through_a_library() # COMPILER
{
    archive_user
    echo 'int call(int (*f)(void)); int call(int (*f)(void)) { return f(); }' > library.c
    gcc -shared -fPIC library.c -o libcalls.so
    cat > through.c << 'END'
#include <assert.h>
#include <pthread.h>
int call(int (*f)(void)), get(void);
extern int counter;
static int n;
static void *thread(void *p) { if (p) { counter = 1; counter = 2; } else n = call(get); return p; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n != 1);
    return 0;
}
END
    says 1 "assertion failed" check --cc="$1" through.c libwith.a -L. -lcalls "-Wl,-rpath,$PWD"
}
for compiler in "${compilers[@]}"; do
    case_ "an archive without hooks, $compiler" archives $compiler
    case_ "an archive and a library without hooks, $compiler" through_a_library $compiler
done

# Assembly is no function like others: it counts where somebody comes to it.
assembly_file()
{
    printf '.text\n.globl leaf\n.type leaf, %%function\nleaf: ret\n.size leaf, . - leaf\n' > leaf.s
    printf '.text\n.globl leaf\nleaf: ret\n' > untyped.s
    threads user.c << 'END'
#include <pthread.h>
#define SETUP
void leaf(void);
static int shared;
static void work(int k) { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); if (k == WANT) leaf(); }
END
    says 0 "$seen" check -DWANT=7 user.c leaf.s
    says 3 "leaf.s is assembly" check -DWANT=1 user.c leaf.s
    printf '.text\n.globl other, leaf\n.type other, %%function\nother: nop\nleaf: ret\n.size other, . - other\n' > second.s
    says 3 "second.s is assembly" check -DWANT=1 user.c second.s
    gcc -c untyped.s
    says 3 "leaf() has no debug information" check -DWANT=7 user.c untyped.o
}
case_ "a file of assembly" assembly_file

# --- what is none -------------------------------------------------------------------------------------------------------------

false_alarms() # COMPILER
{
    cat > harmless.c << 'END'
#include <pthread.h>
#include <string.h>
static int shared;
static char buffer[64];
static const char *const names[] = {"a", "b"};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) static const char *name(int x) { return names[x & 1]; }
static void *thread(void *p)
{
    pthread_mutex_lock(&m);
    strcpy(buffer, name(++shared));
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
    echo '/* nothing */' > empty.c
    echo 'static int x[3]; int never(int i) { return x[i]++; }' > never.c
    gcc -g -ffunction-sections -c never.c
    for level in -O0 -O2; do
        says 0 "$seen" check --cc="$1" $level harmless.c -fno-plt
        says 0 "$seen" check --cc="$1" $level harmless.c -finstrument-functions
    done
    says 0 "$seen" check --cc="$1" harmless.c empty.c
    says 0 "$seen" check --cc="$1" harmless.c never.o -ffunction-sections -Wl,--gc-sections --trust=all
}
for compiler in "${compilers[@]}"; do
    case_ "what only looks like code without hooks, $compiler" false_alarms $compiler
done
end_cases
