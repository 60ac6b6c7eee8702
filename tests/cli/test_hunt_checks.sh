#!/bin/bash
# What `mazurka hunt` checks in each execution beside its end: data races, by clocks that order too much rather than too little, and
# blocks of the heap. What is unseen orders, so that nothing is told of it that may be wrong.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
sources=$root/tests/cli/hunt
hunt() { "$MAZURKA" hunt --time=5s --hang=5s "$@"; }

# Both accesses, with their stacks; the trace leads there again, and a race is told beside another fault.
told()
{
    says 1 "bug: data race: " hunt "$sources/two_counters.c" --runs=30 --json=result.json | tee said
    grep -q "of plain by thread" said
    grep -q "the two accesses, which nothing orders:" said
    grep -A2 "(write\|: write" said | grep -q "at $sources/two_counters.c:9 in add"
    grep -q "at $sources/two_counters.c:17 in work" said
    grep -q "; 5 of 5 replays lead there" said
    ! grep "of locked" said
    grep -q '"races"' result.json
    says 1 "bug: data race: " "$MAZURKA" replay two_counters.mzh
    says 1 "bug: data race: " hunt "$sources/two_counters.c" --race=error --time=0 --no-trace
    says 1 "bug: data race: " hunt "$sources/two_counters.c" --runs=40 -j 2 --no-trace
    says 3 "not found in 30 executions" hunt "$sources/two_counters.c" --race=off --runs=30
    says 1 "bug: assertion failed" hunt "$sources/lost_update.c" --time=20s --no-trace | tee said
    grep -q "^race: .* of served by thread" said
}
case_ "a data race" told

# Programs of which `check` knows whether they have a race: what is told is one, and the ordinary ones are found.
known()
{
    local program
    for program in ok_{barrier,c11_threads,condition,fences,fork_and_join,futex,keys,last_thread,mutex_and_trylock,neighbours}.c \
        ok_{once,release_acquire,reused_block,rwlock,semaphore,spin_lock}.c ok_static_init.cpp; do
        says 3 "not found in 25 executions" hunt "$programs/races/$program" --race=error --runs=25
    done
    for program in after_the_barrier atomic_and_plain different_locks fence_on_one_side not_yet_joined plain_flag relaxed_flag \
        release_without_acquire; do
        says 1 "bug: data race" hunt "$programs/races/$program.c" --race=error --no-trace --quiet
    done
}
case_ "races that are known, and programs without" known

# Pipes, files and signals order.
by_the_kernel()
{
    cat > program.c << 'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2], data, more;
static FILE *out, *in;
static void *reader(void *p)
{
    char c;
    if (read(ends[0], &c, 1) != 1 || data != 1)
        return p;
    return fgetc(in) == EOF || more != 2 ? p : NULL;
}
int main(void)
{
    int others[2];
    pthread_t t;
    if (pipe(ends) || pipe(others))
        return 1;
    out = fdopen(others[1], "w");
    in = fdopen(others[0], "r");
    pthread_create(&t, 0, reader, 0);
    data = 1;
    if (write(ends[1], "x", 1) != 1)
        return 1;
    more = 2;
    fprintf(out, "%d\n", 3);
    fflush(out);
    return pthread_join(t, 0);
}
END
    says 3 "not found in 40 executions" hunt program.c --race=error --runs=40
}
case_ "what the kernel orders" by_the_kernel

# The standard library of C++, with hooks and without.
library()
{
    "$MAZURKA" c++ -g "$sources/cxx_library.cpp" -o program
    says 3 "not found in 25 executions" hunt ./program --race=error --runs=25
    g++ -g -pthread -fsanitize=thread "$sources/cxx_library.cpp" -o program
    says 3 "not found in 25 executions" hunt ./program --race=error --runs=25 > said 2>&1
    ! grep "are not told" said
}
case_ "what the library of C++ orders" library

# A lock of inline assembly, and a library with one: races are not told beside them, and the note says so.
unseen()
{
    cat > lock.h << 'END'
static volatile int word;
static inline void take(void) { int v; do { v = 1; __asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(word) :: "memory"); } while (v); }
static inline void give(void) { __asm__ volatile("movl $0, %0" : "=m"(word) :: "memory"); }
END
    cat > program.c << 'END'
#include <pthread.h>
void lock(void);
void unlock(void);
static int count;
static void *work(void *p) { lock(); count++; unlock(); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    return pthread_join(t, 0);
}
END
    printf '#include "lock.h"\nvoid lock(void) { take(); }\nvoid unlock(void) { give(); }\n' > lock.c
    [[ $(uname -m) == x86_64 ]] || return 0
    says 3 "not found in" hunt program.c lock.c --runs=10 > said 2>&1
    grep -q "races were met and are not told.*inline assembly" said
    gcc -g -shared -fPIC lock.c -o liblock.so
    says 3 "not found in" hunt program.c -L. -llock "-Wl,-rpath,$PWD" --runs=10 > said 2>&1
    grep -q "liblock.so has no hooks" said
    says 1 "bug: data race" hunt program.c -L. -llock "-Wl,-rpath,$PWD" --runs=20 --trust=liblock.so --no-trace
}
case_ "what nobody sees orders, perhaps" unseen

# With hooks and without: where it happens, and who had the block.
misused()
{
    local flags
    for flags in "" "-fsanitize=thread"; do
        # shellcheck disable=SC2086 # words
        gcc -g -pthread $flags "$sources/misused_block.c" -o program
        says 1 "bug: use after free at $sources/misused_block.c:16 in late: at byte 4 of a block of 11 bytes" \
            hunt ./program --heap -- late | tee said
        grep -q "the block of 11 bytes was given back by thread 0 (main)" said
        grep -q "at $sources/misused_block.c:47 in give_back" said
        says 1 "bug: use after free" "$MAZURKA" replay program.mzh
        says 1 "bug: access behind a block at $sources/misused_block.c:21 in far: at byte 16 of" hunt ./program --heap --no-trace -- far
        says 1 "bug: double free at" hunt ./program --heap --no-trace -- twice
        says 3 "not found in 10 executions" hunt ./program --heap --runs=10 -- well
    done
    says 1 "bug: access behind a block at $sources/misused_block.c:26 in near: at byte 11 of" hunt ./program --heap --no-trace -- near
    gcc -g -pthread "$sources/misused_block.c" -o program
    says 1 "bug: something was written behind a block at $sources/misused_block.c:47 in give_back" hunt ./program --heap --no-trace -- near
}
case_ "blocks that are misused" misused

# What a clock, random bytes and a device said is said again.
answered()
{
    local how
    gcc -g -pthread "$sources/drawn.c" -o program
    for how in clock random device; do
        says 1 "; 5 of 5 replays lead there" hunt ./program --time=20s -- $how
        says 1 "bug: assertion failed" "$MAZURKA" replay program.mzh
    done
    sed -i '/^answer/s/ [0-9a-f]*$/ 00/' program.mzh
    says 2 "this is not a line of a trace" "$MAZURKA" replay program.mzh
}
case_ "what the kernel has answered" answered

# A heap of pages does what libc's does.
ordinary()
{
    gcc -g -pthread "$sources/correct.c" -o program
    says 3 "not found in 10 executions" hunt ./program --heap --runs=10
    gcc -g -pthread "$sources/semantics.c" -o program
    says 3 "not found in 5 executions" hunt ./program --heap --runs=5
}
case_ "programs without a mistake" ordinary
end_cases
