#!/bin/bash
# Poison: a program runs by itself while everything that the analysis of dead values calls dead is overwritten with garbage, at
# every hook: registers, bytes of frames, stale bytes of new frames, registers that a function has saved for its caller. What
# it prints must stay the same. Five programs (sampler.c, shapes.c, twice.c, throwing.cc with exceptions, and Lua from Debian's source
# package with script.lua, its files one by one and all at once), both compilers, -O0 -Og -O1 -O2 (clang makes the same of -Og and -O1),
# shapes.c with -Oz and -Ofast too, both architectures: the other one is cross-built and runs under qemu-user.
# Prints "ok NAME (share of hooks)", "FAIL NAME" or "skip NAME: why"; at least 80 % of the executed hooks must be analysed.
#
#     POISON=all tests/poison/test_poison.sh      Lua in all combinations, not in a choice of them
#     LUA=DIRECTORY …                             Lua's sources (with src/lua.c), instead of fetching them
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(realpath -m "${BUILD:-build}")
MAZURKA=${MAZURKA:-$build/bin/mazurka}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
unset MAZURKA_CC MAZURKA_OPT MAKEFLAGS MAKELEVEL
own=$(uname -m)
case $own in x86_64) other=aarch64 ;; *) other=x86_64 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# --- building ----------------------------------------------------------------------------------------------------------

# The tool and the stub for an architecture, and the library that poisons, below $work/ARCHITECTURE.
prepare() { # ARCHITECTURE CROSS
    local root=$work/$1
    mkdir -p "$root/bin" "$root/include"
    cp "$MAZURKA" "$root/bin/mazurka" && cp include/mazurka.h "$root/include/" &&
        mkdir -p "$root/lib/mazurka" && for plugin in gcc clang; do
            [[ ! -e $build/lib/mazurka/$plugin ]] || cp -r "$build/lib/mazurka/$plugin" "$root/lib/mazurka/"
        done &&
        make --no-print-directory CROSS="$2" ARCH="$1" BUILD="$root" SETUP=: "$root/lib/mazurka/libmazurka-stub.so" \
            "$root/lib/mazurka/tsan/libtsan.so" &&
        "$2"gcc -std=gnu17 -O2 -D_GNU_SOURCE -Wall -Wextra -Werror -Isrc -Itests/poison -fPIC -shared -Wl,-z,initfirst \
            -o "$root/poison.so" tests/poison/poison.c "tests/poison/poison_$1.S" -ldl
}

compiler() { # ARCHITECTURE COMPILER [++]: as a command
    local name=$2${3-}
    name=${name/gcc++/g++}
    if [[ $1 == "$own" ]]; then
        echo "$name"
    elif [[ $2 == gcc ]]; then
        echo "$1-linux-gnu-$name"
    else
        echo "$name --target=$1-linux-gnu"
    fi
}

run() { # ARCHITECTURE, then NAME=VALUE..., then a program with its arguments
    local architecture=$1 command=(env) flag=()
    shift
    [[ $architecture != "$own" ]] && command=("qemu-$architecture" -L "/usr/$architecture-linux-gnu") flag=(-E)
    while [[ $1 == *=* ]]; do
        command+=("${flag[@]}" "$1")
        shift
    done
    timeout "${LIMIT:-300}" "${command[@]}" "$@"
}

# --- one program, poisoned -----------------------------------------------------------------------------------------------

poison() { # NAME ARCHITECTURE PROGRAM ARGUMENTS...
    local name=$1 architecture=$2 program=$3 counts hooks known
    shift 3
    if ! run "$architecture" LC_ALL=C "$program" "$@" > "$program.expected" 2> "$program.log" ||
        ! "$MAZURKA" states "$program" --table="$program.table" --explain > "$program.states"; then
        echo "FAIL $name: does not run without poison"
        sed 's/^/    /' "$program.log"
        return 1
    fi
    run "$architecture" LC_ALL=C LD_PRELOAD="$work/$architecture/poison.so" POISON_TABLE="$program.table" \
        "$program" "$@" > "$program.got" 2> "$program.log"
    counts=$(sed -n 's/^poison: hooks \([0-9]*\) known \([0-9]*\) .*/\1 \2/p' "$program.log")
    read -r hooks known <<< "${counts:-0 0}"
    if ! cmp -s "$program.expected" "$program.got"; then
        echo "FAIL $name: poison changed what it does"
        { diff "$program.expected" "$program.got" | head -5; tail -3 "$program.log"; } | sed 's/^/    /'
        return 1
    fi
    if ((hooks == 0 || known * 100 < hooks * ${LEAST:-80})); then
        echo "FAIL $name: only $known of $hooks executed hooks were analysed"
        sed 's/^/    /' "$program.states"
        return 1
    fi
    echo "ok $name ($((known * 1000 / hooks / 10)).$((known * 1000 / hooks % 10)) % of $hooks hooks)"
}

# C++, where a compiler for it is installed.
throwing() { # ARCHITECTURE COMPILER LEVEL
    local program=$work/throwing-$1-$2-$3 cc
    cc=$(compiler "$1" "$2" ++)
    command -v ${cc%% *} > /dev/null || { echo "skip poison throwing $1 $2: there is no ${cc%% *}"; return; }
    # It runs by itself, without the part of libstdc++ that is built with hooks.
    MAZURKA_OPT=$3 "$work/$1/bin/mazurka" cc --cc="$cc" -c tests/poison/throwing.cc -o "$program.o" 2> "$program.log" &&
        $cc "$program.o" "$work/$1/lib/mazurka/libmazurka-stub.so" -Wl,-rpath,"$work/$1/lib/mazurka" -o "$program" 2>> "$program.log" ||
        { echo "FAIL poison throwing $1 $2 -O$3: does not compile"; head "$program.log"; return 1; }
    poison "poison throwing $1 $2 -O$3" "$1" "$program"
}

own_program() { # NAME ARCHITECTURE COMPILER LEVEL
    local program=$work/$1-$2-$3-$4
    MAZURKA_OPT=$4 "$work/$2/bin/mazurka" cc --cc="$(compiler "$2" "$3")" ${FLAGS-} "tests/poison/$1.c" -lm -o "$program" \
        2> "$program.log" ||
        { echo "FAIL poison $1 $2 $3 -O$4: does not compile"; cat "$program.log"; return 1; }
    poison "poison $1 $2 $3 -O$4" "$2" "$program"
}
sampler() { own_program sampler "$@"; }
shapes() { own_program shapes "$@"; }
# Functions that others come back to are left alone.
twice() {
    local flags
    for flags in "" "-fno-plt -DNAMES_ONLY" "-no-pie -fno-pie"; do
        LEAST=10 FLAGS=$flags own_program twice "$@" || return
    done
}

lua() { # ARCHITECTURE COMPILER LEVEL
    local program=$work/lua-$1-$2-$3 cc
    cc=$(compiler "$1" "$2")
    mkdir "$program.o"
    (cd "$program.o" && export MAZURKA_OPT=$3 &&
        "$work/$1/bin/mazurka" cc --cc="$cc" -w -DLUA_USE_POSIX -c "${lua_files[@]}" &&
        "$work/$1/bin/mazurka" cc --cc="$cc" ./*.o -lm -o "$program") 2> "$program.log" ||
        { echo "FAIL poison lua $1 $2 -O$3: does not compile"; head "$program.log"; return 1; }
    poison "poison lua $1 $2 -O$3" "$1" "$program" tests/poison/script.lua
}

# All of Lua in one file: the jump tables of all functions lie behind each other.
lua_at_once() { # ARCHITECTURE COMPILER LEVEL
    local program=$work/lua-at-once-$1-$2-$3
    printf '#include "%s"\n' "${lua_files[@]}" > "$program.c"
    MAZURKA_OPT=$3 "$work/$1/bin/mazurka" cc --cc="$(compiler "$1" "$2")" -w -DLUA_USE_POSIX "$program.c" -lm -o "$program" \
        2> "$program.log" || { echo "FAIL poison lua at once $1 $2 -O$3: does not compile"; head "$program.log"; return 1; }
    poison "poison lua at once $1 $2 -O$3" "$1" "$program" tests/poison/script.lua
}

# --- Lua ---------------------------------------------------------------------------------------------------------------

# Debian's source package, by apt, from where the machine's own packages come from: a list of sources beside the machine's
# is made of it, and nothing of the system is changed.
fetch_lua() {
    local apt=$work/apt
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" && cd "$apt" || return 1
    cat /etc/apt/sources.list.d/debian.sources 2> /dev/null | sed 's/^Types:.*/Types: deb-src/' > debian.sources
    grep -h '^deb .*debian' /etc/apt/sources.list 2> /dev/null | sed 's/^deb /deb-src /' > debian.list
    local list=debian.sources
    [[ -s $list ]] || list=debian.list
    local options=(-o "Dir::Etc::SourceList=$apt/$list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$apt/lists"
        -o "Dir::Cache=$apt" -o APT::Sandbox::User=root -o Acquire::Retries=2 -o Acquire::http::Timeout=20)
    timeout 60 apt-get -qq "${options[@]}" update && timeout 60 apt-get -qq "${options[@]}" source --download-only lua5.4 &&
        tar xf lua5.4_*.orig.tar.* && LUA=$(dirname "$(dirname "$apt"/*/src/lua.c)")
}

find_lua() {
    if [[ -z ${LUA-} ]]; then
        local kept=$build/tests/lua
        if [[ ! -e $kept/src/lua.c ]]; then
            LUA=""
            fetch_lua > "$work/log" 2>&1
            cd "$OLDPWD" 2> /dev/null
            [[ -e ${LUA:-none}/src/lua.c ]] || return 1
            mkdir -p "$kept" && cp -r "$LUA/src" "$kept/"
        fi
        LUA=$kept
    fi
    mapfile -t lua_files < <(ls "$LUA"/src/*.c | grep -v /luac.c)
    [[ ${#lua_files[@]} -gt 20 ]]
}

# --- all of them -------------------------------------------------------------------------------------------------------

cases=()
add() { # PROGRAM ARCHITECTURE COMPILER LEVEL...
    local program=$1 architecture=$2 compiler=$3 level
    shift 3
    [[ $compiler == clang ]] && ! command -v clang > /dev/null && { echo "skip poison $program clang: there is none"; return; }
    for level; do
        cases+=("$program $architecture $compiler $level")
    done
}

architectures=("$own")
prepare "$own" "" > "$work/log" 2>&1 || { echo "FAIL poison: build"; tail -20 "$work/log"; exit 1; }
if command -v "$other-linux-gnu-gcc" "qemu-$other" > "$work/log"; then
    architectures+=("$other")
    prepare "$other" "$other-linux-gnu-" > "$work/log" 2>&1 || { echo "FAIL poison $other: build"; tail -20 "$work/log"; exit 1; }
else
    echo "skip poison $other: there is no cross compiler or no emulator"
fi
for architecture in "${architectures[@]}"; do
    add sampler "$architecture" gcc 0 g 1 2
    add sampler "$architecture" clang 0 1 2
    add shapes "$architecture" gcc 0 g 1 2 z fast
    add shapes "$architecture" clang 0 1 2 z fast
    add twice "$architecture" gcc 0 g 2
    add twice "$architecture" clang 0 1 2
done
add throwing "$own" gcc 0 g 1 2
add throwing "$own" clang 0 1 2
command -v "$other-linux-gnu-g++" > "$work/log" && add throwing "$other" gcc 0 1
root=$PWD
if ! find_lua; then
    cd "$root" || exit 2
    echo "skip poison lua: Debian's source package lua5.4 cannot be fetched here"
elif [[ ${POISON-} == all ]]; then
    for architecture in "${architectures[@]}"; do
        add lua "$architecture" gcc 0 g 1 2
        add lua "$architecture" clang 0 1 2
        add lua_at_once "$architecture" gcc 0 2
        add lua_at_once "$architecture" clang 0 2
    done
else # each compiler and each architecture with files one by one and at once
    add lua "$own" gcc 0
    add lua_at_once "$own" gcc g
    add lua_at_once "$own" clang 0
    [[ ${#architectures[@]} -gt 1 ]] && add lua_at_once "$other" gcc 0 && add lua "$other" clang 0
fi
cd "$root" || exit 2

running=0
for case in "${cases[@]}"; do
    ((running >= 2)) && { wait -n || failed=1; ((running--)); }
    $case &
    ((running++))
done
while ((running > 0)); do
    wait -n || failed=1
    ((running--))
done
exit $failed
