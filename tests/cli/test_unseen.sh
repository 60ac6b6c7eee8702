#!/bin/bash
# Code whose accesses to memory go unseen: what is said about it, by name and line, and that nothing is verified then.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

compilers=(gcc)
command -v clang > /dev/null && compilers+=(clang)

# threads FILE: two threads that call work(), which the file defines.
threads()
{
    cat > "$1"
    cat >> "$1" << 'END'
static void *thread(void *p) { work(); return p; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
}

# --- what our own mistakes, and a program's, look like -----------------------------------------------------------------

unnoticed()
{
    threads unnoticed.c << 'END'
#include <pthread.h>
static int shared, hidden[4];
__attribute__((no_sanitize("thread"), noinline)) static int unseen(void) { return hidden[2]++; }
static void work(void) { shared++; unseen(); shared++; }
END
}
self_check_names()
{
    unnoticed
    says 2 "has not put back memory at hidden[2] (0x" "$MAZURKA" check unnoticed.c --self-check --no-trace
}
guard_names()
{
    unnoticed
    sed -i 's/^static void work.*/static void work(void) { shared++; hidden[unseen() % 3 ? 0 : 1] = 1; shared++; }/' unnoticed.c
    says 3 "write of 4 bytes at shared (called at unnoticed.c:4 in work) and what follows it lead to another state" \
        "$MAZURKA" check unnoticed.c --race=off --no-trace
}

# --- inline assembly ---------------------------------------------------------------------------------------------------

case $(uname -m) in
x86_64) store='movl $1, %0' add='lock; addl $1, %0' memory=m clock=rdtsc clobbers='"eax", "edx"'
    system='movl $39, %%eax; syscall' fence=mfence pause=pause
    request='"rolq $3,  %%rdi ; rolq $13, %%rdi\n\t" "rolq $61, %%rdi ; rolq $51, %%rdi\n\t" "xchgq %%rbx,%%rbx"'
    result='"=d"(result) : "a"(words), "0"(0) : "cc", "memory"' ;;
*) store='str wzr, %0' add='ldxr w9, %0' memory=Q clock='mrs x9, cntvct_el0' clobbers='"x9"'
    system='svc #0' fence='dmb ish' pause=yield
    request='"mov x3, %1\n\t" "mov x4, %2\n\t" "ror x12, x12, #3  ;  ror x12, x12, #13 \n\t" "ror x12, x12, #51 ;  ror x12, x12, #61 \n\t"'
    request+=' "orr x10, x10, x10\n\t" "mov %0, x3"'
    result='"=r"(result) : "r"(0L), "r"(words) : "cc", "memory", "x3", "x4"' ;;
esac

# notes COMPILER LEVEL "[OPTIONS] FILE" TEXT: nothing is verified, and a note says the text, once for its line.
notes()
{
    local output status=0
    built program "$1" "$2" $3 # perhaps with an option
    output=$("$MAZURKA" check program --race=off --no-trace 2>&1) || status=$?
    printf '%s\n' "$output"
    [[ $status -eq 3 && $output == *"note: $4"* && $output == *"but not all accesses of the program were seen"* ]]
    [[ $(grep -c "note: ${4%%: *}" <<< "$output") -eq 1 ]]
}
assembly() # COMPILER LEVEL
{
    threads statement.c << END
#include <pthread.h>
static int x;
static void work(void) { __asm__ volatile("$store" : "=m"(x)); }
END
    notes "$1" "$2" statement.c "statement.c:3: "
    threads macro.c << END
#include <pthread.h>
#define ADD(x) __asm__ volatile("$add" : "+$memory"(x) :: "cc", $clobbers)
static int x;
static void work(void)
{
    ADD(x);
}
END
    sed -i 's/:: "cc"/:: "cc", "x9"/' macro.c
    [[ $(uname -m) == x86_64 ]] && sed -i 's/, "x9"//' macro.c
    notes "$1" "$2" macro.c "macro.c:6: "
    threads pointer.c << END
#include <pthread.h>
static int x;
static void work(void) { int *p = &x; __asm__ volatile("${store/\%0/(%0)}" :: "r"(p) : "memory"); }
END
    [[ $(uname -m) != x86_64 ]] || notes "$1" "$2" pointer.c "pointer.c:3: "
    local here=$PWD
    mkdir -p elsewhere
    [[ $(uname -m) != x86_64 ]] || (cd elsewhere && notes "$1" "$2" "$here/pointer.c" "$here/pointer.c:3: ")
    threads outside.c << END
#include <pthread.h>
void store(void);
__asm__("store:\n ${store/\%0/0}\n ret");
static void work(void) { }
END
    [[ $(uname -m) != x86_64 ]] || notes "$1" "$2" outside.c "outside.c:1: assembly outside of functions"
}
harmless() # COMPILER LEVEL
{
    threads harmless.c << END
#include <pthread.h>
#include <stdio.h>
static int x;
static int renamed(void) __asm__("another_name");
static int renamed(void) { return 0; }
static void work(void)
{
    int local = 0;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("$fence" ::: "memory");
    __asm__ volatile("$pause");
    __asm__ volatile("" : "+r"(local));
    long words[6] = {0x1001}, result; /* RUNNING_ON_VALGRIND */
    __asm__ volatile($request : $result);
    local += (int)result;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    x += renamed();
    pthread_mutex_unlock(&m);
}
END
    built program "$1" "$2" harmless.c
    says 0 "verified: all" "$MAZURKA" check program --no-trace
}
beyond_the_program() # COMPILER LEVEL
{
    threads clock.c << END
#include <pthread.h>
static void work(void) { __asm__ volatile("$clock" ::: $clobbers); }
END
    notes "$1" "$2" clock.c "clock.c:2: work() asks the processor"
    threads system.c << END
#include <pthread.h>
static void work(void) { __asm__ volatile("$system" ::: $clobbers, "cc"); }
END
    [[ $(uname -m) != x86_64 ]] || sed -i 's/"eax", "edx"/"rax", "rcx", "r11"/' system.c
    notes "$1" "$2" system.c "system.c:2: work() calls the system by itself"
}
without_hooks() # COMPILER LEVEL
{
    unnoticed
    notes "$1" "$2" unnoticed.c "unnoticed.c:3: unseen() has no hooks"
    # Where large structs are passed by their address, that of another object does not look like one.
    threads given.c << 'END'
#include <pthread.h>
struct large { int x[6]; };
struct numbers { double x[4]; };
static struct large hidden;
__attribute__((no_sanitize("thread"), noinline)) int unseen(struct numbers n, struct large *p, struct large s)
{ return p->x[2]++ + s.x[1] + (int)n.x[1]; }
static void work(void) { struct numbers n = {{1}}; volatile int sum = unseen(n, &hidden, hidden); (void)sum; }
END
    notes "$1" "$2" given.c "given.c:6: unseen() has no hooks"
    # Small structs come back in registers: what such a function writes is something else.
    threads small.c << 'END'
#include <pthread.h>
struct pair { long a, b; };
static long hidden[2];
__attribute__((no_sanitize("thread"), noinline)) struct pair unseen(void) { return (struct pair){hidden[0]++, hidden[1]++}; }
static void work(void) { volatile long sum = unseen().a; (void)sum; }
END
    notes "$1" "$2" small.c "small.c:4: unseen() has no hooks"
    # Large ones do not: they are written where the caller wants them, and that is all that needs no hook.
    threads returned.c << 'END'
#include <pthread.h>
struct large { long x[4]; };
long hidden[2];
__attribute__((no_sanitize("thread"), noinline)) struct large unseen(void) { return (struct large){{hidden[0], hidden[1]}}; }
static void work(void) { volatile long sum = unseen().x[0]; (void)sum; }
END
    notes "$1" "$2" returned.c "returned.c:4: unseen() has no hooks"
    # clang gives hooks to atomics of a function that asks for none.
    threads atomic.c << 'END'
#include <pthread.h>
long hidden, counter;
__attribute__((no_sanitize("thread"), noinline)) long unseen(void) { return hidden + __atomic_load_n(&counter, __ATOMIC_RELAXED); }
static void work(void) { volatile long sum = unseen(); (void)sum; }
END
    notes "$1" "$2" atomic.c "atomic.c:3: unseen() has no hooks"
}
many_places()
{
    {
        echo "#include <pthread.h>"
        echo "static int x;"
        echo "static void work(void)"
        echo "{"
        for i in 1 2 3 4 5 6 7; do
            echo "    __asm__ volatile(\"$store\" : \"=m\"(x));"
        done
        echo "}"
    } | threads many.c
    notes "$1" -O0 many.c \
        "inline assembly accesses memory, has no hooks and goes unseen, in 7 places: many.c:5, many.c:6, many.c:7 and 4 more"
}
# A thread that waits for memory which nobody sees it read runs on and on. That is no fault of the program.
unseen_spin()
{
    cat > spin.c << 'END'
#include <pthread.h>
static int go;
static void *waits(void *p)
{
    int seen;
    do {
        __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(go) : "memory");
    } while (!seen);
    return p;
}
static void *lets_go(void *p)
{
    __asm__ volatile("movl $1, %0" : "=m"(go) : : "memory");
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, lets_go, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
    says 3 "perhaps the thread waits for a write that goes unseen" "$MAZURKA" check spin.c --cc="$1" -O1 --hang=500ms --race=off --no-trace
}
# The same statement in two objects, which know the header by different names.
in_a_header() # COMPILER
{
    local output
    mkdir below
    cat > below/ops.h << END
static inline void set(int *x) { __asm__ volatile("$store" : "=m"(*x)); }
END
    printf '#include "ops.h"\nvoid other(void);\nvoid other(void) { static int y; set(&y); }\n' > below/other.c
    threads one.c << 'END'
#include <pthread.h>
#include "./below/ops.h"
void other(void);
static int x;
static void work(void) { set(&x); other(); }
END
    "$MAZURKA" cc --cc="$1" -c one.c
    "$MAZURKA" cc --cc="$1" -c "$PWD/below/other.c"
    "$MAZURKA" cc --cc="$1" one.o other.o -o both
    output=$("$MAZURKA" check ./both --no-trace 2>&1) || true
    printf '%s\n' "$output"
    [[ $(grep -c "note: .*by inline assembly" <<< "$output") -eq 1 ]]
}

empty_file()
{
    threads full.c << 'END'
#include <pthread.h>
static int shared;
static void work(void) { __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); }
END
    echo '/* nothing on this system */' >empty.c
    says 0 "verified" "$MAZURKA" check --cc=gcc full.c empty.c --no-trace
}
case_ "a source file without code" empty_file

constant_table() # COMPILER LEVEL
{
    threads table.c << 'END'
#include <pthread.h>
#include <stddef.h>
static int shared;
static const struct { int code; const char *text; } table[] = {{0, "no"}, {1, "one"}, {2, "two"}, {0, NULL}};
__attribute__((noinline)) static const char *text_of(int code)
{
    for (int i = 0; table[i].text; i++)
        if (table[i].code == code)
            return table[i].text;
    return NULL;
}
static void work(void) { if (text_of(__atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST))) __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST); }
END
    built program "$1" "$2" table.c
    says 0 "verified" "$MAZURKA" check program --no-trace
}

for compiler in "${compilers[@]}"; do
    case_ "inline assembly in a header is one note, $compiler" in_a_header $compiler
    case_ "inline assembly in many places is one note, $compiler" many_places $compiler
    [[ $(uname -m) != x86_64 ]] || case_ "a spin lock of inline assembly is no bug, $compiler" unseen_spin $compiler
    for level in -O0 -O1 -O2; do
        case_ "inline assembly is noticed, $compiler $level" assembly $compiler $level
        case_ "inline assembly that does nothing, $compiler $level" harmless $compiler $level
        case_ "clocks and system calls in assembly, $compiler $level" beyond_the_program $compiler $level
        case_ "a function that wants no hooks, $compiler $level" without_hooks $compiler $level
        case_ "a table that nobody writes, $compiler $level" constant_table $compiler $level
    done
done

# --- builtins of the processor's -----------------------------------------------------------------------------------------

case $(uname -m) in
x86_64) header=immintrin.h lanes='_mm_maskstore_epi32(x, _mm_set1_epi32(-1), _mm_set1_epi32(1))' builtin=-mavx2
    register='movl $1, (%0)' cache='_mm_prefetch((char *)x, _MM_HINT_T0); _mm_clflush(x)' ;;
*) header=arm_neon.h lanes='vst2q_lane_s32(x, ((int32x4x2_t){{vdupq_n_s32(1), vdupq_n_s32(1)}}), 1)' builtin=-DNEON
    register='str wzr, [%0]' cache='__asm__ volatile("dc cvac, %0; prfm pldl1keep, [%0]" :: "r"(x) : "memory")' ;;
esac
builtins() # COMPILER LEVEL
{
    threads builtin.c << END
#include <pthread.h>
#include <$header>
static int x[16];
static void work(void) { $lanes; }
END
    local output status=0
    built program "$1" "$2" $builtin builtin.c
    output=$("$MAZURKA" check program --race=off --no-trace 2>&1) || status=$?
    printf '%s\n' "$output"
    [[ $status -eq 3 && $output == *"accesses memory by a builtin"* && $output == *"but not all accesses of the program were seen"* ]]
    [[ $(grep -c "note: .*by a builtin" <<< "$output") -eq 1 ]]
}
through_register() # COMPILER LEVEL
{
    threads register.c << END
#include <pthread.h>
static int x[2];
static void work(void) { int *p = x; x[1]++; __asm__ volatile("$register" :: "r"(p)); }
END
    notes "$1" "$2" register.c "register.c:3: "
}
caches() # COMPILER LEVEL
{
    threads caches.c << END
#include <pthread.h>
#include <$header>
static int x[16];
static void work(void)
{
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    __builtin_prefetch(x);
    $cache;
    pthread_mutex_lock(&m);
    x[0]++;
    pthread_mutex_unlock(&m);
}
END
    built program "$1" "$2" caches.c
    says 0 "verified: all" "$MAZURKA" check program --no-trace
}
for compiler in "${compilers[@]}"; do
    for level in -O0 -O2; do
        case_ "builtins that access memory are noticed, $compiler $level" builtins $compiler $level
        case_ "assembly that stores through a register is noticed, $compiler $level" through_register $compiler $level
        case_ "prefetches and caches, $compiler $level" caches $compiler $level
    done
done

# --- vectors -----------------------------------------------------------------------------------------------------------

wide_vectors()
{
    threads vector.c << 'END'
#include <pthread.h>
int a[64], b[64];
static void work(void)
{
    for (int i = 0; i < 64; i++)
        a[i] += b[i];
}
END
    notes clang -O2 "-mavx2 -fvectorize vector.c" "vector.c:6: work() accesses 32 bytes or more at once"
}
if [[ $(uname -m) == x86_64 && ${compilers[*]} == *clang* ]]; then
    case_ "vectors that are too wide for clang's hooks" wide_vectors
fi

# --- stripped programs -------------------------------------------------------------------------------------------------

stripped()
{
    echo 'int main(void) { return 0; }' > empty.c
    "$MAZURKA" cc --cc="$1" empty.c -o whole
    says 0 "verified" "$MAZURKA" check ./whole
    for options in --strip-all --strip-debug; do
        strip $options whole -o program
        says 3 "note: program is stripped" "$MAZURKA" check ./program >said
        grep -q "but not all accesses of the program were seen" said
    done
}
for compiler in "${compilers[@]}"; do
    case_ "a stripped program, $compiler" stripped $compiler
done

case_ "a self-check names what differs" self_check_names
case_ "the determinism guard names what differs" guard_names
end_cases
