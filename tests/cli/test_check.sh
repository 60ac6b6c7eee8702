#!/bin/bash
# `mazurka check` and `mazurka replay` as commands: verdicts and exit codes, limits, results in every form, mistakes.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
MAZURKA=${MAZURKA:-$build/bin/mazurka}
export PATH=${MAZURKA%/*}:$PATH NO_COLOR=1
unset MAZURKA_CC MAZURKA_OPT LD_PRELOAD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

result() { # NAME STATUS [DETAILS]
    if [[ $2 -eq 0 ]]; then
        echo "ok check $1"
    else
        printf 'FAIL check %s\n' "$1"
        [[ -n ${3:-} ]] && sed 's/^/    /' <<< "$3"
        failed=1
    fi
}
# gives NAME STATUS TEXT COMMAND...: it ends with that status, and stdout or stderr contains the text.
gives() {
    local name=$1 expected=$2 text=$3 output status=0
    shift 3
    output=$(timeout "${LIMIT:-300}" "$@" 2>&1 < /dev/null) || status=$?
    [[ $status -eq $expected && $output == *"$text"* ]]
    result "$name" $? "status $status, not $expected, or without \"$text\":
$output"
}
holds() { # NAME COMMAND...
    local name=$1 output
    shift
    output=$("$@" 2>&1)
    result "$name" $? "$output"
}

cat > counter.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int counter;

static void *work(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("counter %d\n", counter);
    assert(counter == 2);
    return 0;
}
END
cat > locks.c << 'END'
#include <assert.h>
#include <pthread.h>
static int x, y;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    y++;
    return p;
}
static void *two(void *p)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    y++;
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2);
    assert(y == 2);
    return 0;
}
END
sed 's/^    counter++;/    pthread_mutex_lock(\&m);\n    counter++;\n    pthread_mutex_unlock(\&m);/
     s/^static int counter;/&\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;/' counter.c > right.c
echo 'int main(int argc, char **argv) { (void)argv; return argc == 3 ? 0 : 3; }' > arguments.c
echo 'int main(void) { return undeclared; }' > wrong.c

# --- verdicts -----------------------------------------------------------------------------------------------------------
gives "a bug" 1 "bug: assertion failed: counter == 2 at counter.c:21 in main" mazurka check counter.c
gives "verified" 0 "verified: all " mazurka check right.c
gives "no threads at all" 0 "verified: the only state" mazurka check arguments.c -- a b
gives "no threads at all, and a failure" 2 "the program ended with status 3 before its first thread" mazurka check arguments.c
gives "arguments" 0 "verified: the only state" mazurka check arguments.c --exit-status -- a b
gives "exit status on request" 1 "bug: exit with status 3" mazurka check arguments.c --exit-status -- a
gives "compiler options are passed on" 0 "verified" mazurka check -Wall -std=c11 -O1 -DX=1 -D Y -I . right.c
gives "limit of states" 3 "unknown: stopped by --states=3 after 3 states" mazurka check right.c --states=3
gives "limit of depth" 3 "covered: all " mazurka check right.c --depth=2
gives "list of variables" 3 "with thread switches at --visible=counter only" mazurka check right.c --visible=counter
gives "list of files" 3 "with thread switches at --visible=right.c only" mazurka check right.c --visible=right.c
gives "everything visible" 0 "verified" mazurka check right.c --visible=all
gives "no such variable" 2 "--visible=nothing: the program has no variable" mazurka check right.c --visible=nothing
gives "no such search" 2 "mazurka: unknown search 'no-such'; known: dfs, " mazurka check right.c --search=no-such
gives "all behaviours" 0 " states explored with --reduction=sum)" mazurka check right.c
# A bug that a walk before the search has found: there are no states to tell of.
gives "statistics of walks" 1 " before the search, " mazurka check counter.c
says_nothing_of() { ! mazurka check "${@:2}" 2>&1 >/dev/null | grep -F "$1"; } # TEXT OPTION...
holds "no statistics of a reduction that has not begun" says_nothing_of "0 states" counter.c
holds "no statistics of what was refused" says_nothing_of "0 states" right.c --livelock --reduction=dpor

# --- libraries ----------------------------------------------------------------------------------------------------------
echo 'int value; __attribute__((destructor)) static void last(void) { if (value != 1) __builtin_trap(); }' > part.c
echo 'extern int value; int main(void) { value = 2; return 0; }' > user.c
mazurka cc -shared -fPIC part.c -o libpart.so && mazurka cc user.c -L. -lpart -Wl,-rpath,"$work" -o user
gives "a destructor of a library" 1 "at part.c:1 in last" mazurka check ./user
# A function without hooks leaves by a jump to a variadic one, which finds the return address of a call with fewer arguments.
cat > forward.c << 'EOF'
long sum(int count, ...);
__attribute__((no_sanitize_thread, optimize("O2"))) long forward(int a) { return sum(3, a, a + 1, a + 2); }
EOF
cat > forwarded.c << 'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
static _Atomic int x;
long forward(int a);
static long (*volatile pointer)(int) = forward;
long sum(int count, ...)
{
    long total = 0;
    va_list list;
    va_start(list, count);
    x++;
    for (int i = 0; i < count; i++)
        total = total * 10 + va_arg(list, int);
    va_end(list);
    return total;
}
static void *work(void *unused)
{
    long direct = forward(1), indirect = pointer(2);
    assert(direct == 123 && indirect == 234);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    return pthread_join(thread, 0);
}
EOF
mazurka cc -shared -fPIC forward.c -o libforward.so && mazurka cc forwarded.c -L. -lforward -Wl,-rpath,"$work" -o forwarded
gives "a library that forwards arguments" 0 "verified" mazurka check ./forwarded

# --- the report ---------------------------------------------------------------------------------------------------------
gives "threads" 1 "thread 2 (work), created at counter.c:17 by thread 0" mazurka check counter.c
gives "values" 1 "write counter: 0 → 1" mazurka check counter.c
gives "output at its step" 1 'prints "counter 1\n"' mazurka check counter.c
gives "replay command" 1 "replay: mazurka replay counter.mzt" mazurka check counter.c
gives "deadlock: holder and line" 1 "held by thread " mazurka check locks.c
gives "deadlock: cycle" 1 "cycle: thread 1 → thread 2 → thread 1" mazurka check locks.c
gives "all bugs" 1 "2 distinct bugs, 1 data race; the search: " mazurka check locks.c --all
holds "each with a trace" [ -f locks.mzt -a -f locks-2.mzt ]
cat > pause.c << 'EOF'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static _Atomic int x;
static void *work(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (x)
        assert(!"seen");
    else
        pause();
    pthread_join(t, NULL);
    return 0;
}
EOF
gives "what ends the search is no bug" 1 "1 distinct bug; the search: unknown: pause is not supported at pause.c:17" \
    mazurka check pause.c --all
gives "the second trace" 1 "replayed: " mazurka replay locks-2.mzt
gives "few lines" 1 "lines left out; --steps=0 shows all" mazurka check counter.c --steps=4
quiet() { [ "$(mazurka check counter.c --quiet 2> /dev/null)" = "bug: assertion failed: counter == 2 at counter.c:21 in main" ]; }
holds "quiet" quiet
coloured() { mazurka check counter.c --color=always 2> /dev/null | grep -q $'\033\[1;31mbug:'; }
holds "colours on request" coloured
plain() { ! mazurka check counter.c 2> /dev/null | grep -q $'\033'; }
holds "no colours in a file" plain
repeated() {
    local i
    for i in 1 2; do
        mazurka check counter.c --seed=7 --trace=same.mzt > out.$i 2> /dev/null
        mazurka check locks.c --all --seed=7 --no-trace >> out.$i 2> /dev/null
        mv same.mzt trace.$i
    done
    cmp out.1 out.2 && cmp trace.1 trace.2
}
holds "the same again, byte for byte" repeated
no_trace() { rm -f counter.mzt; mazurka check counter.c --no-trace > out 2>&1; [ ! -e counter.mzt ] && ! grep -q ^replay: out; }
holds "no trace" no_trace

# --- JSON ---------------------------------------------------------------------------------------------------------------
gives "json" 1 "bug" mazurka check counter.c --json result.json
for key in schema_version verdict reason exit_code statistics states transitions findings headline steps schedule preemptions; do
    holds "json: $key" grep -q "\"$key\":" result.json
done
json_out() { [ "$(mazurka check counter.c --json=- 2> /dev/null | head -c 1)" = "{" ]; }
holds "json on stdout" json_out
if [ -w /dev/full ]; then
    gives "full disk" 2 "cannot write the JSON file /dev/full: No space left on device" mazurka check counter.c --json=/dev/full
    gives "full disk, the verdict is said" 2 "bug: assertion failed" mazurka check counter.c --trace=/dev/full
    holds "/dev/full is still there" [ -e /dev/full ]
fi
gives "no such directory" 2 "--trace=none/x.mzt: No such file" mazurka check counter.c --trace=none/x.mzt

# --- programs that were built before ------------------------------------------------------------------------------------
mazurka cc counter.c -o program
gives "a program" 1 "bug: assertion failed: counter == 2 at counter.c:21 in main" mazurka check ./program
gives "a program without a slash" 1 "bug: assertion" mazurka check program
strip program -o stripped
gives "a stripped program" 1 "stripped+0x" mazurka check ./stripped
gives "kept" 1 "bug: " mazurka check counter.c --keep=kept
gives "what was kept" 1 "bug: " mazurka check ./kept

# --- replay -------------------------------------------------------------------------------------------------------------
mazurka check counter.c > /dev/null 2>&1
gives "replay" 1 "replayed: assertion failed: counter == 2 at counter.c:21 in main" mazurka replay counter.mzt
gives "replay with the program's output" 1 "counter 1" mazurka replay counter.mzt
gives "replay step by step" 1 "write counter: 0 → 1" mazurka replay counter.mzt --steps
gives "replay from elsewhere" 1 "replayed: " bash -c "cd / && mazurka replay $work/counter.mzt"
gives "replay of a program" 1 "replayed: " mazurka replay program.mzt
gives "replay with a stripped copy" 1 "replayed: " mazurka replay program.mzt --program=stripped
cp counter.c before.c
sed -i 's/counter == 2/counter >= 2/' counter.c
gives "changed sources" 2 "the program has changed since the trace was written" mazurka replay counter.mzt
gives "changed sources, by force" 3 "not reproduced: " mazurka replay counter.mzt --force
mv before.c counter.c
mazurka cc locks.c -o program
gives "changed program" 2 "the program has changed since the trace was written" mazurka replay program.mzt
rm program
gives "program gone" 2 "No such file or directory" mazurka replay program.mzt
gives "no trace file" 2 "none.mzt: No such file or directory" mazurka replay none.mzt
head -c 200 counter.mzt > cut.mzt
gives "truncated" 2 "cut.mzt: it is truncated" mazurka replay cut.mzt
sed 's/^seed .*/seed 99/' counter.mzt > damaged.mzt
gives "damaged" 2 "damaged.mzt: it is damaged" mazurka replay damaged.mzt
sed 's/^mazurka-trace [0-9]*/mazurka-trace 9/' counter.mzt > newer.mzt
gives "another version" 2 "it is of version 9 of the format" mazurka replay newer.mzt
gives "something else" 2 "it is not a trace of mazurka" mazurka replay counter.c

# --- standard input -----------------------------------------------------------------------------------------------------
cat > input.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int x;
static void *work(void *p) { x++; return p; }
int main(void)
{
    int n = 0;
    pthread_t t, u;
    if (scanf("%d", &n) != 1)
        n = 1;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x + n != 6);
    return 0;
}
END
echo 5 > five
gives "input from a file is there for the replay too" 1 "bug: assertion failed: x + n != 6" bash -c "mazurka check input.c < five"
gives "input from a pipe is not" 2 "standard input cannot be read twice" bash -c "echo 5 | mazurka check input.c"

# --- mistakes -----------------------------------------------------------------------------------------------------------
gives "nothing to check" 2 "nothing to check:" mazurka check
gives "missing file" 2 "none.c: No such file or directory" mazurka check none.c
gives "a directory" 2 ". is a directory" mazurka check .
gives "compile error" 2 "undeclared" mazurka check wrong.c
gives "unknown option" 2 "unknown option --tiem; did you mean --time?" mazurka check --tiem=3s counter.c
gives "a wrong value" 2 "--time=soon: not a duration such as" mazurka check --time=soon counter.c
gives "a missing value" 2 "--time needs an argument" mazurka check counter.c --time
gives "more than one program is given" 2 "Arguments of the program come after --" mazurka check kept stripped
gives "compiler options without sources" 2 "-O2 is a compiler option" mazurka check kept -O2
gives "-o" 2 "--keep=FILE keeps it" mazurka check counter.c -o x
gives "no such compiler" 2 "mazurka: " mazurka check counter.c --cc=no-such-compiler
gives "help" 0 "--time=DURATION" mazurka check --help
gives "default limit of memory" 0 "(default: three" mazurka check --help
limit() { mazurka check arguments.c --json=- "$@" 2> /dev/null | sed -n 's/.*"max_memory": \([0-9]*\).*/\1/p'; }
memory_limit() {
    local machine=$(($(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo) * 1024))
    [ "$(limit)" -ge $((machine * 7 / 10)) ] && [ "$(limit)" -le $((machine * 8 / 10)) ] && [ "$(limit --memory=1G)" = 1073741824 ]
}
holds "the default limit of memory is passed on" memory_limit
gives "help of replay" 0 "--force" mazurka help replay
exit $failed
