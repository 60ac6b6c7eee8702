#!/bin/bash
# Functions without hooks: a library that is built by the system's compiler and used by programs that mazurka cc builds. What it
# writes is rewound (every case runs with --self-check), what it keeps belongs to the state, and it may call back.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

sources=$root/tests/cli/foreign
library=$cases_work/library
mkdir "$library"
if ! gcc -shared -fPIC -O2 -pthread -o "$library/libhelper.so" "$sources/helper.c"; then
    echo "FAIL foreign: the library cannot be built"
    exit 1
fi

check() # COMPILER OPTIONS FILE: with the library
{
    checked "$1" --self-check --no-trace "${@:2}" -L"$library" -Wl,--no-as-needed -lhelper "-Wl,-rpath,$library"
}

# What a program is expected to say, with both compilers.
both() # STATUS TEXT FILE [OPTIONS]
{
    local status=$1 text=$2 file=$3 compiler
    shift 3
    for compiler in gcc clang; do
        says "$status" "$text" check $compiler "$@" "$sources/$file"
    done
}

# Those that touch nothing of others: all behaviours are verified, or only covered, where what a compiler has left in a frame or register
# points to memory that threads share.
theirs_alone() # FILE
{
    local compiler
    for compiler in gcc clang; do
        says 0 "verified: all" check $compiler "$sources/$1" || says 3 "covered: all" check $compiler "$sources/$1"
    done
}

one_step="with each call of"
case_ "foreign: writes into the caller's memory, allocates, many arguments" theirs_alone own_memory.c
case_ "foreign: a number of its own is part of the state" both 3 "$one_step helper_next" own_state.c
case_ "foreign: in both orders" both 1 "got[0] < got[1]" own_state.c -DORDER
case_ "foreign: a race in a function that it calls" both 1 "calls == 2" callback.c
case_ "foreign: a lock in a function that it calls" both 0 "verified: all" callback.c -DLOCK
case_ "foreign: a lock of its own, held while it calls back" both 3 "covered: all" callback.c -DHELPER_LOCK
case_ "foreign: what it writes races" both 1 "raced.c:36 in main, and write by thread 1 at $sources/raced.c:26" raced.c
unseen_reads="data races of what functions without hooks read, and of two calls of such functions, are not seen"
case_ "foreign: what it reads is not looked at, and that is said" both 1 "$unseen_reads" raced.c
case_ "foreign: what it writes under a lock does not" both 3 "covered: all" raced.c -DLOCK
case_ "foreign: what it orders by atomics of its own, around functions that it calls" both 3 "covered: all" serving.c
case_ "foreign: what it does not order races" both 1 "data race: write of x by thread 0" serving.c -DRACE
case_ "foreign: what its constructor has made" both 0 "verified: all" early.c
case_ "foreign: reads a variable of the program by its name" both 1 "!seen" lent.c -DCHANGE="lent_level = 1"
case_ "foreign: reads a variable of its own that lies in the program" both 1 "!seen" lent.c -DCHANGE="helper_level = 1" -fno-pie -no-pie
# Where a linker does not fill up the data to whole words, that variable is the last of them.
for linker in gold lld; do
    type -P ld.$linker >/dev/null || continue
    case_ "foreign: reads a variable of its own, the last in the program, $linker" \
        says 1 "!seen" check gcc -fuse-ld=$linker -DCHANGE="helper_level = 1" -fno-pie -no-pie "$sources/lent.c"
done
case_ "foreign: reads what the C library keeps" both 1 "!seen" lent.c -DCHANGE="setenv(name, name, 1)"
case_ "foreign: the C library reads its variable that lies in the program" both 1 "!seen" lent.c \
    -DCHANGE="environ = others" -DLOOK="getenv(name) != NULL" -fno-pie -no-pie
case_ "foreign: reads floating-point exceptions" both 1 "!helper_inexact()" flags.c
case_ "foreign: left by longjmp, pthread_exit, exit" theirs_alone leave.c
case_ "foreign: a crash in it" both 1 "segmentation fault" wild.c
case_ "foreign: found by dlsym" both 3 "$one_step helper_next" found.c
case_ "foreign: writes into memory from mmap" both 0 "verified" mapped.c
case_ "foreign: writes into much memory from mmap" both 0 "verified" mapped.c -DSIZE="(65 << 20)"
case_ "foreign: memory that is never mapped does not matter" both 0 "verified" mapped.c -DSPARE
case_ "foreign: called through a pointer that it gave" both 3 "covered: all" pointer.c


# Where all that is called through pointers is known the libraries' code is left as it is.
through_pointers() # what|something FILE [OPTIONS]: as it is compiled at three levels
{
    local compiler level what=$1 file=$2 gold= # which has tables of calls that are not known
    shift 2
    for compiler in ${compilers:-gcc clang}; do
        for level in 0 1 2; do
            built ./program $compiler -O$level "$@" "$sources/$file" -L"$library" -lhelper "-Wl,-rpath,$library"
            says 0 "pointers  $what" "$MAZURKA" states ./program
            "$MAZURKA" check --self-check --no-trace ./program >out 2>&1 || [[ $? -eq 3 ]] # verified, or covered
            grep ": all" out
        done
    done
}
case_ "foreign: called by its name" through_pointers what own_memory.c
case_ "foreign: a pointer is called" through_pointers what pointer.c
case_ "foreign: a pointer is called as the last act" through_pointers what roundabout.c
case_ "foreign: a pointer is called without a hook" through_pointers something roundabout.c -DUNSEEN
if [[ $(uname -m) == x86_64 ]]; then
    compilers=gcc case_ "foreign: a pointer is returned to" through_pointers something roundabout.c -mindirect-branch=thunk-inline \
        -fcf-protection=none
fi
case_ "foreign: given to start a thread" through_pointers what given.c -DWHAT=0
case_ "foreign: given to sort" through_pointers what given.c -DWHAT=1
case_ "foreign: given to run once" through_pointers what given.c -DWHAT=2
case_ "foreign: given to end a thread" through_pointers what given.c -DWHAT=3

case_ "foreign: writes into large memory" both 3 "covered: all" large.c
case_ "foreign: writes into large memory, several processes" both 3 "covered: all" large.c -j2
case_ "foreign: what the program writes between calls" both 3 "covered: all" between.c
case_ "foreign: a pointer where there were numbers" both 1 "assertion failed: helper_read(table, MANY / 2) == 0" pointed.c

gcc -shared -fPIC -O2 -o "$library/libinner.so" "$sources/inner.c"
gcc -shared -fPIC -O2 -o "$library/libouter.so" "$sources/outer.c" -L"$library" -linner "-Wl,-rpath,$library"
two=(-L"$library" -louter "-Wl,-rpath,$library")
case_ "foreign: a library that uses another" both 3 "covered: all" two_libraries.c "${two[@]}"
case_ "foreign: a library that uses another, in both orders" both 1 "before == 0" two_libraries.c -DORDER "${two[@]}"

thread_local()
{
    local compiler level dialect=()
    [[ $(uname -m) != x86_64 ]] || dialect=(-mtls-dialect=gnu2) # what aarch64 has anyway; clang may lack it
    for compiler in gcc clang; do
        for level in 0 1 2; do
            "$MAZURKA" cc --cc=$compiler --opt=$level -shared -fPIC "${dialect[@]}" -DLIBRARY "$sources/local.c" -o liblocal.so \
                -L"$library" -lhelper "-Wl,-rpath,$library"
            built ./program $compiler -O$level "$sources/local.c" -L. -llocal -L"$library" -lhelper "-Wl,-rpath,$PWD" "-Wl,-rpath,$library"
            says 0 "verified" "$MAZURKA" check --self-check --no-trace ./program
        done
        dialect=()
    done
}
case_ "foreign: given thread-local variables of a library" thread_local

replayed()
{
    "$MAZURKA" check --quiet --trace=t.mzt -DORDER "$sources/own_state.c" -L"$library" -lhelper "-Wl,-rpath,$library" || [[ $? -eq 1 ]]
    says 1 "replayed: assertion failed: got[0] < got[1]" "$MAZURKA" replay t.mzt
}
case_ "foreign: replayed" replayed

loaded()
{
    says 3 "$one_step helper_next" "$MAZURKA" check --self-check --no-trace "$sources/found.c" "-Wl,-rpath,$library"
}
case_ "foreign: loaded by the program" loaded

trusted()
{
    says 3 "helper_next" check gcc "$sources/own_state.c"
    says 0 "; relying on --trust=helper_scale" check gcc --trust=helper_scale "$sources/trusted.c"
    says 0 "; relying on --trust=all" check gcc --trust=all "$sources/trusted.c"
}
case_ "foreign: --trust" trusted

explained()
{
    check gcc --explain-calls "$sources/own_state.c" >out 2>/dev/null || [[ $? -eq 3 ]]
    grep -A99 '^modelled' out | grep -qx '  pthread_create'
    grep -A99 '^guarded' out | grep -q '^  helper_next (touches memory that threads share'
    "$MAZURKA" cc -v "$sources/own_state.c" -L"$library" -lhelper -o program 2>err
    grep -A99 '^modelled' err | grep -qx '  pthread_join'
    grep -A99 '^guarded' err | grep -qx '  helper_next'
    [[ -x program ]]
}
case_ "foreign: mazurka cc -v and --explain-calls list what becomes of calls" explained

if echo '#include <zlib.h>' | gcc -E - >/dev/null 2>&1; then
    zlib()
    {
        says 0 "verified: all" "$MAZURKA" check --self-check --no-trace "$sources/deflate.c" -lz
        says 3 "covered: all" "$MAZURKA" check --cc=clang --self-check --no-trace "$sources/deflate.c" -lz # a frame is taken as a whole
        says 1 "done == 2" "$MAZURKA" check --no-trace -DBUG "$sources/deflate.c" -lz
    }
    case_ "foreign: zlib in two threads" zlib
else
    echo "skip foreign: zlib in two threads: zlib1g-dev is not installed"
fi
end_cases
