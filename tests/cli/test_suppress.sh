#!/bin/bash
# test_suppress.sh - --suppress=FILE: what is left out, what is said of it, and that no verdict claims more than was seen.
. "$(dirname "$0")/../lib/cases.sh"

racy()
{
    cat >racy.c <<'END_C'
#include <pthread.h>
int hits, table[2];
static void add(int *at) { ++*at; }
static void count_hits(void) { hits++; }
static void *run(void *p)
{
    count_hits();
    add(&table[1]);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    count_hits();
    add(&table[1]);
    pthread_join(t, 0);
    return 0;
}
END_C
    "$MAZURKA" cc -g racy.c -o racy
}
check() { "$MAZURKA" check "$@" --no-trace --quiet; }

by_function()
{
    racy
    says 1 "2 data races" check ./racy
    printf '# known\nrace:count_hits\n\nrace:nobody\n' >list
    says 1 "1 data race; otherwise verified" check ./racy --suppress=list --json=out.json
    [[ $(check ./racy --suppress=list 2>&1) == *"list:4: race:nobody suppresses nothing"* ]]
    [[ $(field suppressions.0.count out.json) -ge 1 ]]
    is 2 "$(field suppressions.0.line out.json)"
    is 0 "$(field suppressions.1.count out.json)"
    [[ $(field suppressions.0.findings.0 out.json) == *"of hits by thread"* ]]
    printf 'race:add\nrace:count_*\n' >list
    says 0 "suppressed by list:1, " check ./racy --suppress=list
    says 0 "suppressed by list:2" check ./racy --suppress=list
    printf 'race:racy.c\n' >list
    says 0 "data races suppressed by list:1" check ./racy --suppress=list
}
case_ "races by function and by file: the verdict says how many, and is otherwise what it was" by_function

# Findings at one place are told once: another variable may be behind a suppressed one.
by_variable()
{
    racy
    printf 'race:hits\nrace:add\n' >list
    says 3 "covered: " check ./racy --suppress=list
    says 3 "may stand for others at the same places" check ./racy --suppress=list
    printf 'race:table\n' >list
    says 1 "1 data race; otherwise covered" check ./racy --suppress=list
    printf 'race:main\nrace:run\nrace_top:run\n' >list
    says 3 "suppressed by list:1" check ./racy --suppress=list
    printf 'race_top:main\n' >list
    says 1 "2 data races" check ./racy --suppress=list
}
case_ "races by variable and by caller are suppressed, and it is no proof" by_variable

others()
{
    cat >more.c <<'END_C'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *one(void *p)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return p;
}
static void check_x(void) { assert(x == 0); }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    check_x();
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
    return 0;
}
END_C
    "$MAZURKA" cc -g more.c -o more
    echo 'deadlock:*' >list
    says 1 "assertion failed" check ./more --suppress=list
    echo 'assertion:check_x' >>list
    says 3 "but not what lies behind suppressed findings" check ./more --suppress=list
    says 3 "1 finding (deadlock) suppressed by list:1, 1 finding (assertion) suppressed by list:2" check ./more --suppress=list
    echo 'assertion:check_x' >list
    says 1 "deadlock" check ./more --suppress=list
    says 2 "goes with suppressed races only" check ./more --suppress=list --runs=2
}
case_ "a suppressed bug does not end the search, and what lies behind it is not claimed" others

several()
{
    cat >lost.c <<'END_C'
#include <pthread.h>
#include <stdlib.h>
static void *volatile sink;
static void *thread(void *p) { return p; }
__attribute__((noinline)) static void *known(void) { return malloc(10); }
__attribute__((noinline)) static void *unknown(void) { return malloc(20); }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    sink = known();
    sink = MORE;
    sink = 0;
    pthread_join(t, 0);
    return 0;
}
END_C
    echo 'leak:known' >list
    says 0 "verified: all" check --leaks --exit-status=any -DMORE='(unknown, 0)' lost.c --suppress=list
    says 3 "others are lost, from elsewhere" check --leaks --exit-status=any -DMORE='unknown()' lost.c --suppress=list
    echo 'leak:*' >list
    says 0 "verified: all" check --leaks --exit-status=any -DMORE='unknown()' lost.c --suppress=list
}
case_ "a suppressed leak does not hide others" several

# At the end of a program the first finding is the last: with another status, or with a leak, nothing else is looked at.
ends()
{
    cat >ends.c <<'END_C'
#include <pthread.h>
#include <stdlib.h>
static void *volatile sink;
static int x;
static void *thread(void *p) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    int status = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    sink = malloc(10);
    sink = 0;
    return status;
}
END_C
    "$MAZURKA" cc -g ends.c -o ends
    echo 'leak:*' >list
    says 3 "but not what lies behind suppressed findings" check ./ends --leaks --suppress=list
    says 0 "verified: all" check ./ends --leaks --suppress=list --exit-status=any
    says 1 "exit with status 1" check ./ends --leaks --suppress=list --exit-status=zero
    echo 'exit-status:*' >>list
    says 3 "but not what lies behind suppressed findings" check ./ends --leaks --suppress=list --exit-status=zero
}
case_ "a suppressed finding at the end of the program hides others" ends

# The function in which a thread waits is a name of the deadlock, as its callers are.
waiting()
{
    cat >wait.c <<'END_C'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) static int both(pthread_mutex_t *p, pthread_mutex_t *q)
{
    return pthread_mutex_lock(p) + pthread_mutex_lock(q) + pthread_mutex_unlock(q) + pthread_mutex_unlock(p);
}
static void *thread(void *p) { return both(&a, &b) ? 0 : p; }
static void *other(void *p) { return both(&b, &a) ? 0 : p; }
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, thread, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
END_C
    for name in both other; do
        echo "deadlock:$name" >list
        says 3 "1 finding (deadlock) suppressed by list:1" check wait.c --suppress=list
    done
}
case_ "a deadlock by the function where a thread waits" waiting

mistakes()
{
    racy
    printf '\nrce:x\n' >list
    says 2 "list:2: there is no kind 'rce'. Did you mean 'race'?" check ./racy --suppress=list
    says 2 "--suppress=nofile: No such file" check ./racy --suppress=nofile
    says 2 "--suppress=.: Is a directory" check ./racy --suppress=.
    : >list
    says 1 "2 data races" check ./racy --suppress=list
}
case_ "bad files" mistakes
end_cases
