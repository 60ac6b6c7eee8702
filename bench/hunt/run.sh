#!/bin/bash
# run.sh - `mazurka hunt` of whole programs that nobody here wrote, as they are and with bugs that were planted in them: the table of
# bench/results/hunt.md. The sources are fetched from Debian's archive and built with `mazurka cc`, which is why no test does so.
#
#     bench/hunt/run.sh [NAME...]         only rows whose name begins with one of the words: pigz, redis-lost-wakeup, ...
#
# A bug is a patch in bugs; its first line says what it is. NAME.c beside this file is linked into the program NAME: its clients, or what
# looks at its output. Each row: how often the program fails by itself (20 runs), seeds by which the fault was found, executions and seconds
# to it (medians), and how many replays led there. The status is 1 if a seed did not find a bug, or the program as it is has one.
# Environment: BUILD, MAZURKA; SOURCES, where sources and what is built of them are kept (default: BUILD/programs); TIME, the limit of each
# hunt (60s); SEEDS (3); OPTIONS, further ones for each hunt.
set -u
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(realpath -m "${BUILD:-$here/../../build}")
export MAZURKA=${MAZURKA:-$BUILD/bin/mazurka} NO_COLOR=1 PATH="$BUILD/bin:$PATH"
sources=${SOURCES:-$BUILD/programs} failed=0
mkdir -p "$sources/built" || exit 2
sources=$(realpath "$sources")
. "$here/../sources.sh"
cc="$MAZURKA cc" flags="-g -O1 -w"

# --- programs: built in the current folder. What was changed since is built anew ---------------------------------------------

build_pigz() { $cc $flags pigz.c yarn.c try.c zopfli/src/zopfli/*.c client.o -o program -lz -lpthread -lm; }

build_memcached()
{
    [[ -e Makefile ]] || ./configure CC="$cc" CFLAGS="$flags" LIBS=client.o --disable-docs --disable-extstore || return 1
    make memcached && cp memcached program
}

build_sqlite3()
{
    [[ -e sqlite3.c ]] || { ./configure && make sqlite3.c; } || return 1
    $cc $flags -c sqlite3.c && $cc sqlite3.o client.o -o program -lpthread -ldl -lm
}

build_redis()
{
    make MALLOC=libc CC="$cc" OPTIMIZATION=-O1 CFLAGS=-w REDIS_LDFLAGS=../client.o redis-server && cp src/redis-server program
}

build_nginx()
{
    [[ -e objs/Makefile ]] || ./configure --with-cc="$cc" --with-cc-opt="$flags" --with-ld-opt=client.o --with-threads \
        --without-http_rewrite_module --without-http_gzip_module || return 1
    make && cp objs/nginx program
}

# --- how they are started, in $work -----------------------------------------------------------------------------------------

start_pigz() { seq 60000 > data; export INPUT=$work/data; words=(./program -- -k -f -b 32 -p 2 data); }
start_memcached() { export SOCKET=$work/socket; words=(./program -- -u "$(id -un)" -t 2 -s "$SOCKET"); }
start_sqlite3() { words=(./program); }

start_redis()
{
    export SOCKET=$work/socket
    printf '#!/bin/sh\nrm -rf appendonlydir\nexec ./program "$@"\n' > start
    chmod +x start
    words=(./start -- --port 0 --unixsocket "$SOCKET" --save "" --io-threads 2 --io-threads-do-reads yes --appendonly yes)
}

start_nginx()
{
    export SOCKET=$work/socket
    mkdir logs html
    { seq 3000; echo the end; } > html/page
    cat > nginx.conf << END
daemon off; master_process off; error_log stderr error; pid logs/pid; thread_pool default threads=2; events { worker_connections 64; }
http { access_log off; aio threads; directio 1; sendfile off; output_buffers 1 8k; server { listen unix:$SOCKET; root html; } }
END
    printf '#!/bin/sh\nrm -f "$SOCKET"\nexec ./program "$@"\n' > start
    chmod +x start
    words=(./start -- -p "$work/" -c nginx.conf)
}

# --- rows -------------------------------------------------------------------------------------------------------------------

# The program in built/NAME. One with a bug takes over what was built without it.
prepare() # NAME PROGRAM
{
    [[ -e $sources/built/$1/program ]] && return
    rm -rf "$sources/built/$1"
    if [[ $1 == "$2" ]]; then
        fetch "$2" && cp -r "$sources/$2" "$sources/built/$1"
    else
        prepare "$2" "$2" && cp -a "$sources/built/$2" "$sources/built/$1" && rm "$sources/built/$1/program" &&
            patch -s -p1 -d "$sources/built/$1" < "$here/bugs/$1.patch"
    fi && (cd "$sources/built/$1" && $cc -g -O1 -I"$here" -I. -c "$here/$2.c" -o client.o && "build_$2")
}

hunted() # SEED OPTION...: writes SEED.json
{
    local limits=(--time="${TIME:-60s}" --hang=3s --shrink=10)
    "$MAZURKA" hunt "${words[0]}" "${limits[@]}" --seed="$1" --json="$1.json" "${@:2}" ${OPTIONS-} "${words[@]:1}" > told 2>&1
    [[ -s $1.json ]] || { cat told >&2; return 1; }
}

told() # FILE...: found|executions|seconds|fault|replays
{
    python3 - "$@" << 'END'
import json, statistics, sys
results = [json.load(open(name)) for name in sys.argv[1:]]
bugs = [result for result in results if result["verdict"] == "bug"]
seconds = [result["executions"] / result["executions_per_second"] for result in results]
executions = [result["executions"] for result in results]
print(f"{len(bugs)} of {len(results)}", f"{statistics.median(executions):g}", f"{statistics.median(seconds):.1f}",
      bugs[0]["fault"].splitlines()[0] if bugs else "",
      f'{sum(bug["reproduced"] for bug in bugs)} of {sum(bug["replays"] for bug in bugs)}' if bugs else "", sep="\t")
END
}

row() # NAME
{
    local name=$1 program=${1%%-*} kind="as it is" wanted=0 seed natively found executions seconds fault replays
    [[ $name == "$program" ]] || { kind=$(head -n 1 "$here/bugs/$name.patch") wanted=${SEEDS:-3}; }
    prepare "$name" "$program" > "$sources/built.log" 2>&1 || { tail -n 3 "$sources/built.log" >&2; failed=1; return; }
    work=$(mktemp -d)
    cd "$work" || exit 2
    ln -s "$sources/built/$name/program" program
    "start_$program"
    for ((seed = 1; seed <= ${SEEDS:-3}; seed++)); do
        hunted $seed --flaky=$((seed == 1 ? 20 : 0)) || { failed=1; return; }
    done
    natively=$(sed -n 's/.*"failed": \([0-9]*\).*/\1/p' 1.json)
    IFS=$'\t' read -r found executions seconds fault replays < <(told [0-9]*.json)
    echo "| $program | $kind | ${natively:-0} of 20 | $found | $executions | $seconds | ${fault//|/\\|} | $replays |"
    [[ $found == "$wanted of "* ]] || failed=1
    cd / && rm -rf "$work"
}

echo "| program | what was changed | fails by itself | seeds that found it | executions | seconds | fault | replays |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
for program in pigz memcached sqlite3 redis nginx; do
    for name in "$program" $(cd "$here/bugs" && ls "$program"-*.patch); do
        name=${name%.patch}
        for word in "${@:-}"; do
            [[ $name == "$word"* ]] && row "$name" && break
        done
    done
done
exit $failed
