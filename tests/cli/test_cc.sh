#!/bin/bash
# `mazurka cc` as a drop-in compiler: every kind of command line, both compilers, whole builds, and what it refuses.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2016,SC2317 # cases are called by name
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
MAZURKA=${MAZURKA:-$build/bin/mazurka}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
export PATH=${MAZURKA%/*}:$PATH
unset MAZURKA_CC MAZURKA_OPT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# case NAME FUNCTION [ARGS]: runs in an empty directory with `set -e`; what it prints is shown when it fails.
case_() {
    local name=$1 directory status
    shift
    directory=$(mktemp -d "$work/XXXXXX")
    (cd "$directory" && set -e && "$@") > "$work/output" 2>&1
    status=$?
    if [[ $status -eq 0 ]]; then
        echo "ok cc $name"
    else
        echo "FAIL cc $name"
        sed 's/^/    /' "$work/output"
        failed=1
    fi
}

# refuses STATUS TEXT COMMAND...: the command ends with that status and says that text.
refuses() {
    local expected=$1 text=$2 output status=0
    shift 2
    output=$("$@" 2>&1) || status=$?
    echo "$output"
    [[ $status -eq $expected ]] || { echo "status $status, not $expected"; return 1; }
    [[ $output == *"$text"* ]] || { echo "does not say: $text"; return 1; }
}
says() { # TEXT COMMAND...
    refuses 0 "$@"
}
not() { ! "$@"; }
is_linked() {
    readelf -d "$1" | grep -q 'NEEDED.*\[libmazurka-stub.so\]'
    readelf -d "$1" | not grep -q 'NEEDED.*libtsan'
}
has_hooks() { nm "$1" | grep -q "U $2"; }

sources() {
    cat > main.c << 'END'
#include <pthread.h>
#include <stdio.h>
#include "part.h"
static void *run(void *argument) { for (int i = 0; i < 1000; i++) part(argument); return NULL; }
int main(void)
{
    int count = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, run, &count);
    pthread_join(thread, NULL);
    printf("count %d\n", count);
    return count != 1000;
}
END
    echo 'void part(int *count);' > part.h
    printf '#include "part.h"\nvoid part(int *count) { ++*count; }\n' > part.c
}

# --- kinds of command lines, with each compiler -------------------------------------------------------------------

compile_and_link() {
    sources
    mazurka cc -Wall -Wextra -Werror -O2 main.c part.c -o program
    is_linked program
    says "count 1000" ./program
}
compile_only() {
    sources
    mazurka cc -c main.c
    mazurka cc -c part.c -o renamed.o
    [[ -e main.o && -e renamed.o ]]
    has_hooks renamed.o __tsan_read4
    has_hooks renamed.o __tsan_write4
    mazurka cc -o program main.o renamed.o
    is_linked program
    says "count 1000" ./program
}
many_at_once() {
    sources
    mazurka cc -c main.c part.c
    [[ -e main.o && -e part.o ]]
}
shared_library() {
    sources
    mazurka cc -shared -fPIC -Wl,-z,defs -o libpart.so part.c
    is_linked libpart.so
    mazurka cc -o program main.c -L. -lpart -Wl,-rpath,"$PWD"
    says "count 1000" ./program
}
static_archive() {
    sources
    mazurka cc -c part.c
    ar rc libpart.a part.o
    mazurka cc main.c -o program -L. -Wl,-Bstatic -lpart -Wl,-Bdynamic
    says "count 1000" ./program
}
relocatable() {
    sources
    mazurka cc -c main.c part.c
    mazurka cc -r -o both.o main.o part.o
    mazurka cc -o program both.o
    says "count 1000" ./program
}
preprocess() {
    sources
    mazurka cc -E main.c | grep -q 'void part(int \*count);'
    [[ ! -e a.out ]]
    [[ $(echo 'int x = VALUE;' | mazurka cc -E -P -DVALUE=7 -) == "int x = 7;" ]]
}
assembly() {
    sources
    mazurka cc -S part.c
    grep -q __tsan_write4 part.s
    mazurka cc -Werror -o program main.c part.s
    says "count 1000" ./program
}
dependencies() {
    sources
    says "part.h" mazurka cc -M main.c
    mazurka cc -MM main.c | grep -q '^main.o: main.c part.h'
    mazurka cc -MMD -c main.c
    grep -q part.h main.d
    mazurka cc -MD -MF other.d -MT target -c main.c
    grep -q '^target:' other.d
    [[ ! -e a.out ]]
}
response_file() {
    sources
    printf '%s\n' '-O3 -DNAME="\"with space\"" main.c' > inner
    printf '%s\n' '@inner part.c' "-o 'a program'" > arguments
    mazurka cc @arguments
    says "count 1000" './a program'
    mazurka cc --show @arguments > shown
    not grep -q -e -O3 shown
    grep -q -e '-DNAME="with space"' shown
    refuses 1 "@missing" mazurka cc @missing
}
standard_input() {
    echo 'int main(void) { return 42; }' | mazurka cc -x c - -o program
    refuses 42 "" ./program
}
language_option() {
    sources
    cp part.c part.txt
    mazurka cc -o program main.c -x c part.txt -x none -lm
    says "count 1000" ./program
}
precompiled_header() {
    sources
    mazurka cc -x c-header part.h -o part.h.gch
    [[ -s part.h.gch ]]
}
syntax_only() {
    sources
    mazurka cc -fsyntax-only main.c
    [[ ! -e a.out ]]
}
questions() {
    says . mazurka cc --version
    mazurka cc -dumpversion | grep -q '^[0-9]'
    says / mazurka cc -print-search-dirs
    says "ersion" mazurka cc -v
    says ld mazurka cc -print-prog-name=ld
    says . mazurka cc -Wl,--version
}
shows_commands() {
    sources
    says "-fsanitize=thread" mazurka cc --show -c part.c
    [[ ! -e part.o ]]
    says "-fsanitize=thread" mazurka cc -v -c part.c
    [[ -e part.o ]]
    rm part.o
    says "-fsanitize=thread" mazurka cc '-###' -c part.c
    [[ ! -e part.o ]]
}
compile_error() {
    echo 'int main(void) { return nothing; }' > wrong.c
    refuses 1 "wrong.c:1:" mazurka cc wrong.c
    refuses 1 "absent.c" mazurka cc absent.c
}
many_objects() { # too long for a command line: goes through a response file of ours, which does not stay
    sources
    mkdir objects temporary
    echo | mazurka cc -x c -c - -o objects/empty.o
    printf -v long '%0200d' 0
    for ((i = 0; i < 700; i++)); do
        ln -s empty.o "objects/$long$i.o"
        echo "objects/$long$i.o"
    done > list
    (($(wc -c < list) > 128 * 1024)) # from there on
    TMPDIR=$PWD/temporary mazurka cc @list main.c part.c -o program
    says "count 1000" ./program
    [[ -z $(ls temporary) ]]
}
strict_build() {
    sources
    mazurka cc -std=c99 -pedantic-errors -Wall -Wextra -Wshadow -Wnested-externs -Wundef -Werror -c part.c
    echo '.globl nothing' > empty.S
    mazurka cc -Wall -Werror -c empty.S
}
hidden_reads() { # x++ reads: both hooks must be there
    echo 'int x; void f(void) { x++; }' > x.c
    mazurka cc -c x.c
    has_hooks x.o __tsan_read4
    has_hooks x.o __tsan_write4
}
copies_are_calls() {
    cat > copy.c << 'END'
#include <string.h>
char a[64], b[64];
void f(void)
{
    memcpy(a, b, 24);
    memset(a, 0, 16);
    strcpy(a, "abc");
    __builtin_memcpy(a, b, 40);
    __builtin_memset(b, 1, 40);
}
END
    for level in 0 1 2 3; do
        mazurka cc --opt="$level" -S copy.c
        calls=$(grep -cE '^\s+(callq?|jmp|bl?)\s+(__tsan_)?(memcpy|memset|strcpy)' copy.s)
        [[ $calls -eq 5 ]] || { echo "$calls calls at -O$level"; return 1; }
    done
}
structs_of_calls() { # structs that functions return or take have hooks where they lie in shared memory
    cat > structs.c << 'END'
struct large { int a[10]; } large;
struct pair { int x, y; } pair, *pointer;
struct large make_large(void);
struct pair make_pair(void);
void take(struct large value);
void store_large(void) { large = make_large(); }
void store_pair(void) { pair = make_pair(); }
void store_through(void) { *pointer = make_pair(); }
void pass(void) { take(large); }
END
    for level in 0 2; do
        mazurka cc --opt="$level" -S structs.c
        for function in store_large store_pair store_through pass; do
            # clang that optimizes reads a struct that it passes in memory without a hook
            [[ $MAZURKA_CC$level$function == clang2pass ]] && continue
            sed -n "/^$function:/,/func_exit/p" structs.s > code
            grep -qE '__tsan_(unaligned_)?(write|read_range)|memcpy' code || { echo "$function at -O$level"; cat code; return 1; }
        done
    done
}
struct_values() { # and they keep their values
    cat > values.c << 'END'
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
struct large { long a[9]; char c; } large, array[4];
struct pair { int x, y; } pair;
struct byte { char c; } byte;
struct floats { float a; double b; } floats;
union either { int i; double d; } either;
static struct large make(long n) { struct large l = {{n, n + 1}, 'c'}; l.a[8] = n * n; return l; }
static struct pair swap(struct pair p) { return (struct pair){p.y, p.x}; }
static struct byte next(struct byte b) { return (struct byte){(char)(b.c + 1)}; }
static struct floats half(struct floats f) { return (struct floats){f.a / 2, f.b / 2}; }
static union either twice(union either e) { e.d *= 2; return e; }
static long sum(int n, ...)
{
    va_list list;
    long total = 0;
    va_start(list, n);
    while (n-- > 0) total += va_arg(list, struct large).a[8];
    va_end(list);
    return total;
}
static struct large through(struct large *p) { large.a[0] = -1; return *p; }
int main(void)
{
    struct large *heap = calloc(3, sizeof *heap);
    large = make(3);
    heap[2] = make(4);
    array[1] = heap[2];
    assert(large.a[8] == 9 && heap[2].a[8] == 16 && array[1].c == 'c' && array[1].a[1] == 5);
    pair = swap(swap(swap((struct pair){1, 2})));
    assert(pair.x == 2 && pair.y == 1);
    pair = swap(pair);
    byte = next(next(byte));
    floats = half((struct floats){3, 5});
    either.d = 1.5;
    either = twice(either);
    assert(pair.x == 1 && byte.c == 2 && floats.a == 1.5f && floats.b == 2.5 && either.d == 3);
    assert(sum(3, large, heap[2], array[1]) == 41);
    large = through(&array[1]);
    assert(large.a[0] == 4);
    heap[0] = large = make(7);
    assert(heap[0].a[8] == 49 && large.a[8] == 49);
    __builtin_memcpy(&heap[1], heap, sizeof *heap);
    __builtin_memset(heap, 0, sizeof *heap);
    assert(heap[1].a[8] == 49 && heap[0].a[8] == 0);
    return 0;
}
END
    for level in 0 1 2 3; do
        mazurka cc --opt="$level" values.c -o values
        ./values
    done
}
bit_field_updates() { # an update of a bit-field reads its neighbours and writes them back: both hooks, of the same size
    cat > fields.c << 'END'
struct flags { unsigned a : 1, b : 3; int c : 20, d : 7; } flags, array[4];
struct outer { int other; struct flags inner[2]; } outer;
struct odd { unsigned char a : 3; unsigned short b : 9; unsigned char c : 4; char next; } odd;
struct wide { unsigned long a : 50, b : 50, c : 28; } wide;
struct truth { _Bool yes : 1, no : 1; } truth;
struct changing { volatile unsigned a : 2, b : 2; } changing;
union both { unsigned a : 5; unsigned char bytes[4]; } both;
_Bool ask(void);
void update_4_static(void) { flags.a = 1; }
void update_4_signed(int n) { flags.c = n; }
void update_4_element(int i) { array[i].b = 5; }
void update_4_pointer(struct flags *pointer) { pointer->d = -1; }
void update_4_nested(int i) { outer.inner[i].a = 1; }
void update_2_odd(int n) { odd.b = n; }
void update_8_wide(long n) { wide.b = n; }
void update_1_answer(void) { truth.no = ask(); }
void update_1_volatile(void) { changing.b = 1; }
void update_1_union(void) { both.a = 3; }
void local(void) { struct flags mine; mine.a = 1; mine.b = mine.a; (void)mine; }
END
    for level in 0 1 2; do
        mazurka cc --opt="$level" -S fields.c
        for function in $(grep -oE '^update_[0-9a-z_]+:' fields.s | tr -d :); do
            size=${function#update_}
            size=${size%%_*}
            # clang follows the AAPCS: volatile fields are accessed as a whole of the type that they are declared with
            [[ $function$MAZURKA_CC$(uname -m) == update_1_volatileclangaarch64 ]] && size=4
            sed -n "/^$function:/,/cfi_endproc/p" fields.s > code
            hooks=$(grep -oE '__tsan_(unaligned_)?(volatile_)?(read|write)[0-9a-z_]*' code | tr '\n' ' ')
            of=
            [[ $function == *_volatile ]] && of=volatile_
            # clang at -O0 announces its copy of the argument, too
            [[ $MAZURKA_CC == clang ]] && hooks=${hooks#__tsan_write? __tsan_read? }
            [[ $hooks == "__tsan_${of}read$size __tsan_${of}write$size " ]] || { echo "$function at -O$level: $hooks"; return 1; }
        done
        [[ $(grep -cE '^update_[0-9a-z_]+:' fields.s) -eq 10 ]]
        [[ $MAZURKA_CC$level == clang0 ]] || sed -n '/^local:/,/cfi_endproc/p' fields.s | not grep -qE '__tsan_(read|write)'
    done
    [[ $MAZURKA_CC == gcc ]] || return 0
    # three bytes with something behind them are changed as two and one
    echo 'struct three { unsigned a : 5, b : 18, c : 1; char next; } three; void update(int n) { three.b = n; }' > three.c
    mazurka cc -S three.c
    hooks=$(grep -oE '__tsan_(read|write)[0-9a-z_]*' three.s | tr '\n' ' ')
    [[ $hooks == "__tsan_read2 __tsan_write2 __tsan_read1 __tsan_write1 " ]] || { echo "$hooks"; return 1; }
}
levels() {
    says " -O0 " mazurka cc --show -O2 -c x.c
    mazurka cc --show -O2 -c x.c | not grep -q -e -O2
    says " -O2 " mazurka cc --opt=keep --show -O2 -c x.c
    says " -O1 " mazurka cc --opt=1 --show -O2 -c x.c
    says " -O3 " env MAZURKA_OPT=3 mazurka cc --show -O2 -c x.c
    says " -O2 " env MAZURKA_OPT=keep mazurka cc --show -O2 -c x.c
    refuses 2 "unknown optimization level" mazurka cc --opt=9 -c x.c
    sources
    mazurka cc --opt=2 main.c part.c -o program
    says "count 1000" ./program
}
own_header() {
    printf '#include <mazurka.h>\nint main(void) { mz_assume(1); mz_yield(); return mz_choose(3); }\n' > choose.c
    mazurka cc -Wall -Werror choose.c -o choose
    ./choose
}

# --- atomics in a native run ---------------------------------------------------------------------------------------

atomics() {
    cat > atomics.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#define FOR_EACH(X) X(uint8_t, small) X(uint16_t, narrow) X(uint32_t, word) X(uint64_t, wide)
#define DECLARE(type, name) static _Atomic type name;
FOR_EACH(DECLARE)
static __int128 huge;
static void *run(void *unused)
{
    for (int i = 0; i < 20000; i++) {
#define ADD(type, name) atomic_fetch_add(&name, 3);
        FOR_EACH(ADD)
        __int128 old = __atomic_load_n(&huge, __ATOMIC_SEQ_CST);
        while (!__atomic_compare_exchange_n(&huge, &old, old + (((__int128)1 << 64) | 1), 0, 5, 5)) {}
    }
    return unused;
}
#define UPDATES(type, name)                                                          \
    static void test_##name(void)                                                    \
    {                                                                                \
        static _Atomic type x;                                                       \
        atomic_store_explicit(&x, 12, memory_order_release);                         \
        assert(atomic_exchange(&x, 10) == 12);                                       \
        assert(atomic_fetch_sub(&x, 11) == 10 && atomic_load(&x) == (type)-1);       \
        assert(atomic_fetch_and(&x, 0x3c) == (type)-1 && atomic_fetch_or(&x, 3) == 0x3c); \
        assert(atomic_fetch_xor(&x, 0x0f) == 0x3f && atomic_load(&x) == 0x30);       \
        assert(__atomic_fetch_nand((type *)&x, 0x10, 5) == 0x30);                    \
        assert(atomic_load(&x) == (type)~0x10);                                      \
        type expected = 1;                                                           \
        assert(!atomic_compare_exchange_strong(&x, &expected, 5) && expected == (type)~0x10); \
        assert(atomic_compare_exchange_weak(&x, &expected, 5) && atomic_load(&x) == 5);       \
        assert(__sync_val_compare_and_swap((type *)&x, 5, 6) == 5);                  \
        assert(__sync_add_and_fetch((type *)&x, 1) == 7);                            \
    }
FOR_EACH(UPDATES)
typedef unsigned __int128 u128;
UPDATES(u128, huge)
int main(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) pthread_create(&thread[i], 0, run, 0);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], 0);
    assert(small == (uint8_t)240000 && narrow == (uint16_t)240000 && word == 240000 && wide == 240000);
    assert((uint64_t)huge == 80000 && (uint64_t)(huge >> 64) == 80000);
#define TEST(type, name) test_##name();
    FOR_EACH(TEST) test_huge();
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    static atomic_flag flag = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    return 0;
}
END
    for level in 0 2; do
        mazurka cc --opt="$level" -w atomics.c -o atomics
        readelf -d atomics | not grep -q libatomic
        ./atomics
    done
}

# --- options that cannot stay --------------------------------------------------------------------------------------

left_out() {
    sources
    says "leaving out -fsanitize=address" mazurka cc -fsanitize=address -c part.c
    nm part.o | not grep -q __asan
    says "leaving out -flto" mazurka cc -flto main.c part.c -o program
    says "leaving out --coverage" mazurka cc --coverage main.c part.c -o program
    [[ -z $(find . -name '*.gcno') ]]
    says "leaving out -static-libgcc" mazurka cc -static-libgcc main.c part.c -o program
    says "count 1000" ./program
    printf '#ifdef _FORTIFY_SOURCE\n#error fortified\n#endif\n' > fortify.c
    mazurka cc -O2 -D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 -c fortify.c
    [[ -z $(mazurka cc -fsanitize=thread -g0 -fomit-frame-pointer -fstack-protector-strong -c part.c 2>&1) ]]
}
refused() {
    sources
    refuses 2 "-static: a static program cannot be checked" mazurka cc -static main.c part.c
    refuses 2 "-static-pie" mazurka cc -static-pie main.c part.c
    refuses 2 "64-bit programs only" mazurka cc -m32 -c main.c
    mazurka cc -static -c main.c
}

# --- whole builds --------------------------------------------------------------------------------------------------

makefile_project() {
    sources
    printf 'CFLAGS = -O2 -Wall -MMD\nprogram: main.o part.o\n\t$(CC) $(LDFLAGS) -o $@ $^\n' > Makefile
    make CC="mazurka cc"
    is_linked program
    says "count 1000" ./program
}
cmake_project() {
    command -v cmake || return 0
    sources
    cat > CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.13)
project(example C)
find_package(Threads REQUIRED)
add_library(part SHARED part.c)
add_executable(program main.c)
target_link_libraries(program part Threads::Threads)
END
    cmake -B one -DCMAKE_C_COMPILER=mazurka-cc -DCMAKE_BUILD_TYPE=Release .
    cmake --build one
    is_linked one/program
    says "count 1000" one/program
    CC="mazurka cc" cmake -B two .
    cmake --build two
    is_linked two/program
    says "count 1000" two/program
}

# --- the compiler ---------------------------------------------------------------------------------------------------

choice_of_compiler() {
    sources
    refuses 2 "cannot find the compiler 'no-such-compiler'" mazurka cc --cc=no-such-compiler -c main.c
    refuses 2 "cannot find the compiler 'other'" env MAZURKA_CC=other mazurka cc -c main.c
    refuses 2 "neither gcc nor clang" mazurka cc --cc=true -c main.c
    refuses 2 "--cc needs a value" mazurka cc --cc
    printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v gcc)" > wrapper
    chmod +x wrapper
    mazurka cc --cc ./wrapper -c main.c
    says -Wno-tsan mazurka cc --cc="env gcc" --show -c main.c
    mazurka cc --cc="env gcc" -c main.c
    has_hooks main.o __tsan_func_entry
}
compiler_status() { # the exit status is the compiler's
    printf '#!/bin/sh\necho called "$@"\nexit 7\n' > gcc
    chmod +x gcc
    refuses 7 "called" mazurka cc --cc=./gcc -c main.c
}
help_text() {
    says "Examples:" mazurka cc --help
    says "Examples:" mazurka help cc
    says "mazurka check" mazurka --help
    refuses 2 "Did you mean 'mazurka cc'" mazurka ccc
    refuses 2 "Usage" mazurka
    says "mazurka " mazurka version
}
with_each_compiler=(compile_and_link compile_only many_at_once shared_library static_archive relocatable preprocess
    assembly dependencies response_file standard_input language_option precompiled_header syntax_only questions
    shows_commands compile_error many_objects strict_build hidden_reads copies_are_calls structs_of_calls struct_values
    bit_field_updates levels own_header atomics left_out refused makefile_project cmake_project)
for compiler in gcc clang; do
    command -v $compiler > /dev/null || { echo "FAIL cc $compiler is not installed"; failed=1; continue; }
    export MAZURKA_CC=$compiler
    for test in "${with_each_compiler[@]}"; do
        case_ "$test $compiler" "$test"
    done
done
unset MAZURKA_CC
for test in choice_of_compiler compiler_status help_text; do
    case_ "$test" "$test"
done
exit $failed
