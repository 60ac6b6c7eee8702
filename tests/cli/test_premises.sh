#!/bin/bash
# test_premises.sh - what a verdict rests on, or passes over, is said beside it and in JSON; and nothing where there is nothing to say.
. "$(dirname "$0")/../lib/cases.sh"

plain() # COMMAND...: verified, without a premise
{
    "$@" --json=plain.json
    is "" "$(awk -f "$root/tests/lib/flatten.awk" plain.json | grep '^premises\.')"
}

says_not() # TEXT COMMAND...
{
    "${@:2}" >said 2>&1
    cat said
    ! grep -qF "$1" said
}

cat >"$cases_work/buffering.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b, order = STORE;

static void *one(void *unused)
{
    __atomic_store_n((int *)&x, 1, order); /* the order is known when it runs */
    a = atomic_load_explicit(&y, LOAD);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, STORE);
    b = atomic_load_explicit(&x, LOAD);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    atomic_store_explicit(&x, 0, memory_order_relaxed); /* before there are threads, and after them: no matter */
    pthread_create(&s, NULL, one, NULL);
    pthread_create(&t, NULL, two, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a || b);
    return atomic_load_explicit(&x, memory_order_relaxed) - 1;
}
EOF
orders()
{
    local check=("$MAZURKA" check --memory-model=sc "$cases_work/buffering.c")
    says 0 "; under sequential consistency (re" "${check[@]}" -DSTORE=memory_order_release -DLOAD=memory_order_acquire
    says 0 "; under sequential consistency (acquire load of " "${check[@]}" -DSTORE=memory_order_seq_cst -DLOAD=memory_order_acquire
    says 0 "; under sequential consistency (" "${check[@]}" --visible=all -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed
    says 0 "; under sequential consistency (" "${check[@]}" --cc=clang -O1 -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed
    "${check[@]}" -DSTORE=memory_order_seq_cst -DLOAD=memory_order_relaxed --json=x.json
    [[ $(field premises.0 x.json) == "under sequential consistency (relaxed load of "[xy]" at "*"buffering.c:1"[0-9]")" ]]
    plain "${check[@]}" -DSTORE=memory_order_seq_cst -DLOAD=memory_order_seq_cst
}
case_ "premises: atomics weaker than seq_cst" orders

exchange()
{
    cat >e.c <<'EOF'
#include <pthread.h>
static int x;
static void *work(void *unused)
{
    int none = 0;
    __atomic_compare_exchange_n(&x, &none, 1, 0, __ATOMIC_SEQ_CST, FAILURE);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    return 0;
}
EOF
    says 0 "(relaxed compare-and-exchange of x at e.c:6)" "$MAZURKA" check e.c -DFAILURE=__ATOMIC_RELAXED
    plain "$MAZURKA" check e.c -DFAILURE=__ATOMIC_SEQ_CST
}
case_ "premises: the order of an exchange that fails" exchange

cxx()
{
    cat >a.cpp <<'EOF'
#include <atomic>
#include <thread>
static std::atomic<int> x;
int main()
{
    std::thread t([] { x.store(1, ORDER); });
    x = 2;
    t.join();
}
EOF
    says 0 "; under sequential consistency (relaxed store of x " "$MAZURKA" check --memory-model=sc a.cpp -DORDER=std::memory_order_relaxed
    plain "$MAZURKA" check a.cpp -DORDER=std::memory_order_seq_cst --fresh=garbage # std::thread allocates
}
case_ "premises: atomics of C++" cxx

alone()
{
    echo '#include <pthread.h>
static int x;
static void *work(void *unused) { return unused; }
int main(void) { pthread_t t; if (THREAD) { pthread_create(&t, NULL, work, NULL); pthread_join(t, NULL); } return x; }' >a.c
    says 0 "verified: the only state; no thread was created" "$MAZURKA" check a.c -DTHREAD=0 --json=x.json
    is "no thread was created" "$(field premises.0 x.json)"
    says 0 "verified: the only state; no memory is shared concurrently" "$MAZURKA" check a.c -DTHREAD=1
}
case_ "premises: no thread, or none that has to do with another" alone

cat >"$cases_work/asserts.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y; /* which others may change, for all that a compiler knows */

static void never(int value)
{
    assert(value != 3);
}

static void *work(void *unused)
{
    x = 1;
    if (x == 9)
        never(y);
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(x == 0);
    pthread_create(&t, NULL, work, NULL);
    int seen = x;
    pthread_join(t, NULL);
    if (seen == 1)
        assert(x == 1); /* in some interleavings */
    return 0;
}
EOF
reached()
{
    local compiler
    for compiler in gcc clang; do
        says 0 "; the assert at asserts.c:9 was never reached" "$MAZURKA" check "$cases_work/asserts.c" --cc=$compiler --json=x.json
        is "the assert at asserts.c:9 was never reached" "$(field premises.0 x.json)"
        says 0 "; the assert at asserts.c:9 was never reached" "$MAZURKA" check "$cases_work/asserts.c" --cc=$compiler --reduction=none -j2
        says 0 "; the assert at asserts.c:9 was never reached" "$MAZURKA" check "$cases_work/asserts.c" --cc=$compiler -O1 -fno-inline
        sed 's/x == 9/x == 1/' "$cases_work/asserts.c" >all.c
        plain "$MAZURKA" check all.c --cc=$compiler
        plain "$MAZURKA" check all.c --cc=$compiler -O2
    done
}
case_ "premises: asserts that were never reached" reached

left_out()
{
    local compiler
    sed '1i #define NDEBUG' "$cases_work/asserts.c" >defined.c
    sed 's/#include <assert.h>/#include <stdlib.h>\n#define assert(x) ((x) ? (void)0 : abort())/' "$cases_work/asserts.c" >own.c
    for compiler in gcc clang; do
        says 0 "; no assert of asserts.c is in the code (NDEBUG?)" "$MAZURKA" check "$cases_work/asserts.c" --cc=$compiler -DNDEBUG
        says 0 "; no assert of asserts.c is in the code (NDEBUG?)" "$MAZURKA" check "$cases_work/asserts.c" --cc=$compiler -DNDEBUG -O2
        says 0 "; no assert of defined.c is in the code (NDEBUG?)" "$MAZURKA" check defined.c --cc=$compiler
        plain "$MAZURKA" check own.c --cc=$compiler
    done
}
case_ "premises: asserts that are not compiled in" left_out

no_asserts()
{
    cat >a.h <<'EOF'
#include <assert.h>
static inline void unused(int x) { assert(x); } /* not in the code, for nobody calls it */
EOF
    cat >a.c <<'EOF'
#include "a.h"
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *x)
{
    pthread_mutex_lock(&m);
    static_assert(sizeof(int) == 4, "no assert");
    assert(sizeof(int) == 4);
    const char *text = "assert(x)"; /* assert(x) */ // assert(x)
#if 0
    assert(x);
#endif
    pthread_mutex_unlock(&m);
    return text ? x : NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
EOF
    plain "$MAZURKA" check a.c --cc=gcc
    plain "$MAZURKA" check a.c --cc=clang -O2
}
case_ "premises: what only looks like an assert" no_asserts

# Several on one line are one place; where libc allocates, there is none to name.
places()
{
    cat >places.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work(void *unused) { return unused; }
int main(void)
{
    struct timespec past = {0};
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    fclose(fopen("places.c", "r"));
    fclose(fopen("places.c", "r"));
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &past), pthread_cond_timedwait(&c, &m, &past);
    return 0;
}
EOF
    says 0 "relying on the time-out at places.c:15; as long as malloc" "$MAZURKA" check places.c
    is 0 "$("$MAZURKA" check places.c 2>&1 | grep -c 0x)"
}
case_ "premises: places" places

stacks()
{
    cat >s.c <<'EOF'
#include <pthread.h>
static char stack[1 << 20] __attribute__((aligned(4096)));
static int x;
static void *work(void *p) { __atomic_fetch_add(&x, 1, 5); return p; }
int main(void)
{
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setstack(&a, stack, sizeof stack);
    pthread_create(&t, &a, work, 0);
    __atomic_fetch_add(&x, 1, 5);
    return pthread_join(t, 0);
}
EOF
    says 0 "; as long as nobody gives back, while its thread runs, the stack that is set at s.c:10" "$MAZURKA" check s.c
}
case_ "premises: a stack of the program's own" stacks

# Who frees and who allocates need not have been seen in that order; of one thread, on paths that were gone to the end, it was.
reuse()
{
    local often="; as long as malloc returns no block that was just freed (see --reuse=choose) at r.c:6"
    cat >r.c <<'EOF'
#include <pthread.h>
#include <stdlib.h>
static void *p;
static int x;
static void *gives(void *unused) { free(p); return unused; }
static void *takes(void *unused) { char *q = malloc(SIZE); *(volatile char *)q = 1; __atomic_fetch_add(&x, 1, 5); free(q); return unused; }
int main(void)
{
    pthread_t s, t;
    p = malloc(SIZE);
    pthread_create(&s, NULL, takes, NULL);
    __atomic_fetch_add(&x, 1, 5);
    if (ALONE)
        pthread_join(s, NULL);
    pthread_create(&t, NULL, gives, NULL);
    pthread_join(t, NULL);
    if (!ALONE)
        pthread_join(s, NULL);
    return 0;
}
EOF
    says 0 "$often" "$MAZURKA" check r.c -DSIZE=20 -DALONE=0
    says 0 "$often" "$MAZURKA" check r.c -DSIZE=20 -DALONE=0 --reduction=none -j2
    says 0 "$often" "$MAZURKA" check r.c -DSIZE=20000 -DALONE=0
    says 0 "; as long as malloc returns no large block" "$MAZURKA" check r.c -DSIZE=20000 -DALONE=0 --reuse=choose
    plain "$MAZURKA" check r.c -DSIZE=20 -DALONE=0 --reuse=choose --fresh=garbage
    sed -i 's/free(p); return/return/' r.c
    plain "$MAZURKA" check r.c -DSIZE=20 -DALONE=1 --fresh=garbage
}
case_ "premises: blocks that could have been given out again" reuse

# Every row of model/premise_table.h: what meets it, what the verdict says, and what goes without. A function f that two threads call.
body() # CODE [OPTIONS...]: a program in which two threads do this
{
    cat >m.c <<EOF
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int x, ready;
static void *f(void *unused) { pthread_mutex_lock(&m); $1; pthread_mutex_unlock(&m); return unused; }
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, f, NULL);
    pthread_create(&t, NULL, f, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
EOF
}
met() # PHRASE CODE [OPTIONS...]
{
    body "$2"
    says 0 "; $1 at m.c:11" "$MAZURKA" check m.c "${@:3}"
}
waits='if (!ready++) while (ready < 2) pthread_cond_wait(&c, &m); else pthread_cond_signal(&c)'
sockets='extern int socket(int, int, int), listen(int, int), getsockname(int, void *, void *), connect(int, void *, int),'
sockets+=' accept(int, void *, void *)'
pair='extern int socketpair(int, int, int, int *); extern long write(int, const void *, size_t); int e[2]; socketpair(1, 1, 0, e)' # AF_UNIX
table()
{
    met "without spurious wake-ups (see --spurious)," "$waits"
    met "as long as no weak compare-exchange fails without a reason," "int e = 0; atomic_compare_exchange_weak(&x, &e, 1)"
    perhaps="as long as no compare-exchange fails without a reason (clang does not tell weak ones from strong ones),"
    met "$perhaps" "int e = 0; atomic_compare_exchange_weak(&x, &e, 1)" --cc=clang
    met "$perhaps" "int e = 0; atomic_compare_exchange_strong(&x, &e, 1)" --cc=clang
    met "as long as nothing goes by the order of the addresses of blocks that several threads allocate," "malloc(8)"
    met "as long as nothing goes by the order of the handles that pthread_self returns to several threads," "x += pthread_self() != 0"
    met "with zeros in memory that malloc returns (see --fresh)," "malloc(8)"
    met "with no byte in a block beyond the size that was asked for," "extern size_t malloc_usable_size(void *); malloc_usable_size(NULL)"
    met "with clocks that only sleeps and time-outs move," "time(NULL)"
    met "with nothing in /proc/self/status but that there is no debugger," 'fopen("/proc/self/status", "r")'
    met "with the usage, load and memory of an idle machine," "double load; getloadavg(&load, 1)"
    met "with one number of the process and each of its threads," "extern int getpid(void); getpid()"
    met "with one sequence of random bytes (--entropy=N gives others)," "arc4random()"
    met "with local time in UTC," "time_t zero = 0; localtime(&zero)"
    met "with local time in UTC," 'char to[9]; struct tm day = {.tm_mday = 1}; strftime(to, 9, "%%d%Z", &day)'
    met "with one number of the process and each of its threads," "extern long syscall(long, ...); syscall($(
        echo SYS_getpid | cpp -P -include sys/syscall.h | tail -1))"
    met "with each thread on the lowest processor that it may use," "sched_getcpu()"
    met "with a niceness of 0 until it is set," "extern int getpriority(int, unsigned); x += getpriority(0, 0)"
    met "with a niceness of 0 until it is set," "extern int nice(int); x += nice(1)"
    body "extern int getrlimit(int, void *); long limit[2]; x += getrlimit(4, limit)"
    says 0 "; with the limits of a process that mazurka runs" "$MAZURKA" check m.c
    met "as long as nothing asks for the processors and policies that attributes give to new threads, set" \
        "pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED)"
    met "with sockets that nobody else uses, on a loopback device that delivers at once and gives the lowest free ports," \
        "$sockets; listen(socket(2, 1, 0), 1)" # AF_INET, SOCK_STREAM
    met "as long as nothing goes by the numbers of descriptors that are opened while accept waits," "$sockets; int l = socket(2, 1, 0), \
n = 16; char to[16]; listen(l, 1); getsockname(l, to, &n); connect(socket(2, 1, 0), to, n); accept(l, 0, 0)"
    met "as long as no socket of AF_UNIX is full, or not ready, with less than 65535 bytes in it," \
        "$pair; static char all[64]; write(e[0], all, 64); write(e[0], all, 1)"
    printf '#include <pthread.h>\n#include <stdlib.h>\nint x;\nvoid *f(void *p) { return __atomic_fetch_add(&x, 1, 5), p; }\n' >shell.c
    printf 'int main(void)\n{\n    pthread_t t;\n    if (system("true")) return 1;\n' >>shell.c
    printf '    pthread_create(&t, 0, f, 0);\n    f(0);\n    pthread_join(t, 0);\n}\n' >>shell.c
    says 0 "with processes that set-up has started, of which nothing is explored, at shell.c:8" \
        "$MAZURKA" check --no-trace --setup-writes=real shell.c
    body "$waits" && plain "$MAZURKA" check m.c --spurious
    body "int e = 0; atomic_compare_exchange_strong(&x, &e, 1)" && plain "$MAZURKA" check m.c
    body "rand()" && plain "$MAZURKA" check m.c
    body "$pair; static char all[64]; write(e[0], all, 63); write(e[0], all, 1)" && plain "$MAZURKA" check m.c
    body "calloc(1, 8)" && says_not "with zeros in memory" "$MAZURKA" check m.c
    body 'char to[9]; struct tm day = {.tm_mday = 1}; strftime(to, 9, "%%s%d", &day)' && plain "$MAZURKA" check m.c
    body "extern long sysconf(int); sysconf(30)" && plain "$MAZURKA" check m.c # _SC_PAGESIZE
    body "extern long __getauxval(long); __getauxval(16)" && plain "$MAZURKA" check m.c # AT_HWCAP, as libgcc asks on aarch64
    body "extern int raise(int); x += pthread_equal(0, 1) + raise(0)" && plain "$MAZURKA" check m.c
    body "time_t zero = 0; gmtime(&zero)" && plain "$MAZURKA" check m.c
}
case_ "premises: each of the table" table

# The name of a directory that set-up makes is drawn like that of a file.
names_in_setup()
{
    local kind
    for kind in mkdtemp mkstemp; do
        body x++
        sed -i "s/pthread_t s, t;/& char name[] = \"name-XXXXXX\"; $kind(name);/" m.c
        says 0 "; with one sequence of random bytes (--entropy=N gives others), at m.c:14" "$MAZURKA" check m.c -w
    done
}
case_ "premises: names that set-up draws" names_in_setup

# Blocks of set-up hold zeros like all others; what libc allocates for itself there is nobody's to read.
fresh_in_setup()
{
    local zeros="; with zeros in memory that malloc returns (see --fresh), at m.c:"
    body 'x += *block'
    sed -i 's/^static atomic_int/static int *block; &/; s/pthread_t s, t;/& SETUP;/' m.c
    says 0 "${zeros}14" "$MAZURKA" check m.c '-DSETUP=block = malloc(8)'
    says 0 "${zeros}14" "$MAZURKA" check m.c '-DSETUP=block = realloc(calloc(1, 1), 8)'
    says_not "with zeros in memory" "$MAZURKA" check m.c '-DSETUP=block = malloc(8); *block = 0' --fresh=garbage
    says_not "with zeros in memory" "$MAZURKA" check m.c \
        '-DSETUP=block = calloc(1, 8); printf("%d", *block); fclose(fopen("m.c", "r")); free(tempnam(NULL, NULL))'
    body 'char *bytes = realloc(calloc(1, 1), 8); x += bytes[7]'
    says 0 "${zeros}11" "$MAZURKA" check m.c
}
case_ "premises: memory that set-up allocates" fresh_in_setup

# Memory that the kernel promises to be zero is, whatever --fresh says.
mapped()
{
    body 'extern void *mmap(void *, size_t, int, int, int, long); x += *(int *)mmap(0, 4096, 3, 34, -1, 0)'
    says_not "with zeros in memory" "$MAZURKA" check m.c
    sed -i 's/return 0;/return x;/' m.c
    says 0 "verified" "$MAZURKA" check m.c --fresh=garbage --exit-status=zero
}
case_ "premises: anonymous maps hold zeros" mapped

# Threads that print to one stream share it; what stdio does to its own flags is no atomic operation of the program's.
streams()
{
    body ''
    sed -i 's/pthread_mutex_[a-z]*(&m);//g; s/return unused; }/SAY; return unused; }/' m.c
    says 0 "no memory is shared concurrently" "$MAZURKA" check m.c '-DSAY=(void)0'
    says_not "no memory is shared concurrently" "$MAZURKA" check m.c '-DSAY=puts("x")'
    says_not "no memory is shared concurrently" "$MAZURKA" check m.c '-DSAY=setvbuf(stdout, NULL, _IONBF, 0)'
    body 'fgetc(stdin); x += feof(stdin); clearerr(stdin)'
    sed -i 's/pthread_mutex_[a-z]*(&m);//g' m.c
    says_not "under sequential consistency" "$MAZURKA" check m.c </dev/null
}
case_ "premises: streams that threads share" streams

# Every function of model/call_table.h that has a premise: a call of it, after which the verdict has that premise.
of_functions()
{
    cat >calls.txt <<'EOF'
__fxstat __fxstat(1, mkstemp(name), &about)
__fxstat64 __fxstat64(1, mkstemp(name), &about)
__getauxval __getauxval(AT_RANDOM)
__lxstat (mkstemp(name), __lxstat(1, name, &about))
__lxstat64 (mkstemp(name), __lxstat64(1, name, &about))
__sysconf __sysconf(_SC_AVPHYS_PAGES)
__xstat (mkstemp(name), __xstat(1, name, &about))
__xstat64 (mkstemp(name), __xstat64(1, name, &about))
accept accept(connected(), NULL, NULL)
accept4 accept4(connected(), NULL, NULL, 0)
aligned_alloc aligned_alloc(16, 16)
arc4random arc4random()
arc4random_buf arc4random_buf(&word, sizeof word)
arc4random_uniform arc4random_uniform(9)
bind bind(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&port, sizeof port)
clock clock()
clock_getres clock_getres(CLOCK_MONOTONIC, &spec)
clock_gettime clock_gettime(CLOCK_MONOTONIC, &spec)
cnd_timedwait cnd_timedwait((cnd_t *)&c, (mtx_t *)&m, &spec)
cnd_wait cnd_wait((cnd_t *)&c, (mtx_t *)&m)
connect connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&port, sizeof port)
ctime ctime(&zero)
ctime_r ctime_r(&zero, text)
fstat fstat(mkstemp(name), (void *)&about)
fstat64 fstat64(mkstemp(name), (void *)&about)
get_avphys_pages get_avphys_pages()
getauxval getauxval(AT_RANDOM)
getcpu getcpu(&word, &word)
getentropy getentropy(&word, sizeof word)
getloadavg getloadavg(loads, 3)
getpid getpid()
getppid getppid()
getpriority getpriority(PRIO_PROCESS, 0)
getrandom getrandom(&word, sizeof word, 0)
getrusage getrusage(RUSAGE_SELF, &usage)
gettid gettid()
gettimeofday gettimeofday(&value, NULL)
listen listen(socket(AF_INET, SOCK_STREAM, 0), 1)
localtime localtime(&zero)
localtime_r localtime_r(&zero, &date)
lstat (mkstemp(name), lstat(name, (void *)&about))
lstat64 (mkstemp(name), lstat64(name, (void *)&about))
malloc malloc(8)
malloc_usable_size malloc_usable_size(held)
memalign memalign(16, 16)
mkostemp mkostemp(name, 0)
mkostemp64 mkostemp64(name, 0)
mkstemp mkstemp(name)
mkstemp64 mkstemp64(name)
mkstemps mkstemps(name, 0)
mktime mktime(&date)
nice nice(1)
posix_memalign posix_memalign(&block, 16, 16)
pthread_attr_setaffinity_np pthread_attr_setaffinity_np(&attributes, sizeof set, &set)
pthread_attr_setinheritsched pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED)
pthread_cond_clockwait pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &spec)
pthread_cond_timedwait pthread_cond_timedwait(&c, &m, &spec)
pthread_cond_wait pthread_cond_wait(&c, &m)
pthread_self pthread_create(&helper, NULL, asks, NULL), pthread_join(helper, NULL), word = pthread_self() != 0
pvalloc pvalloc(8)
realloc realloc(NULL, 8)
reallocarray reallocarray(NULL, 8, 1)
sched_getcpu sched_getcpu()
sendmsg sendmsg(socket(AF_INET, SOCK_DGRAM, 0), &message, 0)
sendto sendto(socket(AF_INET, SOCK_DGRAM, 0), "a", 1, 0, (struct sockaddr *)&port, sizeof port)
stat (mkstemp(name), stat(name, (void *)&about))
stat64 (mkstemp(name), stat64(name, (void *)&about))
strftime strftime(text, sizeof text, "%Y %-s", &date)
syscall pthread_mutex_unlock(&m), syscall(SYS_futex, &over, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0), pthread_mutex_lock(&m)
sysconf sysconf(_SC_AVPHYS_PAGES)
sysinfo sysinfo(&machine)
thrd_current pthread_create(&helper, NULL, asks, NULL), pthread_join(helper, NULL), word = thrd_current() != 0
time time(NULL)
timelocal timelocal(&date)
times times(&ticks)
timespec_get timespec_get(&spec, TIME_UTC)
tzset tzset()
valloc valloc(8)
EOF
    awk '/^#define CALLS_MODELLED\(C\)/ { on = 1; next } on; on && !/\\$/ { exit }' "$root/src/model/call_table.h" |
        grep -oE 'C\([A-Za-z_0-9]+, [A-Z_]+[,)]' | sed -E 's/C\((.*), (.*)./\1 \2/' | grep -v ' EXACT$' >classes
    is "$(cut -d' ' -f1 classes)" "$(cut -d' ' -f1 calls.txt)"
    local number=0 name call class phrase
    while read -r name call; do
        printf '    case %d: %s; break;\n' $((number++)) "$call"
    done <calls.txt >cases.h
    cat >calls.c <<'EOF'
#define _GNU_SOURCE
#include <linux/futex.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int over;
static void *waker(void *unused)
{
    pthread_mutex_lock(&m);
    over = 1;
    pthread_cond_signal(&c);
    syscall(SYS_futex, &over, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *asks(void *unused)
{
    return pthread_self() ? unused : NULL;
}
static int connected(void)
{
    struct sockaddr_in to;
    socklen_t size = sizeof to;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    listen(listening, 1);
    getsockname(listening, (struct sockaddr *)&to, &size);
    connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, size);
    return listening;
}
static void call(int number)
{
    pthread_t helper;
    static unsigned word;
    static time_t zero;
    static char text[99];
    static double loads[3];
    static void *block, *held;
    static char name[] = "/tmp/XXXXXX";
    static cpu_set_t set;
    static struct timespec spec = {.tv_sec = 1};
    static struct timeval value;
    static struct tm date;
    static struct rusage usage;
    static struct sysinfo machine;
    static struct tms ticks;
    static struct stat about;
    static struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = 7};
    static struct msghdr message = {.msg_name = &port, .msg_namelen = sizeof port};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    CPU_SET(0, &set);
    switch (number) {
#include "cases.h"
    }
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, waker, NULL);
    if (!over)
        call(argc > 1 ? atoi(argv[1]) : 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
EOF
    "$MAZURKA" cc -g -w -o calls calls.c
    number=0
    while read -r name class; do
        phrase=$(sed -n "s/^ *P($class, *\"\(.*[A-Za-z)]\),*\").*/\1/p" "$root/src/model/premise_table.h")
        "$MAZURKA" check ./calls --quiet --no-trace -- $((number++)) >said 2>&1 || { echo "$name:"; cat said; return 1; }
        grep -qF "; $phrase" said || { echo "$name has not met $class:"; cat said; return 1; }
    done <classes
}
case_ "premises: every function that has one meets it" of_functions
file_times()
{
    printf '%s\n' '#include <fcntl.h>' '#include <pthread.h>' '#include <sys/stat.h>' '#include <unistd.h>' 'void *f(void *p)' '{' \
        '    struct stat s;' '    int fd = open("times.txt", O_RDWR | O_CREAT, 0600);' '    if (WRITES) fstat(fd, &s);' \
        '    close(fd);' '    return p;' '}' 'int main(void)' '{' '    pthread_t t;' '    pthread_create(&t, NULL, f, NULL);' \
        '    return pthread_join(t, NULL);' '}' >t.c
    says 0 "as long as nothing goes by the times of files that are written, at t.c:9" "$MAZURKA" check t.c -DWRITES=1
    says_not "as long as nothing goes by the times" "$MAZURKA" check t.c -DWRITES=0
}
case_ "premises: the times of files that are written" file_times
teams()
{
    printf '%s\n' '#include <omp.h>' 'int main(void)' '{' '    int s = 0;' '#pragma omp parallel SAID reduction(+ : s)' \
        '    s += 1;' '    return s > 2;' '}' >o.c
    says 0 "; with teams of two threads (OMP_NUM_THREADS sets another number), at o.c:5" "$MAZURKA" check o.c -fopenmp -DSAID=
    "$MAZURKA" check o.c -fopenmp '-DSAID=num_threads(2)' | grep -q "with teams of" && return 1
    OMP_NUM_THREADS=2 "$MAZURKA" check o.c -fopenmp -DSAID= | grep -q "with teams of" && return 1
    return 0
}
case_ "premises: how many threads a team has" teams

# What threads share is not always memory of the program's.
shared_otherwise()
{
    body "malloc(8)"
    sed -i 's/pthread_mutex_[un]*lock(&m);//g' m.c
    says 0 "verified" "$MAZURKA" check m.c
    says_not "no two threads use the same memory" "$MAZURKA" check m.c
    body 'pthread_setname_np(*(pthread_t *)unused, "name")'
    sed -i 's/pthread_mutex_[un]*lock(&m);//g; s/f, NULL)/f, \&s)/; s/pthread_t s, t;/pthread_t s = pthread_self(), t;/' m.c
    sed -i 's/&s, NULL, f/\&t, NULL, f/; s/pthread_join(s, NULL);//' m.c
    says_not "no two threads use the same memory" "$MAZURKA" check m.c
}
case_ "premises: the heap and names are shared" shared_otherwise

end_cases
