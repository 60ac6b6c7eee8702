#!/bin/bash
# test_states.sh - exact states: numbers from independent models (lib/count_states.py), and what dead values may not do.
. "$(dirname "$0")/../lib/cases.sh"

counts() # COMPILER SOURCE THREADS ROUNDS STATES TRANSITIONS
{
    local run=("$MAZURKA" check --cc="$1" --no-trace --every-step --json=r.json "-DTHREADS=$3" "-DROUNDS=$4" "$root/bench/$2")
    "${run[@]}" || [ $? = 1 ] # races are found
    is "$5 $6" "$(field statistics.states r.json) $(field statistics.transitions r.json)"
}

for compiler in gcc clang; do
    case_ "every step of the mutex counter, 3 x 4, $compiler" counts $compiler mutex_counter.c 3 4 1713 2714
    case_ "every step of the mutex counter, 4 x 6, $compiler" counts $compiler mutex_counter.c 4 6 45309 75498
    case_ "every step of the racy counter, 3 x 4, $compiler" counts $compiler racy_counter.c 3 4 65809 178146
done
case_ "every step of the racy counter, 4 x 3" counts gcc racy_counter.c 4 3 692482 2459500

# A schedule that was made with --every-step has a decision at every step: its replay needs no option.
replays_every_step()
{
    says 1 "assertion failed" "$MAZURKA" check --every-step --trace=t.mzt "$programs/bad/race/lost_update.c"
    says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt
}
case_ "a schedule of every step is replayed" replays_every_step

keeps_apart()
{
    "$MAZURKA" check --no-trace --dead-values=keep --json=keep.json "$programs/ok/dead/calls.c"
    "$MAZURKA" check --no-trace --json=clear.json "$programs/ok/dead/calls.c"
    (($(field statistics.states keep.json) > $(field statistics.states clear.json)))
    is "$(field statistics.end_states keep.json)" "$(field statistics.end_states clear.json)"
}
case_ "kept values make more states of the same" keeps_apart

says_what_is_possible() { says 2 "must be one of clear|keep|poison" "$MAZURKA" check --dead-values=burn "$programs/ok/dead/calls.c"; }
case_ "a setting that is none" says_what_is_possible

refuses_to_keep() { says 2 "--uninit needs clear" "$MAZURKA" check --uninit --dead-values=keep "$programs/ok/dead/calls.c"; }
case_ "new frames cannot be kept and filled" refuses_to_keep

says_that_zeros_hide_it()
{
    says 1 "this needs garbage in memory that was never written" "$MAZURKA" check --uninit --trace=t.mzt "$programs/bad/uninit/heap.c"
    says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt
    says 0 verified "$MAZURKA" check "$programs/bad/uninit/heap.c"
}
case_ "memory that was never written" says_that_zeros_hide_it

names_it() # PROGRAM COMPILER TEXT
{
    says 1 "$3" "$MAZURKA" check --uninit --no-trace --quiet --cc="$2" "$programs/bad/uninit/$1"
}
case_ "a member of a block that was never written" names_it heap.c gcc "read before the first write: job#1->state ("
case_ "a lock that was never made" names_it lock.c gcc "read before the first write: *lock ("
case_ "a local variable that was never written" names_it local.c clang "read before the first write: found ("
case_ "a local variable without hooks that was never written" names_it local.c gcc "never written before the failure: work's found"

# Exceptions of floating-point operations count for a program that asks for them, and only for it.
cat >"$cases_work/flags.c" <<'C'
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static volatile double third;
static void *work(void *unused)
{
    int divides = atomic_load(&x);
    if (divides)
        third = divides / 3.0;
    atomic_store(&x, 0);
#ifdef ASK
    assert(!divides == !fetestexcept(FE_INEXACT));
#endif
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    atomic_store(&x, 1);
    third = 0;
    pthread_join(t, NULL);
    return 0;
}
C
asks_for_flags() { says 0 verified "$MAZURKA" check --no-trace --race=off -DASK "$cases_work/flags.c" -lm; }
case_ "floating-point exceptions that are asked for" asks_for_flags
# What states differ in: a register that gcc leaves behind is found when it is kept, and gone when it is cleared.
finds_the_register()
{
    "$MAZURKA" cc --cc=gcc -o counter "-DTHREADS=2" "-DROUNDS=3" "$root/bench/mutex_counter.c"
    "$MAZURKA" states counter --splits=1000 --dead-values=keep >kept
    "$MAZURKA" states counter --splits=1000 >cleared
    cat kept cleared
    grep -q '  work: [rx][a-z0-9]* (such as 0x' kept
    ! grep -q '  work: ' cleared
}
case_ "the place in which states differ" finds_the_register

# A program that looks at a register which nobody has set for it, and says that it changes it: as if the analysis had called something
# dead that is read.
cat >"$cases_work/peek.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
static int counter;
static atomic_int y;
static atomic_long seen;
static __attribute__((noinline)) void peek(void)
{
    long leftover;
#if defined(__x86_64__)
    __asm__ volatile("mov %%rbx, %0\n\tnot %0" : "=r"(leftover) : : "rbx");
#else
    __asm__ volatile("mvn %0, x19" : "=r"(leftover) : : "x19");
#endif
    atomic_store(&seen, leftover);
}
static void *work(void *unused)
{
    counter += 7;
    atomic_store(&y, 1);
    peek();
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    atomic_store(&y, 2);
    counter += 7;
    pthread_join(t, NULL);
    return 0;
}
C
compares_states()
{
    "$MAZURKA" cc -o calls "$programs/ok/dead/calls.c"
    says 0 "30 of 30 states, out of 2,021, are reached with dead values kept, too" "$MAZURKA" states calls --agree=30
    "$MAZURKA" c++ -o doubles "$programs/ok/cxx/stream_of_doubles.cpp"
    says 0 "are reached with dead values kept, too" "$MAZURKA" states doubles --agree=100
    "$MAZURKA" cc --cc=gcc -o peek "$cases_work/peek.c"
    says 1 "cannot be reached with dead values kept" "$MAZURKA" states peek --agree=100
}
case_ "states that are reached with dead values kept, too" compares_states

# A replay that is killed says nothing of the program: the first process leaves its number in a file, and others
# end themselves.
cat >"$cases_work/killed.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long call(long number, long a, long b, long c, long d)
{
#if defined(__x86_64__)
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return result;
#else
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c, x3 __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
#endif
}
static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    long self = call(SYS_getpid, 0, 0, 0, 0), first = 0;
    if (call(SYS_pread64, 0, (long)&first, sizeof first, 0) == 0)
        call(SYS_pwrite64, 0, (long)&self, sizeof self, 0);
    else if (first != self)
        call(SYS_kill, self, SIGKILL, 0, 0);
    return 0;
}
C
does_not_compare_what_was_killed()
{
    "$MAZURKA" cc -o killed "$cases_work/killed.c"
    says 3 "state 1 was not compared: a replay did not end" bash -c '"$0" states killed --agree=2 0<>first' "$MAZURKA"
}
case_ "a replay that is killed is no difference" does_not_compare_what_was_killed

shows_shares()
{
    "$MAZURKA" cc -o counter "$root/bench/mutex_counter.c"
    says 0 "hooks     9 of 9 analysed (100.0 %)" "$MAZURKA" states counter
    says 0 "pthread_mutex_lock: dead:" "$MAZURKA" states counter --at work
    says 2 "has no function nothing" "$MAZURKA" states counter --at nothing
    says 2 "cannot be" "$MAZURKA" states missing --splits=10
}
case_ "what was analysed" shows_shares

# Names are of those who wrote the program: a terminal must not obey them.
escapes_names()
{
    cat >jumps.c <<'END'
#include <setjmp.h>
jmp_buf buffer;
int jumps(void) { return setjmp(buffer); }
int plain(void) { return jumps(); }
int main(void) { return plain(); }
END
    "$MAZURKA" cc -w -o jumps jumps.c
    objcopy --redefine-sym jumps=$'\x1b[31mjumps' --redefine-sym plain=$'\x1b[31mplain' jumps
    says 0 '\x1b[31mjumps' "$MAZURKA" states ./jumps --explain
    says 0 '\x1b[31mplain at' "$MAZURKA" states ./jumps --at $'\x1b[31mplain'
    ! "$MAZURKA" states ./jumps --explain | grep -q $'\x1b'
    ! "$MAZURKA" states ./jumps --at $'\x1b[31mplain' | grep -q $'\x1b'
}
case_ "names that a terminal would obey" escapes_names
end_cases
