#!/bin/bash
# test_full_tables.sh - tables of the runtime and the tool that fill up (docs/design/limits.md): nothing is lost, or a sentence says what
# is.
. "$(dirname "$0")/../lib/cases.sh"
ulimit -S -t "${LIMIT:-300}" # of processor time, each process: a loaded machine takes longer on the clock

check() # STATUS TEXT OPTIONS...
{
    says "$1" "$2" "$MAZURKA" check --no-trace "${@:3}"
}

refused() # TEXT OPTIONS...
{
    check 3 "$@"
}

repeat() # COUNT TEXT: with the numbers from 0 for %d
{
    local i
    for ((i = 0; i < $1; i++)); do
        echo "${2//%d/$i}"
    done
}

# A program whose thread does something, and whose main adds to what it shares.
frame() # FILE BODY DECLARATIONS
{
    printf '#include <%s.h>\n' assert errno fcntl mazurka pthread stdio stdlib string unistd >"$1"
    printf 'static int x;\n%s\n' "$3" >>"$1"
    printf 'static void *work(void *unused)\n{\n    __atomic_fetch_add(&x, 1, 5);\n%s\n    return unused;\n}\n' "$2" >>"$1"
    cat >>"$1" <<'EOF'
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    __atomic_fetch_add(&x, 1, 5);
    pthread_join(t, NULL);
    return 0;
}
EOF
}

# --- stand-ins ---------------------------------------------------------------------------------------------------------------

read_locks()
{
    frame again.c 'for (int i = 0; i < 1100; i++) pthread_rwlock_rdlock(&l); for (int i = 0; i < 1100; i++) pthread_rwlock_unlock(&l);' \
        'static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;'
    refused "or one thread more than 1024 times" again.c
    sed -i s/1100/1024/g again.c
    check 0 "verified" again.c
    cat >many.c <<'EOF'
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *work(void *unused)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    return unused;
}
int main(void)
{
    pthread_t t[COUNT];
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < COUNT; i++)
        pthread_join(t[i], NULL);
    return 0;
}
EOF
    check 3 "stopped by --states=1000" many.c -DCOUNT=10 --states=1000
    refused "more than 10 threads hold for reading more than once" many.c -DCOUNT=11
}
case_ "full: read locks held more than once" read_locks

thread_locals()
{
    {
        printf '#include <thread>\nstatic int x;\nstruct s { int v = 0; ~s() { x += v; } };\n'
        repeat 70 'thread_local s s%d;'
        printf 'int main() { std::thread([] {\n'
        repeat 70 's%d.v = 1;'
        printf '}).join(); }\n'
    } >t.cpp
    refused "more than 64 thread_local variables with destructors in one thread" t.cpp
}
case_ "full: destructors of thread-local objects" thread_locals

descriptors()
{
    : >file
    frame d.c 'int n = 0, fd; while ((fd = open("file", O_RDONLY)) >= 0) n++; assert(errno == EMFILE); assert(n > 200 && n < 256);'
    check 0 "verified" d.c
}
case_ "full: descriptors" descriptors

files_written()
{
    frame w.c 'for (int i = 0; i < COUNT; i++) { char name[20]; sprintf(name, "f%d", i); close(open(name, O_CREAT | O_WRONLY, 0600)); }'
    check 0 "verified" w.c -DCOUNT=60
    refused "files" w.c -DCOUNT=70
    is "w.c" "$(ls)"
}
case_ "full: files that are written" files_written

files_read()
{
    mkdir d
    (cd d && for ((i = 0; i < 4200; i++)); do echo $i >$i; done)
    frame r.c 'int i, fd; for (i = 0; i < 4200; i++) { char name[20]; sprintf(name, "d/%d", i); if ((fd = open(name, O_RDONLY)) < 0) break;
        close(fd); } assert(i == 4200 || errno == ENOMEM); assert(i == 4200);'
    check 1 "i == 4200" r.c
}
case_ "full: files that are read" files_read

formats()
{
    local many few
    many=$(repeat 70 ', %d')
    frame p.c "char text[4000]; snprintf(text, sizeof text, \"$(printf '%%d%.0s' {1..70})%s\"$many, shared); assert(text[0] == '0');" \
        'static char shared[4];'
    refused "a format with strings and more than 64 arguments" p.c
    sed -i 's/%s", */",/' p.c
    check 0 "verified" p.c
    few=$(printf '%5000s')
    frame l.c "char text[9000]; snprintf(text, sizeof text, \"${few// /a}%d\", 1); assert(strlen(text) == 5001);"
    check 0 "verified" l.c
    printf '1 %.0s' {1..140} >numbers
    frame s.c "FILE *f = fopen(\"numbers\", \"r\"); int v[140];
        assert(fscanf(f, \"$(printf '%%d%.0s' {1..140})\"$(repeat 140 ', v + %d')) == 140);"
    refused "more than 128 arguments" s.c
}
case_ "full: arguments of formats" formats

heap()
{
    frame h.c 'int n = 0; while (malloc(1000)) n++; assert(errno == ENOMEM); assert(n > 900);'
    check 0 "verified" h.c --heap=64M
    frame o.c 'char *p = malloc(80 << 20); p[0] = 1;'
    check 1 "bug: " o.c --heap=64M
    check 0 "verified" o.c --heap=256M
}
case_ "full: a heap" heap

early()
{
    frame e.c 'assert(n > 10 && n < 1000 && first[5] == 7);' 'static int n; static char *first;
        __attribute__((constructor)) static void begin(void)
        {
            first = malloc(100);
            first[5] = 7;
            while (n < 1000 && malloc(40 << 20))
                n++;
        }'
    check 0 "verified" e.c --heap=1G
}
case_ "full: memory before the program starts" early

many_blocks()
{
    frame b.c 'for (int i = 0; i < 10000; i++) assert(p[i] = malloc(i % 300 + 1)); for (int i = 0; i < 10000; i++) free(p[i]);' \
        'static char *p[10000];'
    check 0 "verified" b.c
}
case_ "full: not by 10,000 blocks" many_blocks

# --- the program ---------------------------------------------------------------------------------------------------------------

stacks()
{
    frame s.c 'down(0);' 'static void down(int i) { volatile char room[1000]; room[0] = (char)i; down(i + 1); room[1] = 0; }'
    check 1 "stack overflow" s.c
    check 1 "stack overflow" s.c --stack=64K
    frame d.c 'assert(down(30000) == 30000);' 'static int down(int i) { volatile int j = i; return j ? 1 + down(j - 1) : 0; }'
    check 0 "verified" d.c --stack=64M
    frame f.c 'huge();' 'static void huge(void) { volatile char room[64 << 20]; for (int i = 0; i < 3; i++) room[i << 24] = 1; }'
    check 1 "stack overflow" f.c
    check 0 "verified" f.c --stack=80M
}
case_ "full: stacks" stacks

racing_pairs()
{
    {
        printf '#include <pthread.h>\nstatic int x;\nstatic void *work(void *unused)\n{\n'
        repeat 40 'x = %d;'
        printf 'return unused;\n}\nint main(void)\n{\npthread_t t;\npthread_create(&t, NULL, work, NULL);\n'
        repeat 40 'x = %d;'
        printf 'pthread_join(t, NULL);\nreturn 0;\n}\n'
    } >r.c
    check 1 "further" r.c --race=error --all --steps=1
    check 1 "data race" r.c --race=error --steps=1
    check 0 "verified" r.c --race=off
}
case_ "full: pairs of places that race" racing_pairs

racing_places()
{
    frame c.c 'for (int i = 0; i < 600000; i++) a[i] = 1;' 'static int a[600000];'
    sed -i 's/    pthread_join/    a[5] = 2;\n    pthread_join/' c.c
    check 1 "" c.c --race=error --race-rule=clocks --steps=1
    frame v.c 'pthread_mutex_lock(&m); memset(a, 1, sizeof a); pthread_mutex_unlock(&m);' \
        'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static char a[8 << 20];'
    sed -i 's/    pthread_join/    work(NULL);\n    pthread_join/' v.c
    refused "--race=off" v.c --race-rule=clocks
    check 0 "verified" v.c --race=off
}
case_ "full: places that accesses are kept for" racing_places

outcomes()
{
    frame c.c 'assert(mz_choose(65535) < 65535);'
    check 0 "verified" c.c
    frame d.c 'mz_choose(65536);'
    check 1 "mz_choose" d.c
}
case_ "full: outcomes of a choice" outcomes

named()
{
    {
        printf '#include <pthread.h>\nstatic int x;\n'
        repeat 260 'void __VERIFIER_atomic_f%d(void) { x++; }'
        printf 'static void *work(void *unused)\n{\n'
        repeat 260 '__VERIFIER_atomic_f%d();'
        printf 'return unused;\n}\nint main(void)\n{\npthread_t t;\npthread_create(&t, NULL, work, NULL);\n'
        printf 'x++;\npthread_join(t, NULL);\n}\n'
    } >n.c
    check 2 "__VERIFIER_atomic_" n.c
}
case_ "full: functions that are atomic by their name" named

garbage()
{
    frame g.c 'char *p = malloc(200000); int dirty = 0; for (int i = 0; i < 200000; i++) dirty += p[i] != 0; assert(dirty == 65536);'
    check 0 "verified" g.c --fresh=garbage
}
case_ "full: bytes of a new block that hold garbage" garbage

# --- set-up ------------------------------------------------------------------------------------------------------------------

files_made()
{
    local long=$(printf '%0200d' 0)
    mkdir -p "$long/$long/$long"
    frame m.c '' "static void make(void)
        {
            char name[1000];
            for (int i = 0; i < COUNT; i++) {
                sprintf(name, \"$long/$long/$long/$long%d\", i);
                close(open(name, O_CREAT | O_WRONLY, 0600));
            }
        }"
    sed -i 's/    pthread_create/    make();\n    pthread_create/' m.c
    check 0 "verified" m.c -DCOUNT=100
    check 3 "more files than there is room for in set-up cannot be kept from the disk" m.c -DCOUNT=700
    is "" "$(ls "$long/$long/$long")"
}
case_ "full: files that set-up makes" files_made

# Pieces that are not made one of: those of the model, and of the kernel (DEVICE is 1).
mappings()
{
    cat >library.c <<'EOF'
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
static char *mine[1000];
/* SIZE 0: as little as can be protected by halves. */
void begin(int count, long size, int device)
{
    int fd = device ? open("/dev/zero", O_RDWR) : -1;
    size = size ? size : 2 * sysconf(_SC_PAGESIZE);
    for (int i = 0; i < count; i++) {
        mine[i] = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | (device ? 0 : MAP_ANONYMOUS), fd, 0);
        mprotect(mine[i] + size / 2, size / 2, PROT_NONE);
    }
}
int get(int i) { return mine[i][1]++; }
EOF
    gcc -shared -fPIC -o libmine.so library.c
    frame m.c 'get(0);' 'void begin(int, long, int); int get(int);'
    sed -i 's/    pthread_create/    begin(COUNT, SIZE, DEVICE);\n&/; s/    pthread_join/    get(1);\n&/' m.c
    check 3 "covered" m.c -DDEVICE=1 -DCOUNT=3 -DSIZE=65536 ./libmine.so
    refused "write to mapped memory goes unnoticed" m.c -DDEVICE=1 -DCOUNT=300 -DSIZE=0 ./libmine.so
    refused "write to mapped memory goes unnoticed" m.c -DDEVICE=1 -DCOUNT=3 -DSIZE=200000000 ./libmine.so
    check 3 "covered" m.c -DDEVICE=0 -DCOUNT=300 -DSIZE=0 ./libmine.so
    refused "more than 1024 pieces of mapped memory in one thread are not supported" m.c -DDEVICE=0 -DCOUNT=900 -DSIZE=0 ./libmine.so
    refused "is not supported without more room (--heap)" m.c -DDEVICE=0 -DCOUNT=3 -DSIZE=6000000000 ./libmine.so
}
case_ "full: memory mapped in set-up" mappings

# What a function without hooks can reach: 100,000 blocks, all of which it could write to.
reachable()
{
    cat >library.c <<'EOF'
struct node { struct node *next; int value; };
int sum(struct node *n) { int s = 0; for (; n; n = n->next) s += n->value++; return s; }
EOF
    gcc -shared -fPIC -o libsum.so library.c
    frame r.c 'sum(list);' 'struct node { struct node *next; int value; }; int sum(struct node *); static struct node *list;
        static void make(void)
        {
            for (int i = 0; i < COUNT; i++) {
                struct node *n = malloc(sizeof *n);
                *n = (struct node){list, 0};
                list = n;
            }
        }'
    sed -i 's/    pthread_create/    make();\n    pthread_create/; s/    pthread_join/    sum(list);\n    pthread_join/' r.c
    sed -i 's/    return 0;/    assert(list->value == 2);\n    return 0;/' r.c
    check 3 "covered" r.c -DCOUNT=10 ./libsum.so
    check 3 "covered" r.c -DCOUNT=100000 ./libsum.so
    sed -i 's/== 2/== 1/' r.c
    check 1 "list->value == 1" r.c -DCOUNT=100000 ./libsum.so
}
case_ "full: pieces of memory that a function without hooks can reach" reachable

# --- searches ----------------------------------------------------------------------------------------------------------------

findings()
{
    {
        printf '#include <assert.h>\n#include <mazurka.h>\nint main(void) { switch (mz_choose(260)) {\n'
        repeat 260 'case %d: assert(!"%d"); break;'
        printf '} return 0; }\n'
    } >f.c
    check 1 "4 further distinct" f.c --all --steps=1
}
case_ "full: different faults" findings

long_paths()
{
    frame l.c 'for (int i = 0; i < 100000; i++) __atomic_fetch_add(&y, 1, 5); assert(y == 100000);' 'static int y;'
    check 0 "verified" l.c
    check 0 "verified" l.c --visible=all
    sed -i 's/== 100000/== 5/' l.c
    check 1 "y == 5" l.c --visible=all --steps=3
}
case_ "full: not by paths of 100,000 steps" long_paths

waiting()
{
    cat >w.c <<'EOF'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static unsigned turns;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    for (;;) {
        turns = (turns + 1) % TURNS;
        usleep(10);
    }
}
EOF
    check 1 "waits in cond wait at w.c:9 for ever, while others only poll" w.c -DTURNS=1000 --steps=1
    check 0 "; not knowing whether threads wait for ever, while others only poll, at w.c:9" w.c -DTURNS=5000
}
case_ "full: states tried for threads that wait in vain" waiting

# --- between runtime and tool, the tool --------------------------------------------------------------------------------------------

many_threads()
{
    cat >t.c <<'EOF'
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *unused)
{
    x++;
    return unused;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 16500; i++) {
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&t, NULL, work, NULL);
    x++;
    pthread_join(t, NULL);
    assert(x == 16503);
    return 0;
}
EOF
    check 1 "x == 16503" t.c --race=off
    sed -i 's/16503/16502/' t.c
    check 1 "x == 16502" t.c --race=off
}
case_ "full: threads that a replay names" many_threads

at_one_time()
{
    cat >m.c <<'EOF'
#include <pthread.h>
static pthread_mutex_t m[COUNT];
static void *work(void *mine)
{
    pthread_mutex_lock(mine);
    pthread_mutex_unlock(mine);
    return mine;
}
int main(void)
{
    pthread_t t[COUNT];
    for (int i = 0; i < COUNT; i++)
        pthread_mutex_init(&m[i], NULL), pthread_create(&t[i], NULL, work, &m[i]);
    for (int i = 0; i < COUNT; i++)
        pthread_join(t[i], NULL);
    return 0;
}
EOF
    check 0 "verified" m.c -DCOUNT=63
    check 0 "verified" m.c -DCOUNT=255
    refused "more than 256 threads" m.c -DCOUNT=256 --states=2000 # on all paths, which are many
}
case_ "full: threads at one time" at_one_time

frames()
{
    frame f.c 'down(100);' 'static void down(int i) { if (i) down(i - 1); else assert(!"deep"); __atomic_fetch_add(&x, 1, 5); }'
    check 1 "deep" f.c
}
case_ "full: frames of a stack" frames

workers()
{
    check 0 "" "$programs/ok/mutex/counter.c" -j64 --reduction=none
    check 2 "64" "$programs/ok/mutex/counter.c" -j65
}
case_ "full: workers" workers

names()
{
    check 2 "" "$programs/ok/mutex/counter.c" --search="$(printf '%0300d' 0)"
    check 2 "" "$programs/ok/mutex/counter.c" --reduction="$(printf '%0300d' 0)"
    check 2 "trust" "$programs/ok/mutex/counter.c" --trust="$(printf '%01100d' 0)"
    local long=$(printf '%0230d' 0)
    mkdir "$long"
    frame "$long/$long.c" "assert(x == 3);"
    check 1 "x == 3" "$long/$long.c"
    frame f.c "f$long$long();" "static void f$long$long(void) { assert(x == 3); }"
    check 1 "x == 3" f.c
}
case_ "full: names" names

many_asserts()
{
    frame a.c "volatile int y = 1; $(repeat 8200 'assert(y < %d + 5);')"
    check 0 "; which of 8200 asserts were reached is not known" a.c
}
case_ "full: asserts" many_asserts

analysis()
{
    frame t.c "$(repeat 80 'int v%d = x; use(&v%d);')" \
        'static int *kept[200], count; static void use(int *p) { kept[count++ % 200] = p; x += *p * 0; }'
    check 0 "verified" t.c -O1
    frame j.c "int sum = 0; switch (x) {
        $(repeat 5000 'case %d: sum = %d * %d; break;') }
        __atomic_fetch_add(&x, sum * 0, 5);"
    check 0 "verified" j.c -O1
}
case_ "full: what is dead behind calls" analysis

response_files()
{
    local i
    echo "$programs/ok/mutex/counter.c -o out" >0
    for ((i = 1; i < 70; i++)); do
        echo "@$((i - 1))" >$i
    done
    says 0 "" "$MAZURKA" cc @20
    says 2 "" "$MAZURKA" cc @69
}
case_ "full: response files inside each other" response_files

# What a thread does while nobody else can go on, to what it alone uses then, is one step.
long_step()
{
    cat >step.c << 'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int own, told;
static int data;
static void *store(void *unused)
{
    for (int i = 0; i < 20000; i++)
        atomic_store_explicit(&own, i, memory_order_relaxed);
    return unused;
}
static void *write(void *unused)
{
    data = 1;
    atomic_store_explicit(&told, 1, memory_order_relaxed);
    return unused;
}
static void *read(void *unused)
{
    if (atomic_load_explicit(&told, memory_order_relaxed))
        (void)*(volatile int *)&data;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, store, NULL);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, write, NULL);
    pthread_create(&b, NULL, read, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
END
    says 1 "there was no room for the graph" "$MAZURKA" check step.c --race-rule=graph --no-trace --json=step.json
    [[ $(field coverage step.json) == "verified: "* ]]
    is race "$(field findings.0.kind step.json)"
}
case_ "full: what one step does to who knows of what" long_step

end_cases
