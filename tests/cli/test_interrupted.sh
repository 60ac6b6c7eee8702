#!/bin/bash
# test_interrupted.sh - `mazurka test`, `clients` and `diff` are asked for an end (SIGTERM, Ctrl-C) at one moment or another: what is known
# is told, in whole documents, and soon.
. "$(dirname "$0")/../lib/cases.sh"
examples=$root/examples/clients

# A compiler that takes long when it is called for the $SLOW_AT-th time.
slow_compiler()
{
    cat >slow <<'END'
#!/bin/bash
echo "$*" >>calls
if [ "$(wc -l <calls)" = "$SLOW_AT" ]; then
    touch there
    sleep 60
fi
exec gcc "$@"
END
    chmod +x slow
    export MAZURKA_CC=$PWD/slow
}

# interrupt SIGNAL STATUS COMMAND...: the command is sent the signal once there is the file "there".
interrupt()
{
    local signal=$1 expected=$2 tool status=0 before
    shift 2
    rm -f there calls r.json r.xml
    env --default-signal=INT,TERM "$@" >out 2>err &
    tool=$!
    until [[ -e there ]] || ! kill -0 $tool 2>/dev/null; do sleep 0.02; done
    before=$SECONDS
    kill -"$signal" $tool
    wait $tool || status=$?
    cat out err
    is "$expected" $status
    [ $((SECONDS - before)) -lt 20 ] # whatever it was busy with takes a minute
    ! pgrep -g $tool >/dev/null
}

whole() # the documents are, and the verdict and the code are the same in all
{
    jq -e --argjson code "$1" '.exit_code == $code' r.json
    python3 -c 'import xml.etree.ElementTree as t; t.parse("r.xml")'
}

clients() # CALL SIGNAL STATUS VERDICT
{
    SLOW_AT=$1 interrupt "$2" "$3" "$MAZURKA" clients "$examples/queue.spec" --jobs=1 --json=r.json --junit=r.xml
    grep -q "^$4" out
    whole "$3"
}
compiling()
{
    slow_compiler
    clients 1 TERM 3 "unknown: stopped by a signal before there were clients of queue"
    clients 2 INT 3 "unknown: stopped by a signal before there were clients of queue"
    clients 3 TERM 3 "unknown: 0 of 200 clients of queue are verified, and none has a bug; 200 not checked to the end"
    is "skipped 200" "$(jq -r '[.clients[0].verdict, (.clients | length)] | join(" ")' r.json)"
    is 200 "$(grep -c '<skipped message="skipped: it was not checked"/>' r.xml)"
    clients 5 INT 3 "unknown: 0 of 200 clients of queue"
    clients 8 TERM 3 "unknown: 0 of 200 clients of queue"
}
case_ "clients: while something is compiled" compiling

differing()
{
    git init -q .
    cat >add.c <<'END'
#include <pthread.h>
static int n;
static void *add(void *unused) { n += 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    return pthread_join(t, NULL);
}
END
    git add add.c
    git -c user.name=a -c user.email=a@b commit -qm "Add"
    sed -i 's/n += 1/n += 2/' add.c
    slow_compiler
    local signal
    for signal in TERM INT; do
        SLOW_AT=1 interrupt $signal 3 "$MAZURKA" diff --sources=add.c --json=r.json
        grep -qx "unknown: stopped by $([ $signal = INT ] && echo Ctrl-C || echo SIGTERM) before anything was explored" out
        is "unknown 3" "$(jq -r '"\(.verdict) \(.exit_code)"' r.json)"
    done
}
case_ "diff: while the program is compiled" differing

shrinking()
{
    slow_compiler
    clients 11 TERM 1 "bug: in a client of .*; stopped by a signal before it was made smaller)"
    is true "$(jq '[.clients[].verdict] | index("bug") != null' r.json)"
    ! grep -q /tmp out
    grep -q '<failure type="bug"' r.xml
    clients 12 INT 1 "bug: in a client of .*; stopped by a signal before it was made smaller)"
}
case_ "clients: while a client with a bug is made smaller" shrinking

cases_c()
{
    printf '#include <%s.h>\n' setjmp stdarg stddef stdint cmocka pthread stdlib unistd
    cat <<'END'
static int n;
static void *count(void *unused) { for (int i = 0; i < ROUNDS; i++) __atomic_fetch_add(&n, 1, 5); return unused; }
static void two(void **unused) { pthread_t t; pthread_create(&t, 0, count, 0); count(0); pthread_join(t, 0); (void)unused; }
static void first(void **unused) { n = 0; (void)unused; }
static void naming(void **unused) { n = 1; SLOWLY; (void)unused; }
static void large(void **unused)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, count, 0);
    two(unused);
}
static void last(void **unused) { n = 2; (void)unused; }
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(first), cmocka_unit_test(naming), cmocka_unit_test(large), cmocka_unit_test(last)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
END
}
compiled() # DEFINITION: the program that is tested
{
    cases_c >cases.c
    "$MAZURKA" cc -g -DROUNDS=6 "-DSLOWLY=$1" cases.c -o cases -lcmocka
}

naming()
{
    compiled 'system("touch there; sleep 60")'
    for signal in TERM INT; do
        interrupt $signal 3 "$MAZURKA" test ./cases --json=r.json --junit=r.xml
        grep -qx "2 cases: 0 verified, 0 with a bug, 0 undecided, 2 not checked (stopped by a signal); perhaps not all" out
        whole 3
        is "stopped by a signal before all cases were named" "$(jq -r .incomplete r.json)"
        is "unknown: not checked: stopped by a signal" "$(jq -r '.cases[0] | .verdict + ": " + .reason' r.json)"
        grep -q 'tests="3" failures="0" errors="0" skipped="3"' r.xml
    done
    interrupt TERM 3 "$MAZURKA" test ./cases --list
    is "first naming" "$(xargs <out)"
}
case_ "test: while cases are named" naming

running() # SIGNAL ITS_WORD
{
    compiled '(void)0'
    # The third check is on its way when its trace, or its JSON, is all that is missing.
    (until [[ -e out ]] && grep -q '^verified naming' out; do sleep 0.05; done; sleep 0.5; touch there) &
    interrupt "$1" 3 "$MAZURKA" test ./cases --budget=0 --reduction=none --search=dfs --json=r.json --junit=r.xml
    wait
    grep -q '^verified first' out
    grep -q "^unknown  large: stopped by $2 after" out
    ! grep -q ' last' out
    grep -qx "4 cases: 2 verified, 0 with a bug, 1 undecided, 1 not checked (stopped by a signal)" out
    whole 3
    is "first=verified naming=verified large=unknown last=unknown" "$(jq -r '[.cases[] | .name + "=" + .verdict] | join(" ")' r.json)"
    is null "$(jq -r .incomplete r.json)"
    grep -q 'tests="4" failures="0" errors="0" skipped="2"' r.xml
}
case_ "test: while a case is checked" running TERM SIGTERM
case_ "test: Ctrl-C while a case is checked" running INT Ctrl-C

# Standard output is a small pipe that nobody reads until the signal was sent.
writing()
{
    compiled '(void)0'
    mkfifo pipe
    cat >reader.py <<'END'
import fcntl, os, sys, time
pipe = open("pipe", "rb", buffering=0)
fcntl.fcntl(pipe, 1031, 4096) # F_SETPIPE_SZ
while not (os.path.exists("err") and b" last" in open("err", "rb").read()):
    time.sleep(0.05)
time.sleep(0.5)
open("there", "w")
time.sleep(0.5)
sys.stdout.buffer.write(pipe.read())
END
    python3 reader.py >document &
    # shellcheck disable=SC2016 # for the other shell
    interrupt TERM 3 bash -c 'exec "$0" test ./cases --json=- --budget=1s --reduction=none --search=dfs >pipe' "$MAZURKA"
    wait
    is "4 3" "$(jq -r '[(.cases | length), .exit_code] | join(" ")' document)"
    [ "$(stat -c %s document)" -gt 4096 ]
}
case_ "test: while a document is written" writing
end_cases
