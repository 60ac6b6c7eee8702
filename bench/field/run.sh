#!/bin/bash
# run.sh - checks libraries that nobody here wrote, by the drivers in this folder (docs/field-notes.md). The sources are fetched from
# Debian's archive, which is why no test does so.
#
#     bench/field/run.sh [PATTERN]        only drivers whose name contains PATTERN
#
# Environment: BUILD, MAZURKA; SOURCES, where the sources are kept (default: a folder that is removed); ARCHIVE,
# the address of an archive of Debian packages, down to its pool/main.
set -u
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(realpath -m "${BUILD:-$here/../../build}")
export MAZURKA=${MAZURKA:-$BUILD/bin/mazurka} NO_COLOR=1
archive=${ARCHIVE:?names the pool/main of an archive of Debian packages}
pattern=${1-} failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=${SOURCES:-$work}
mkdir -p "$sources"
sources=$(realpath "$sources")

fetch() # NAME FILE: unpacks a source package, once
{
    [[ -d $sources/$1 ]] && return
    curl -sSfL "$archive/$2" -o "$sources/${2##*/}" && mkdir "$sources/$1.new" &&
        tar xf "$sources/${2##*/}" -C "$sources/$1.new" --strip-components=1 && mv "$sources/$1.new" "$sources/$1"
}

driver() # NAME DRIVER OPTION...: with the default reduction and without one
{
    local name=$1 source=$here/$2 reduction
    [[ $name == *"$pattern"* ]] || return
    shift 2
    for reduction in sum none; do
        printf '%s, %s: ' "$name" $reduction
        (cd "$sources" && "$MAZURKA" check --no-trace --quiet --time=2m --reduction=$reduction "$@" "$source" 2>"$work/stderr") |
            tail -n 1 | grep . || { echo "failed"; tail -n 3 "$work/stderr"; failed=1; }
    done
}

fetch zstd "libz/libzstd/libzstd_1.5.4+dfsg2.orig.tar.xz" || exit 2
zstd=(-Izstd/lib/common -DZSTD_MULTITHREAD zstd/lib/common/{pool,threading,zstd_common,error_private}.c)
driver "zstd, queue of 1" zstd_pool.c "${zstd[@]}"
driver "zstd, queue of 0" zstd_pool.c "${zstd[@]}" -DQUEUE=0
driver "zstd, 3 jobs" zstd_pool.c "${zstd[@]}" -DJOBS=3

fetch readerwriterqueue r/readerwriterqueue/readerwriterqueue_1.0.6.orig.tar.gz || exit 2
driver "readerwriterqueue" readerwriterqueue.cc -Ireaderwriterqueue
driver "readerwriterqueue, blocking, 1 item" readerwriterqueue.cc -Ireaderwriterqueue -DQUEUE=1 -DITEMS=1

fetch zeromq z/zeromq3/zeromq3_4.3.4.orig.tar.gz || exit 2
touch "$sources/zeromq/src/platform.hpp" # what configure would write
driver "ypipe of ZeroMQ" ypipe.cc -Izeromq/src -Izeromq/include -DZMQ_ATOMIC_PTR_CXX11 -DZMQ_HAVE_LINUX

fetch leveldb l/leveldb/leveldb_1.23.orig.tar.gz || exit 2
leveldb=(-Ileveldb -Ileveldb/include -DLEVELDB_PLATFORM_POSIX=1 -DHAVE_CRC32C=0 -DHAVE_SNAPPY=0 -include cstdint)
driver "skip list of LevelDB" skiplist.cc "${leveldb[@]}" leveldb/util/arena.cc
driver "cache of LevelDB" leveldb_cache.cc "${leveldb[@]}" leveldb/util/{hash,cache,coding}.cc

fetch ck c/ck/ck_0.7.1.orig.tar.xz || exit 2
[[ -e $sources/ck/include/ck_md.h ]] || (cd "$sources/ck" && ./configure --use-cc-builtins >/dev/null)
ck=(-Ick/include -DCK_USE_CC_BUILTINS=1)
driver "ck_stack" ck_stack.c "${ck[@]}"
driver "ck_ring" ck_ring.c "${ck[@]}"
driver "ck_spinlock_fas" ck_spinlock.c "${ck[@]}"
driver "ck_spinlock_ticket" ck_spinlock.c "${ck[@]}" -DLOCK=ticket

fetch liburcu libu/liburcu/liburcu_0.13.2.orig.tar.bz2 || exit 2
[[ -e $sources/liburcu/include/urcu/config.h ]] || (cd "$sources/liburcu" && CC="$MAZURKA cc" ./configure --disable-shared >/dev/null)
driver "wfcqueue of liburcu" wfcqueue.c -Iliburcu/include liburcu/src/wfcqueue.c
exit $failed
