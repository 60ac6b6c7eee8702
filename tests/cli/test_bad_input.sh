#!/bin/bash
# Bad input gets a clear error, and nothing is lost: wrong files, wrong options, full disks, killed processes, damaged traces.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
. "$root/tests/lib/wait.sh"

bug=$programs/bad/race/lost_update.c
fine=$programs/ok/mutex/counter.c

# --- files -------------------------------------------------------------------------------------------------------------

missing_file() { says 2 "nothing.c: No such file" "$MAZURKA" check nothing.c; }
missing_program() { says 2 "nothing: No such file" "$MAZURKA" check ./nothing; }
a_directory() { says 2 "is a directory" "$MAZURKA" check .; }

compile_error()
{
    printf 'int main(void) { return undeclared; }\n' >wrong.c
    says 2 "wrong.c:1" "$MAZURKA" check wrong.c
    says 2 "undeclared" "$MAZURKA" check --cc=clang wrong.c
    [[ -z $(ls ./*.mzt 2>/dev/null) ]]
}

link_error()
{
    printf 'void nowhere(void); int main(void) { nowhere(); return 0; }\n' >wrong.c
    says 2 "nowhere" "$MAZURKA" check wrong.c
}

missing_compiler() { says 2 "no-such-compiler" "$MAZURKA" check --cc=no-such-compiler "$fine"; }

empty_source()
{
    : >empty.c
    says 2 "main" "$MAZURKA" check empty.c
}

not_built_by_us()
{
    gcc "$fine" -pthread -o plain
    says 2 "mazurka cc" "$MAZURKA" check ./plain
}

stripped()
{
    "$MAZURKA" cc "$bug" -o program
    strip program
    says 1 "assertion failed: counter == 2" "$MAZURKA" check ./program --json=result.json
    is bug "$(field verdict result.json)"
    says 1 "replayed: assertion failed" "$MAZURKA" replay program.mzt
}

unreadable_stdin() { says 0 verified "$MAZURKA" check "$fine" --no-trace 0<&-; }

# --- usage -------------------------------------------------------------------------------------------------------------

nothing_given() { says 2 "nothing to check" "$MAZURKA" check; }
no_command() { says 2 "Usage" "$MAZURKA"; }
unknown_command() { says 2 "unknown command" "$MAZURKA" chekc; }
unknown_option() { says 2 "did you mean --states" "$MAZURKA" check --state=5 "$fine"; }
wrong_number() { says 2 "--states=many" "$MAZURKA" check --states=many "$fine"; }
wrong_duration() { says 2 "--time=soon" "$MAZURKA" check --time=soon "$fine"; }
wrong_search() { says 2 "unknown search 'nonsense'; known: dfs, " "$MAZURKA" check --search=nonsense "$fine"; }
wrong_reduction() { says 2 "unknown reduction 'nonsense'; known: none, " "$MAZURKA" check --reduction=nonsense "$fine"; }
two_programs()
{
    "$MAZURKA" cc "$fine" -o one
    cp one two
    says 2 "more than one program is given" "$MAZURKA" check ./one ./two
}
help_works()
{
    says 0 "--livelock" "$MAZURKA" check --help
    says 0 "--force" "$MAZURKA" replay --help
    says 0 "Commands" "$MAZURKA" help
    says 0 "mazurka $(cat "$root/VERSION")" "$MAZURKA" --version
    for command in check replay cc version help; do
        says 0 "Usage: mazurka $command" "$MAZURKA" $command --help
        says 0 "Usage: mazurka $command" "$MAZURKA" help $command
    done
    says 2 "takes no arguments" "$MAZURKA" version now
}

# --- exit codes --------------------------------------------------------------------------------------------------------

exit_verified() { says 0 "verified: all" "$MAZURKA" check "$fine"; }
exit_bug() { says 1 "bug: assertion failed" "$MAZURKA" check "$bug"; }
exit_states() { says 3 "--states=10" "$MAZURKA" check --states=10 "$fine"; }
exit_depth() { says 3 "covered: " "$MAZURKA" check --depth=2 "$fine"; }

long_program()
{
    cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static void *work(void *unused)
{
    unsigned long seen = (unsigned long)unused; /* it matters who comes first */
    for (unsigned i = 0; i < 1000; i++)
        seen += atomic_fetch_add(&x, i);
    return (void *)seen;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
}

exit_time()
{
    long_program
    says 3 "--time=300ms" "$MAZURKA" check --time=300ms --no-trace long.c
}

exit_memory()
{
    long_program
    says 3 "--memory=1M" "$MAZURKA" check --memory=1M --no-trace long.c
}

# --- a full disk -------------------------------------------------------------------------------------------------------

full_json() { says 2 "No space left" "$MAZURKA" check "$bug" --no-trace --json=/dev/full; }
full_trace() { says 2 "No space left" "$MAZURKA" check "$bug" --trace=/dev/full; }

full_stdout()
{
    local status=0
    "$MAZURKA" check "$bug" >/dev/full 2>message || status=$?
    cat message
    is 2 $status
    grep -q "No space left" message
    [[ -s lost_update.mzt ]] # the schedule is not lost with the text
}

# Text that does not arrive is an error of every command, and said.
full_stdout_of_others()
{
    "$MAZURKA" check "$bug" >/dev/null 2>&1 || :
    "$MAZURKA" cc -o fine "$fine"
    local words
    for words in --help --version "help check" "check --help" "replay --help" searches "check --rb=list" "replay lost_update.mzt" \
        "states ./fine" "cc --help"; do
        # shellcheck disable=SC2086 # these are words
        says 2 "cannot write to stdout: No space left" bash -c '"$@" >/dev/full' - "$MAZURKA" $words || return
    done
}

# A disk that is full, where a file system may be made for it: what was there before is there, whole.
full_disk()
{
    mkdir disk
    unshare -m mount -t tmpfs -o size=64k none disk || { echo "skipped: not allowed"; return 0; }
    unshare -m bash -e -c '
        mount -t tmpfs -o size=64k none disk
        for kind in json junit sarif html witness dot mzt; do echo old >disk/result.$kind; done
        head -c 1M /dev/zero >disk/rest 2>/dev/null || :
        "$0" check "$1" --json=disk/result.json --junit=disk/result.junit --sarif=disk/result.sarif --html=disk/result.html \
            --witness=disk/result.witness --dot=disk/result.dot --trace=disk/result.mzt && exit 1 || [[ $? -eq 2 ]]
        for kind in json junit sarif html witness dot mzt; do [[ $(cat disk/result.$kind) == old ]] || { echo torn: $kind; exit 1; }; done
        [[ $(ls disk | wc -l) -eq 8 ]]' "$MAZURKA" "$bug"
}

trace_to_nowhere() { says 2 "No such file" "$MAZURKA" check "$bug" --trace=no/such/directory/x.mzt; }
no_temporary_directory() { TMPDIR=/no/such/directory says 2 "/no/such/directory" "$MAZURKA" check "$bug"; }

# --- a search process that is killed -----------------------------------------------------------------------------------

killed_search()
{
    long_program
    "$MAZURKA" cc long.c -o long
    "$MAZURKA" check ./long --time=300s --json=result.json --trace=left.mzt >out 2>err &
    local tool=$! child="" status=0
    busy_child $tool || { echo "no child seen"; return 1; }
    kill -9 "$child"
    wait $tool || status=$?
    cat out err
    is 3 $status
    grep -q "was killed (signal 9" out
    is unknown "$(field verdict result.json)"
    grep -q "mazurka replay left.mzt" err
    says 0 "replayed: the whole schedule" "$MAZURKA" replay left.mzt
}

interrupted()
{
    long_program
    "$MAZURKA" cc long.c -o long
    "$MAZURKA" check ./long --time=300s --no-trace --json=result.json >out 2>err &
    local tool=$! child="" status=0
    busy_child $tool
    kill -INT $tool
    wait $tool || status=$?
    cat out err
    is 3 $status
    grep -q "Ctrl-C" out
    is unknown "$(field verdict result.json)"
}

nothing_left_behind()
{
    mkdir tmp
    TMPDIR=$PWD/tmp "$MAZURKA" check "$bug" --no-trace || :
    is "" "$(ls tmp)"
}

# Who is killed removes nothing: the next one does, and leaves what is somebody's.
swept()
{
    mkdir -p tmp/mazurka-source tmp/mazurka-others
    touch tmp/mazurka-others/mazurka-temporary
    flock -o tmp/mazurka-others/mazurka-temporary sleep 60 &
    local other=$! tool
    while flock -n tmp/mazurka-others/mazurka-temporary true; do sleep 0.05; done
    long_program
    TMPDIR=$PWD/tmp "$MAZURKA" check long.c --no-trace >/dev/null 2>&1 &
    tool=$!
    until pgrep -P $tool -x long >/dev/null; do sleep 0.05; done
    kill -KILL $tool
    wait $tool || :
    is 3 "$(ls tmp | wc -l)"
    TMPDIR=$PWD/tmp "$MAZURKA" check "$fine" --no-trace
    kill $other
    is "mazurka-others mazurka-source" "$(echo $(ls tmp))"
}

# Where there is no home none is made, by root either.
no_home()
{
    unset XDG_CACHE_HOME
    HOME=$PWD/nonexistent "$MAZURKA" check "$fine" --no-trace
    XDG_CACHE_HOME=$PWD/nowhere/cache "$MAZURKA" check "$fine" --no-trace
    ! [[ -e nonexistent || -e nowhere ]]
    XDG_CACHE_HOME=$PWD/cache "$MAZURKA" check "$fine" --no-trace
    [[ -d cache/mazurka ]]
}

# --- trace files -------------------------------------------------------------------------------------------------------

make_trace() { "$MAZURKA" check "$bug" --trace=good.mzt >/dev/null 2>&1 || [[ -s good.mzt ]]; }

trace_missing() { says 2 "No such file" "$MAZURKA" replay nothing.mzt; }
trace_empty()
{
    : >empty.mzt
    says 2 "empty.mzt" "$MAZURKA" replay empty.mzt
}

trace_truncated()
{
    make_trace
    local size at
    size=$(stat -c %s good.mzt)
    for at in 1 10 100 $((size / 2)) $((size - 1)); do
        head -c "$at" good.mzt >cut.mzt
        says 2 "cut.mzt" "$MAZURKA" replay cut.mzt
    done
}

trace_altered()
{
    make_trace
    sed 's/^fault "assertion"/fault "deadlock"/' good.mzt >altered.mzt
    ! cmp -s good.mzt altered.mzt
    says 2 "altered.mzt" "$MAZURKA" replay altered.mzt
}

trace_of_another_version()
{
    make_trace
    sed '1s/^mazurka-trace .*/mazurka-trace 999/' good.mzt >newer.mzt
    says 2 "version" "$MAZURKA" replay newer.mzt
}

not_a_trace() { says 2 "counter.c" "$MAZURKA" replay "$fine"; }

trace_of_a_changed_program()
{
    cp "$bug" changing.c
    "$MAZURKA" check changing.c --trace=good.mzt >/dev/null 2>&1 || :
    says 1 "replayed: assertion failed" "$MAZURKA" replay good.mzt
    sed -i 's/counter++;/counter += 1; counter += 0;/' changing.c
    says 2 "has changed" "$MAZURKA" replay good.mzt
    says 2 "has changed" "$MAZURKA" replay good.mzt --program=/bin/true
}

trace_of_a_removed_program()
{
    "$MAZURKA" cc "$bug" -o program
    "$MAZURKA" check ./program >/dev/null 2>&1 || :
    mv program moved
    says 2 "No such file" "$MAZURKA" replay program.mzt
    says 1 "replayed: assertion failed" "$MAZURKA" replay program.mzt --program=moved
}

# --- JSON --------------------------------------------------------------------------------------------------------------

valid_json() # FILE
{
    if command -v jq >/dev/null; then
        jq -e . "$1" >/dev/null
    elif command -v python3 >/dev/null; then
        python3 -m json.tool "$1" >/dev/null
    fi
}

json_of() # PROGRAM VERDICT
{
    "$MAZURKA" check "$programs/$1" --no-trace --json=result.json >/dev/null 2>&1 || :
    valid_json result.json
    is "$2" "$(field verdict result.json)"
    is mazurka-check "$(field schema result.json)"
    [[ $(field schema_version result.json) -ge 1 ]]
    [[ -n $(field statistics.states result.json) ]]
}

json_quotes() # what the program prints and asserts may hold any bytes
{
    cat >strange.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static const char *text = "a\"b\\c";
static void *work(void *unused)
{
    printf("tab\there \"quoted\" \\ \001 \xff\xfe \xc3\xa9\n");
    assert(strcmp(text, "\"\\\n\t") == 0);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    "$MAZURKA" check strange.c --no-trace --json=result.json >/dev/null 2>&1 || :
    valid_json result.json
    is bug "$(field verdict result.json)"
}

json_to_stdout()
{
    "$MAZURKA" check "$fine" --no-trace --json=- >result.json 2>/dev/null
    valid_json result.json
    is verified "$(field verdict result.json)"
}

# A list of searches with random changes is taken, or refused with a sentence that names its line.
damaged_series()
{
    "$MAZURKA" cc -g -o fine "$fine"
    cat >damage.py <<'END'
import random, subprocess, sys
whole = b"# three\n--search=dfs --order=random --seed=3\n--search=bfs --states=5k\n--rb='<200,pl,d,Lb,0.75,1.5>' --time=1s\n"
words = [b"'", b'"', b"\\", b"\n", b"\0", b"--", b"=", b"-1", b"99999999999999999999", b"--series=x", b"\xff", b"%s", b"..", b","]
random.seed(1)
for number in range(60):
    text = bytearray(whole)
    for change in range(random.randrange(4) if number else 0):
        at = random.randrange(len(text))
        text[at:at + random.randrange(3)] = random.choice(words + [bytes([random.randrange(256)])])
    open("list", "wb").write(text)
    run = subprocess.run([sys.argv[1], "check", "./fine", "--series=list", "--race=off", "--no-trace", "--quiet", "--time=20s"],
                         capture_output=True, timeout=60)
    said = run.stderr.decode(errors="replace")
    assert run.returncode in (0, 1, 3) or run.returncode in (2, 4) and "mazurka: " in said or b"unsound" in run.stdout, (text, run)
END
    python3 damage.py "$MAZURKA"
}

# -----------------------------------------------------------------------------------------------------------------------

for name in missing_file missing_program a_directory compile_error link_error missing_compiler empty_source not_built_by_us \
    stripped unreadable_stdin nothing_given no_command unknown_command unknown_option wrong_number wrong_duration wrong_search \
    wrong_reduction two_programs help_works exit_verified exit_bug exit_states exit_depth exit_time exit_memory full_json \
    full_trace full_stdout full_stdout_of_others full_disk trace_to_nowhere no_temporary_directory killed_search interrupted \
    nothing_left_behind swept no_home trace_missing trace_empty trace_truncated trace_altered trace_of_another_version not_a_trace \
    trace_of_a_changed_program trace_of_a_removed_program json_quotes json_to_stdout \
    damaged_series; do
    case_ "bad input: ${name//_/ }" $name
done
for pair in ok/mutex/counter.c:verified bad/race/lost_update.c:bug bad/mutex/lock_order.c:bug bad/refused/fork.c:unknown \
    bad/crash/null.c:bug bad/output/printed.c:bug ok/solo/hello.c:verified; do
    case_ "json: ${pair%:*}" json_of "${pair%:*}" "${pair#*:}"
done
end_cases
