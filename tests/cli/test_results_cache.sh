#!/bin/bash
# test_results_cache.sh - `mazurka test --cache`: what nothing has changed for is not checked again, and everything that counts changes it.
. "$(dirname "$0")/../lib/cases.sh"

# A program of two threads; set-up reads a file, a variable and its argument. $1: text in main, before the threads.
program()
{
    cat >t.c <<END_C
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "step.h"
static int x;
static int wanted = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p)
{
    pthread_mutex_lock(&m);
    x += STEP;
    pthread_mutex_unlock(&m);
    return p;
}
int main(int argc, char **argv${PARAMETER-})
{
    pthread_t t;
    $1
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    return argc > 5 || x != wanted;
}
END_C
    echo '#define STEP 1' >step.h
    build
}
build() { "$MAZURKA" cc -g t.c -o t ${LIBS-}; }
tested() # STATUS ARGUMENTS...
{
    local expected=$1 status=0
    shift
    "$MAZURKA" test ./t --cache="$PWD/kept" "$@" >out 2>err || status=$?
    cat out err
    is "$expected" "$status"
}
# The same command twice: the first is not, and the second is from the cache.
# What was written just now may be written again within the tick of a clock: such a file is no reason to trust a result.
misses() { sleep 0.1; tested "$@" && ! grep -q '(cached)' out && hits "$@"; }
hits() { tested "$@" && grep -q '(cached)' out; }
never() { tested "$@" && tested "$@" && ! grep -q '(cached)' out; }

reports()
{
    program "wanted = argc > 1 ? 3 : 2;"
    misses 0 --json=1.json
    tested 1 --json=a.json --junit=a.xml --sarif=a.sarif -- 3
    hits 1 --json=b.json --junit=b.xml --sarif=b.sarif -- 3
    cmp a.xml b.xml
    cmp a.sarif b.sarif
    is "false true" "$(jq -r '.cases[0].cached' a.json b.json | xargs)"
    is "$(jq -S 'del(.cases[].cached)' a.json)" "$(jq -S 'del(.cases[].cached)' b.json)"
    # The trace is there again.
    cp t.mzt before
    rm t.mzt
    hits 1 -- 3
    cmp before t.mzt
    says 1 "replayed: exit with status 1" "$MAZURKA" replay t.mzt
    tested 0 --baseline=a.json -- 3
    grep -q '^known .*(cached)' out
}
case_ "reports of a kept result" reports

# Each of these is another program, or another check.
changes()
{
    program 'FILE *f = fopen("data", "r"); if (f && fgetc(f) == 51) wanted = 3; if (getenv("STEPS")) wanted = atoi(getenv("STEPS"));
             if (argc > 1) wanted = atoi(argv[1]);'
    misses 0
    misses 0 --states=1000
    misses 0 --budget=20s
    STEPS=3 misses 1
    STEPS=2 misses 0
    misses 1 -- 3
    echo 3 >data
    misses 1
    echo 2 >data
    misses 0
    sed -i 's/2/3/' data
    misses 1
    rm data
    misses 0
    echo '// more' >>t.c
    misses 0 # it was not built anew: reports have lines of the source
    echo '#define STEP 2' >step.h
    build
    misses 1
    sed -i 's/STEP 2/STEP 1/' step.h
    build
    hits 0
    echo "race:none" >hide
    misses 0 --suppress=hide
    echo "race:other" >hide
    misses 0 --suppress=hide
    (umask 077 && misses 0)
    mkdir elsewhere
    cd elsewhere
    cp ../t .
    misses 0
}
case_ "what changes a result" changes

library()
{
    echo 'int wish(void) { return 2; }' >wish.c
    "$MAZURKA" cc -g -shared -fPIC wish.c -o libwish.so
    LIBS="-L. -lwish" program 'extern int wish(void); wanted = wish();'
    export LD_LIBRARY_PATH=$PWD/first:$PWD
    misses 0
    echo 'int wish(void) { return 3; }' >wish.c
    "$MAZURKA" cc -g -shared -fPIC wish.c -o libwish.so
    misses 1
    mkdir first
    cp wish.c other.c
    sed 's/3/2/' wish.c >first/wish.c
    "$MAZURKA" cc -g -shared -fPIC first/wish.c -o first/libwish.so
    misses 0
    # Its constructor runs before anything is noted.
    printf '#include <stdlib.h>\nstatic int w = 2;\nint wish(void) { return w; }\n' >wish.c
    printf '__attribute__((constructor)) static void begin(void) { w = access("data", 0) ? 2 : 3; }\n' >>wish.c
    sed -i '1i#include <unistd.h>' wish.c
    for compiler in "$MAZURKA cc" gcc; do
        rm -f data
        $compiler -g -shared -fPIC wish.c -o first/libwish.so
        tested 0
        echo >data
        never 1
    done
    # One that set-up loads itself, and finds in another place.
    unset LD_LIBRARY_PATH
    program 'void *l = dlopen(getenv("HERE"), RTLD_NOW); if (l) wanted = ((int (*)(void))dlsym(l, "wish"))();'
    export HERE=$PWD/libwish.so
    misses 1
    sed 's/3/2/' other.c >wish.c
    "$MAZURKA" cc -g -shared -fPIC wish.c -o libwish.so
    misses 0
}
case_ "libraries" library

# Debug information in a file of its own, which names what is found.
debug_file()
{
    program 'wanted = 3;'
    objcopy --only-keep-debug t t.debug
    objcopy --strip-debug --add-gnu-debuglink=t.debug t
    misses 1
    objcopy --strip-debug t.debug
    misses 1
}
case_ "debug information in another file" debug_file

# Mazurka itself is a part of it.
tool()
{
    program ""
    misses 0
    mkdir other
    cp -r "$BUILD/bin" "$BUILD/lib" "$BUILD/include" other
    echo >>other/lib/mazurka/libmazurka.so
    MAZURKA=$PWD/other/bin/mazurka misses 0
}
case_ "another Mazurka" tool

# Variables of a terminal, or of a job, count where the program asks for them.
environment()
{
    program ""
    GITHUB_RUN_ID=1 SHLVL=1 misses 0
    GITHUB_RUN_ID=2 SHLVL=7 hits 0
    MALLOC_PERTURB_=$RANDOM CI_JOB_TOKEN=$RANDOM hits 0
    ANYTHING=1 misses 0
    LC_ALL=C.UTF-8 misses 0
    program 'if (getenv("GITHUB_RUN_ID")) wanted = atoi(getenv("GITHUB_RUN_ID"));'
    GITHUB_RUN_ID=2 misses 0
    GITHUB_RUN_ID=3 misses 1
    program 'for (char **e = environ; *e; e++) if (strcmp(*e + 6, "_RUN_ID\x3d" "3") == 0) wanted = 3;'
    GITHUB_RUN_ID=2 misses 0
    GITHUB_RUN_ID=3 misses 1
    PARAMETER=", char **envp" program 'for (char **e = envp; *e; e++) if (strcmp(*e + 6, "_RUN_ID\x3d" "3") == 0) wanted = 3;'
    GITHUB_RUN_ID=2 misses 0
    GITHUB_RUN_ID=3 misses 1
}
case_ "the environment" environment

# What no file tells, and what time has decided, is never kept.
today()
{
    program 'DIR *d = opendir("."); if (!d || !readdir(d)) wanted = 3;'
    never 0
    program 'struct utsname u; uname(&u); if (*u.nodename == 0) wanted = 3;'
    never 0
    local question
    for question in 'flock(0, LOCK_EX | LOCK_NB)' 'lockf(1, F_TEST, 0)' 'getxattr("t", "user.a", &x, 1)' 'lgetxattr("t", "user.a", &x, 1)' \
        'fgetxattr(0, "user.a", &x, 1)' 'listxattr("t", 0, 0)' 'llistxattr("t", 0, 0)' 'flistxattr(0, 0, 0)' \
        'fstatvfs(0, &(struct statvfs){0})'; do
        program "if ($question == 77) wanted = 3;"
        never 0
    done
    program 'if (fcntl(0, F_GETFD) == 77) wanted = 3;'
    misses 0
    program 'if (access("/proc/loadavg", R_OK) != 0) wanted = 3;'
    never 0
    program 'if (!gethostbyname("localhost")) wanted = 2;'
    never 0
    program 'mkfifo("fifo", 0600); if (access("fifo", R_OK) != 0) wanted = 3;'
    mkfifo fifo
    never 0
    program 'for (int i = 0; i < 300; i++) { char name[20]; sprintf(name, "f%d", i); if (access(name, R_OK) == 0) wanted = 3; }'
    never 0
    program ""
    never 3 --states=1 --reduction=none --search=dfs
    program 'for (int i = 0; i < 4000; i++) pthread_create(&t, 0, run, 0), pthread_detach(t);'
    never 3 --budget=100ms
    program ""
    never 0 --html=page.html
    [[ -s page.html ]]
    never 1 --hunt || never 3 --hunt
    MAZURKA_OPTIONS=html=other.html never 0
    [[ -s other.html ]]
}
case_ "results of today" today

# stat() tells more than the content.
status()
{
    program 'struct stat s; if (stat("data", &s) == 0 && s.st_mtim.tv_sec == 1000) wanted = 3;'
    echo same >data
    misses 0
    touch -d @1000 data
    misses 1
    ln -s data link
    program 'if (readlink("link", (char[9]){0}, 8) == 5) wanted = 3;'
    misses 0
    ln -sf data2 link
    misses 1
    # That of a folder changes with what is in it.
    mkdir -p folder
    local question
    for question in 'stat("folder", &s)' 'lstat("folder", &s)' \
        'fstat(open("folder", O_RDONLY), &s)' 'fstatat(AT_FDCWD, "folder", &s, 0)'; do
        rm -rf folder/*
        program "struct stat s; if ($question == 0 && s.st_nlink > 2) wanted = 3;"
        never 0
        mkdir folder/more
        never 1
    done
    program 'struct statx s; if (statx(AT_FDCWD, "folder", 0, STATX_NLINK, &s) == 0 && s.stx_nlink > 2) wanted = 3;'
    never 1
    program 'if (access("folder", R_OK) != 0) wanted = 3;'
    misses 0
    touch folder/file
    hits 0
}
case_ "what stat and readlink tell" status

entries()
{
    program ""
    misses 0
    local file=$(echo kept/*) size
    size=$(stat -c %s "$file")
    [[ -s $file ]]
    truncate -s $((size / 2)) "$file"
    misses 0
    printf 'x' | dd of="$file" bs=1 seek=$((size / 3)) conv=notrunc status=none
    misses 0
    : >"$file"
    misses 0
    # Another program's entry under this name.
    sed -i 's/x != wanted/x == wanted/' t.c
    build
    misses 1
    cp "$file" "$(ls kept/* | grep -vF "$file")"
    tested 1
    # Several at a time, that write the same. A shell has such commands ignore signals, which is part of what a program begins with.
    rm kept/*
    local n pids=()
    for n in 1 2 3 4; do
        "$MAZURKA" test ./t --cache="$PWD/kept" >"out$n" 2>&1 &
        pids+=($!)
    done
    for n in "${pids[@]}"; do wait "$n" || [[ $? -eq 1 ]]; done
    is 1 "$(ls kept | wc -l)"
    "$MAZURKA" test ./t --cache="$PWD/kept" >out &
    wait $! || grep -q '(cached)' out
    never 1 --cache=off
    chmod 777 kept
    says 1 "where others may write" "$MAZURKA" test ./t --cache=kept
    says 2 "--cache=t.c/x" "$MAZURKA" test ./t --cache=t.c/x
}
case_ "damaged entries, and several processes" entries

# Several cases: those that are there are taken, the others checked.
cases()
{
    cp "$root"/examples/tests/* .
    make -s MAZURKA="$MAZURKA" cmocka
    "$MAZURKA" test ./cmocka --cache="$PWD/kept" --filter=pay >out
    is 0 "$(grep -c cached out)"
    says 1 "2 cases: 1 verified, 1 with a bug, 0 undecided" "$MAZURKA" test ./cmocka --cache="$PWD/kept"
    "$MAZURKA" test ./cmocka --cache="$PWD/kept" >out || true
    is 2 "$(grep -c cached out)"
}
case_ "cases by themselves" cases
end_cases
