# builds.sh - how the libraries of libraries.txt are built with hooks, once: build_NAME, called where the sources lie, sets the flags of a
# driver. Of large libraries only what the drivers need is compiled. For run.sh, which has archive().
# shellcheck shell=bash disable=SC2034,SC2046,SC2054,SC2207 # flags are for run.sh; names of files here have no blanks, options have commas

once() # NAME COMMAND...: unless built/NAME is there
{
    local name=$1
    shift
    [[ -e built/$name.done ]] || { "$@" && touch "built/$name.done"; }
}
configured() # NAME SOURCE OPTION...: configure and make of a library, beside its source
{
    local name=$1 source=$2
    shift 2
    mkdir -p "built/$name" && (cd "built/$name" && CC=mazurka-cc "../../$source/configure" "$@" && make -j2)
}
with_cmake() # NAME SOURCE TARGET OPTION...
{
    local name=$1 source=$2 target=$3
    shift 3
    cmake -S "$source" -B "built/$name" -DCMAKE_C_COMPILER=mazurka-cc -DCMAKE_CXX_COMPILER=mazurka-c++ -DBUILD_SHARED_LIBS=OFF "$@" &&
        make -C "built/$name" -j2 "$target"
}

build_nothing() { :; } # headers of an installed package
build_eigen() { flags=(-Ieigen3); }

build_nsync()
{
    local p=nsync/platform
    flags=(-D_POSIX_C_SOURCE=200809L -I$p/gcc_new -I$p/gcc -I$p/linux -I"$p/$(uname -m)" -I$p/posix -Insync/public -Insync/internal
        $(ls nsync/internal/*.c | grep -v no_note) $p/linux/src/*.c $p/posix/src/{per_thread_waiter,yield,time_rep,nsync_panic}.c)
}
build_zstd() { flags=(-Ilibzstd/lib/common -DZSTD_MULTITHREAD libzstd/lib/common/{pool,threading,zstd_common,error_private}.c); }
build_readerwriterqueue() { flags=(-Ireaderwriterqueue); }
build_zeromq()
{
    touch zeromq3/src/platform.hpp # what configure would write
    flags=(-Izeromq3/src -Izeromq3/include -DZMQ_ATOMIC_PTR_CXX11 -DZMQ_HAVE_LINUX)
}
build_leveldb()
{
    local options=(-Ileveldb -Ileveldb/include -DLEVELDB_PLATFORM_POSIX=1 -DHAVE_CRC32C=0 -DHAVE_SNAPPY=0 -include cstdint)
    archive leveldb "${options[@]}" -- leveldb/util/{arena,hash,cache,coding}.cc && flags=("${options[@]}" built/leveldb.a)
}
build_ck()
{
    [[ -e ck/include/ck_md.h ]] || (cd ck && ./configure --use-cc-builtins)
    flags=(-Ick/include -DCK_USE_CC_BUILTINS=1)
}
build_liburcu()
{
    [[ -e liburcu/include/urcu/config.h ]] || (cd liburcu && CC=mazurka-cc ./configure --disable-shared)
    flags=(-Iliburcu/include liburcu/src/wfcqueue.c)
}

make_glib()
{
    CC=mazurka-cc meson setup built/glib glib2.0 --default-library=static -Dtests=false -Dnls=disabled -Dselinux=disabled \
        -Dlibmount=disabled -Dxattr=false -Dlibelf=disabled && ninja -C built/glib glib/libglib-2.0.a
}
build_glib()
{
    once glib make_glib
    flags=(-Iglib2.0 -Iglib2.0/glib -Ibuilt/glib -Ibuilt/glib/glib built/glib/glib/libglib-2.0.a -lpcre2-8 -lm)
}
build_libuv()
{
    local options=(-D_GNU_SOURCE -D_POSIX_C_SOURCE=200112 -Ilibuv1/include -Ilibuv1/src)
    archive libuv "${options[@]}" -- libuv1/src/*.c \
        libuv1/src/unix/{async,core,dl,epoll,fs,getaddrinfo,getnameinfo,linux-core,linux-inotify,linux-syscalls,loop-watcher,loop}.c \
        libuv1/src/unix/{pipe,poll,process,procfs-exepath,proctitle,random-devurandom,random-getrandom,random-sysctl-linux}.c \
        libuv1/src/unix/{signal,stream,tcp,thread,tty,udp}.c && flags=("${options[@]}" built/libuv.a)
}
build_libevent()
{
    once libevent with_cmake libevent libevent event_core_static -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON \
        -DEVENT__DISABLE_TESTS=ON -DEVENT__DISABLE_SAMPLES=ON -DEVENT__DISABLE_BENCHMARK=ON &&
        once libevent_pthreads make -C built/libevent event_pthreads_static
    flags=(-Ilibevent/include -Ibuilt/libevent/include built/libevent/lib/libevent_pthreads.a built/libevent/lib/libevent_core.a)
}
build_nng() # with as few threads as it can do with
{
    once nng with_cmake nng nng nng -DNNG_TESTS=OFF -DNNG_TOOLS=OFF -DNNG_NUM_TASKQ_THREADS=1 -DNNG_MAX_TASKQ_THREADS=1 \
        -DCMAKE_C_FLAGS="-DNNG_EXPIRE_THREADS=1 -DNNG_RESOLV_CONCURRENCY=1"
    flags=(-Inng/include built/nng/libnng.a)
}
build_nspr() # with debugging it counts how often locks are taken, without a lock
{
    once nspr configured nspr nspr/nspr --disable-debug --enable-optimize --disable-shared --enable-64bit
    flags=(-Ibuilt/nspr/dist/include/nspr built/nspr/dist/lib/libnspr4.a)
}
make_ffmpeg()
{
    mkdir -p built/ffmpeg && (cd built/ffmpeg && ../../ffmpeg/configure --cc=mazurka-cc --disable-everything --disable-autodetect \
        --disable-asm --disable-programs --disable-doc --disable-optimizations --disable-av{codec,format,filter,device} \
        --disable-swscale --disable-swresample && make -j2 libavutil/libavutil.a)
}
build_ffmpeg()
{
    once ffmpeg make_ffmpeg
    flags=(-Ibuilt/ffmpeg -Iffmpeg built/ffmpeg/libavutil/libavutil.a -lm)
}
build_abseil() # its own clock is the processor's, which differs from run to run
{
    once abseil with_cmake abseil abseil synchronization -DCMAKE_CXX_STANDARD=17 -DABSL_PROPAGATE_CXX_STD=ON \
        -DCMAKE_CXX_FLAGS=-DABSL_USE_UNSCALED_CYCLECLOCK=0
    flags=(-std=c++17 -Iabseil -Wl,--start-group $(find built/abseil/ -name '*.a') -Wl,--end-group)
}
build_tbb()
{
    once tbb with_cmake tbb onetbb tbb -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF -DTBB_DISABLE_HWLOC_AUTOMATIC_SEARCH=ON \
        -DTBB_ENABLE_IPO=OFF -DCMAKE_BUILD_TYPE=Release
    flags=(-std=c++17 -Ionetbb/include $(find built/tbb/ -name libtbb.a) -ldl)
}
build_libcds()
{
    archive libcds -std=c++17 -Ilibcds -- libcds/src/{init,hp,dhp,urcu_gp,urcu_sh,thread_data,topology_linux,dllmain}.cpp
    flags=(-std=c++17 -Ilibcds built/libcds.a)
}
build_boost_thread() { flags=(-DBOOST_THREAD_DONT_PROVIDE_INTERRUPTIONS -include boost/thread/lock_guard.hpp); }
build_apr_util() # the headers that configure makes are the installed ones
{
    [[ -d apr ]] || fetch apr
    once apr configured apr apr --disable-shared
    local options=(-D_GNU_SOURCE -Ibuilt/apr/include -Iapr/include -Iapr-util/include -I/usr/include/apr-1.0)
    archive apr_util "${options[@]}" -- apr-util/misc/apr_{queue,thread_pool}.c
    flags=("${options[@]}" built/apr_util.a built/apr/.libs/libapr-1.a -luuid -lcrypt)
}
build_htslib()
{
    touch htslib/config.h
    flags=(-D_GNU_SOURCE -Ihtslib htslib/thread_pool.c)
}
build_redis()
{
    local options=(-Iredis/src -Iredis/deps/lua/src -Iredis/deps/hiredis -Iredis/deps/hdr_histogram)
    flags=("${options[@]}" redis/src/{bio,adlist,zmalloc}.c)
}
build_memcached() { flags=(-Imemcached -include stdbool.h memcached/cache.c); }
build_pulseaudio()
{
    mkdir -p built/pulse
    printf '#define %s\n' 'HAVE_SYS_EVENTFD_H 1' 'HAVE_ATOMIC_BUILTINS 1' 'HAVE_ATOMIC_BUILTINS_MEMORY_MODEL 1' 'HAVE_PTHREAD 1' \
        'PACKAGE "pulseaudio"' 'GETTEXT_PACKAGE "pulseaudio"' > built/pulse/config.h # what meson would write
    flags=(-D_GNU_SOURCE -DHAVE_CONFIG_H -Ibuilt/pulse -include built/pulse/config.h -Ipulseaudio/src
        pulseaudio/src/pulsecore/{asyncq,flist,fdsem,once,mutex-posix}.c pulseaudio/src/pulse/xmalloc.c)
}
qb_files=(array hashtable hdb log log_blackbox log_dcs log_file log_format log_syslog log_thread loop loop_job loop_poll loop_poll_epoll
    loop_timerlist map ringbuffer ringbuffer_helper skiplist strlcat strlcpy trie unix util)
make_libqb() { mkdir -p built/libqb && (cd built/libqb && CC=mazurka-cc ../../libqb/configure --disable-shared); }
build_libqb()
{
    local options=(-D_GNU_SOURCE -DHAVE_CONFIG_H -DQB_KILL_ATTRIBUTE_SECTION -Ibuilt/libqb/include -Ilibqb/include -Ilibqb/lib)
    once libqb make_libqb && archive qb "${options[@]}" -- $(printf 'libqb/lib/%s.c ' "${qb_files[@]}")
    flags=("${options[@]}" built/qb.a -ldl)
}
make_jemalloc()
{
    mkdir -p built/jemalloc && (cd built/jemalloc && CC=mazurka-cc ../../jemalloc/configure --disable-cxx --with-jemalloc-prefix=je_ &&
        make -j2 lib/libjemalloc.a)
}
build_jemalloc()
{
    once jemalloc make_jemalloc
    flags=(-Ibuilt/jemalloc/include built/jemalloc/lib/libjemalloc.a -lm)
}
build_mimalloc() { flags=(-Imimalloc/include mimalloc/src/static.c); }

build_googletest()
{
    local options=(-Igoogletest/googletest -Igoogletest/googletest/include)
    archive googletest "${options[@]}" -- googletest/googletest/src/gtest-all.cc googletest/googletest/src/gtest_main.cc
    flags=("${options[@]}" built/googletest.a)
}
build_cmocka() { flags=(-lcmocka); }
build_check() { flags=(-lcheck -lsubunit -lm -lrt); }
