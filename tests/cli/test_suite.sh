#!/bin/bash
# test_suite.sh - mazurka suite: a suite of two tiny programs, as a regression suite and as a benchmark; killed and resumed; bad facts files
# and bad stores.
. "$(dirname "$0")/../lib/cases.sh"
suite=$cases_work/suite

# Two threads count, without a lock or with one.
mkdir -p "$suite/lost" "$suite/dead"
cat >"$suite/lost/lost.c" <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void)
{
#ifdef FIXED
    pthread_mutex_lock(&m);
#endif
}
static void unlock(void)
{
#ifdef FIXED
    pthread_mutex_unlock(&m);
#endif
}
static void *add(void *p)
{
    for (int i = 0; i < ROUNDS; i++) {
        lock();
        x = x + 1;
        unlock();
    }
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, &m);
    pthread_create(&b, 0, add, &m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 * ROUNDS); /* BUG: lost */
    return 0;
}
END
cat >"$suite/lost/facts.json" <<'END'
{"name": "lost", "title": "Two threads count", "sources": ["lost.c"],
 "bug": {"kind": "assertion", "line": {"file": "lost.c", "mark": "BUG: lost"}, "cvt": [1, 1, 2], "differs": "one of each"},
 "forms": {"buggy": [], "fixed": ["-DFIXED"]}, "parameters": {"ROUNDS": "of each"},
 "scales": {"small": {"ROUNDS": 1}, "paper": {"ROUNDS": 3}},
 "figures": [{"paper": "000", "table": "1", "error_state_ratio": 0.03, "error_path_ratio": 5e-7, "min_path": 326, "avg_path": 327},
             {"paper": "003", "table": "II", "configuration": "<I,pl,d,Lb,0.75,1.5>", "states": 7, "found": 1},
             {"paper": "000", "table": "11", "configuration": "<I,pl,d,Lb,0.75,1.5>", "states": 635290,
              "states_deviation": 46187, "seconds": 46, "found": 100}]}
END
cat >"$suite/dead/dead.c" <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b)
{
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
}
static void *other(void *p)
{
    both(ORDER);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    both(&m, &n);
    pthread_join(t, 0);
    return 0;
}
END
echo '{"name": "dead", "title": "Two orders of locks", "sources": ["dead.c"], "bug": {"kind": "deadlock"},
 "forms": {"buggy": ["-DORDER=&n,&m"], "fixed": ["-DORDER=&m,&n"]}}' >"$suite/dead/facts.json"

suite() { local verb=$1; shift; "$MAZURKA" suite "$verb" "$suite" "$@"; }
changed() { rm -rf changed; cp -r "$suite" changed; sed -i "$2" "changed/$1"; } # FILE EXPRESSION

lists()
{
    suite list >list
    grep -q "lost: Two threads count" list
    grep -q "bug: assertion at lost.c:33; forms: buggy, fixed; scales: small, paper" list
    grep -q "bug: deadlock; forms: buggy, fixed; scales: small" list
    is 1 "$(suite list --programs='l*' | grep -c '^[a-z]')"
    is "mazurka-suite-list" "$(suite list --json=- | jq -r .schema)"
    says 0 "rb-10" "$MAZURKA" suite list --configurations=all
    says 0 "hybrid-pruning" "$MAZURKA" suite list --configurations=rivals
}
case_ "lists programs and configurations" lists

regression()
{
    suite run >said 2>told
    is 4 "$(grep -c '^ok ' said)"
    grep -q "^ok   lost buggy small, check: bug: assertion failed: x == 2 \* ROUNDS at lost.c:33" said
    grep -q "^ok   lost fixed small, check: verified" said
    grep -q "^ok   dead buggy small, check: bug: deadlock" said
    grep -q "4 experiments, 0 done before; 0 not as expected" told
    suite run 2>told | wc -l | grep -qx 0
    grep -q "4 experiments, 4 done before" told
    suite run --again 2>/dev/null | wc -l | grep -qx 4
    says 0 "yes          verified" suite show
}
case_ "a regression suite, which runs what was not run" regression

# FILE EXPRESSION STATUS TEXT
unexpected()
{
    changed "$1" "$2"
    says "$3" "$4" "$MAZURKA" suite run changed --store=one.db -j2
    rm -f one.db
}
failures()
{
    unexpected lost/facts.json 's/BUG: lost/return p/' 1 "FAIL lost buggy small, check: another fault than the bug"
    unexpected lost/facts.json 's/"assertion"/"deadlock"/' 1 "FAIL lost buggy small, check: another fault than the bug"
    unexpected lost/lost.c 's/2 \* ROUNDS/x/' 1 "FAIL lost buggy small, check: the bug was not found"
    unexpected lost/lost.c 's/ifdef FIXED/ifdef BROKEN/' 1 "FAIL lost fixed small, check: there is to be no bug"
    unexpected lost/lost.c 's/int x;/int x/' 2 "lost buggy small cannot be compiled"
    unexpected lost/lost.c 's/int x;/int x/' 2 "0 not as expected; 2 programs not compiled"
    unexpected lost/facts.json 's/"fixed"/"good"/' 1 'A form without it is called fixed, or is in "correct"'
    changed lost/lost.c 's/ifdef FIXED/ifdef BROKEN/'
    "$MAZURKA" suite run changed --json=result.json || is 1 $?
    is '1 fixed' "$(jq -r '"\(.failed) \(.failures[0].form)"' result.json)"
    says 1 "1 not as expected" "$MAZURKA" suite run changed # it has not been mended
}
case_ "what is not as expected" failures

# What is C++ is linked as C++, and C beside it stays C.
cxx()
{
    mkdir -p plus/both
    echo 'int half(int class) { return class / 2; }' >plus/both/half.c
    cat >plus/both/both.cpp <<'END'
#include <cassert>
#include <stdexcept>
extern "C" int half(int);
int main()
{
    try {
        throw std::runtime_error("x");
    } catch (const std::exception &) {
#ifndef FIXED
        assert(half(2) == 2); // BUG: half
#endif
    }
}
END
    echo '{"name": "both", "title": "Two languages", "sources": ["both.cpp", "half.c"], "forms": {"buggy": [], "fixed": ["-DFIXED"]},
 "bug": {"kind": "assertion", "line": {"file": "both.cpp", "mark": "BUG: half"}}}' >plus/both/facts.json
    says 0 "ok   both buggy small" "$MAZURKA" suite run plus
    if command -v clang++ >/dev/null; then
        says 0 "ok   both buggy small" "$MAZURKA" suite run plus --cc=clang --store=clang.db
    fi
}
case_ "C++" cxx

benchmark()
{
    suite run --configurations=all --runs=3 --states=2000 --errors=both --quiet
    suite show --errors=both >tables
    grep -q "^lost: buggy, scale paper, its own bug, limit of 2,000 states" tables
    grep -q "^1. <I,pl,d,Lb,0.75,1.5> .* 100 % *635290 ± 46187 *46 *100 %$" tables
    grep -q "^dynamic POR .* yes" tables
    is 4 "$(grep -c "^dynamic POR .* yes" tables)" # two programs; with races, too: it claims nothing
    grep -q "^lost *buggy *small *1  *(1, 1, 2)  one of each$" tables
    grep -q "^dead *buggy *small *1  *-  -$" tables
    grep -q "^random search order *2 *2 *0 *0 *0$" tables
    grep -q "^dynamic POR *2 *2 *0 *0 *0$" tables
    grep -q "^hybrid analyses: pruning .* yes" tables
    grep -q "^lost *buggy *exact .* 0.03 *5e-07 *326 *327$" tables
    suite show --markdown | grep -q "^| random search order .*|$"
    suite show --json=all.json
    is "0" "$(jq '[.results[] | select(.expected | not)] | length' all.json)"
    random='.results[] | select(.program == "lost" and .configuration == "random" and .errors == "own")'
    is "3" "$(jq "$random | .runs" all.json)"
    # the numbers are those of mazurka check
    "$MAZURKA" cc -g -DROUNDS=3 -o lost "$suite/lost/lost.c" -pthread
    "$MAZURKA" check lost --search=dfs --order=random --runs=3 --seed=1 --race=off --states=2000 --no-trace --json=check.json || is 1 $?
    is "$(jq .runs.states.mean check.json)" "$(jq "$random | .states.mean" all.json)"
    # more runs of the same are run, and no others
    suite run --configurations=random --programs=lost --runs=5 --states=2000 --quiet
    is "1 2 3 4 5" "$(python3 - <<'END'
import sqlite3
db = sqlite3.connect("mazurka.db")
rows = db.execute("SELECT seed FROM result WHERE configuration = 'random' AND program = 'lost' AND errors = 'own' ORDER BY seed")
print(*[row[0] for row in rows])
END
)"
}
case_ "the searches of the paper, and their tables" benchmark

runs_in()
{
    python3 - "$1" 2>/dev/null <<'END' || echo 0
import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM outcome").fetchone()[0])
END
}

# Killed without a warning, twice: what is there stays, and in the end all is there. What the killed ones have left behind the next one
# removes, and nothing that is somebody's.
resumes()
{
    export TMPDIR=$PWD/tmp
    mkdir -p tmp/mazurka-others tmp/mazurka-killed
    touch tmp/mazurka-others/mazurka-temporary tmp/mazurka-killed/mazurka-temporary
    flock -o tmp/mazurka-others/mazurka-temporary sleep 60 &
    other=$!
    while flock -n tmp/mazurka-others/mazurka-temporary true; do sleep 0.05; done
    local some=(--configurations=check,rivals,top-ten --runs=5 --states=1000) before=0 now
    for time in first second; do
        "$MAZURKA" suite run "$suite" "${some[@]}" --quiet -j1 &
        pid=$!
        while kill -0 $pid && (($(runs_in mazurka.db) < before + 2)); do sleep 0.05; done
        kill -9 $pid
        wait $pid 2>/dev/null || is 137 $?
        now=$(runs_in mazurka.db)
        echo "killed for the $time time with $now outcomes"
        ((now >= before + 2))
        before=$now
        is 2 "$(find tmp -mindepth 1 -maxdepth 1 | wc -l)" # its own, and the other one's
    done
    suite run "${some[@]}" 2>told >/dev/null
    cat told
    grep -qE "experiments, ([0-9]+) done before" told
    (($(sed -n 's/.* \([0-9]*\) done before.*/\1/p' told) >= before))
    is "tmp/mazurka-others tmp/mazurka-others/mazurka-temporary" "$(echo $(find tmp -mindepth 1))"
    kill $other
    suite run "${some[@]}" --store=whole.db --quiet
    same()
    {
        suite show --store="$1" --json=- |
            jq -S '[.results[] | {program, form, configuration, runs, found, states: .states.mean}] | sort_by("\(.)")'
    }
    cmp <(same mazurka.db) <(same whole.db)
}
case_ "killed, and nothing is lost" resumes

stops()
{
    "$MAZURKA" suite run "$suite" --configurations=top-ten --runs=10 --states=5000 -j1 >said 2>told &
    pid=$!
    while kill -0 $pid 2>/dev/null && (($(runs_in mazurka.db) < 2)); do sleep 0.05; done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    is 3 $status
    grep -q "the same command goes on from here" told
}
case_ "stopped" stops

stores()
{
    suite run --quiet
    echo "this is text and no database, whatever its name says" >text.db
    says 2 "is no SQLite file" suite run --store=text.db
    python3 -c 'import sqlite3; d = sqlite3.connect("other.db"); d.execute("CREATE TABLE t (x)"); d.commit()'
    says 2 "an SQLite file of something else" suite run --store=other.db
    cp mazurka.db later.db
    python3 -c 'import sqlite3; d = sqlite3.connect("later.db"); d.execute("PRAGMA user_version = 99"); d.commit()'
    says 2 "its schema has the number 99" suite run --store=later.db
    says 2 "its schema has the number 99" suite show --store=later.db
    says 2 "there is no store none.db yet" suite show --store=none.db
    says 2 "Is a directory" suite run --store=.
    # another runner
    flock -o mazurka.db sleep 60 &
    while flock -n mazurka.db true; do sleep 0.05; done
    says 2 "another runner is at work on it" suite run
    says 0 "verified" suite show # who reads may
    kill $!
}
case_ "stores that are none, others', or somebody's" stores

# On a disk of its own; what was finished before is still there, and the rest is run when there is room.
full()
{
    mkdir disk
    cat >inside <<'END'
run() { "$MAZURKA" suite run "$suite" --store=disk/r.db --configurations=rivals --runs=50 --states=2000; }
mount -t tmpfs -o size=150k none disk
run >said 2>&1 || echo $? >status
mount -o remount,size=10m disk
run >again 2>&1
END
    MAZURKA=$MAZURKA suite=$suite unshare -rm bash -e ./inside
    cat said again
    is 2 "$(cat status)"
    grep -q "the store disk/r.db: the disk is full. What was finished before is kept" said
    (($(sed -n 's/.* \([0-9]*\) done before.*/\1/p' again) > 0))
}
if unshare -rm mount -t tmpfs none /mnt 2>/dev/null; then
    case_ "a full disk" full
else
    echo "skip a full disk: nothing can be mounted here"
fi

# The page describes the schema that there is: every column in backticks in the row of its table, and nothing else.
schema()
{
    suite run --quiet
    python3 - "$root/suite/suite.md" <<'END'
import re, sqlite3, sys
db = sqlite3.connect("mazurka.db")
page = open(sys.argv[1]).read()
assert db.execute("PRAGMA user_version").fetchone()[0] == int(re.search(r"version of the schema: (\d+)", page)[1])
assert db.execute("PRAGMA application_id").fetchone()[0] == int(re.search(r"`PRAGMA application_id` is (0x\w+)", page)[1], 16)
tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")]
run = {row[1] for row in db.execute("PRAGMA table_info(run)")}
for table in tables:
    columns = {row[1] for row in db.execute(f"PRAGMA table_info({table})")} - (run if table == "result" else set())
    row = re.search(rf"^\| `{table}`.* \| (.*) \|$", page, re.M)[1]
    told = set(re.findall(r"`(\w+)`", row)) - ({"run"} if table == "result" else set())
    assert columns == told, (table, columns ^ told)
END
}
case_ "the schema is as suite/suite.md says" schema

# FILE EXPRESSION TEXT
refused()
{
    changed "$1" "$2"
    says 2 "$3" "$MAZURKA" suite list changed
}
facts()
{
    refused lost/facts.json 's/"title"/"titel"/' 'changed/lost/facts.json: "titel": unknown key. Is "title" meant?'
    refused lost/facts.json 's/"title"/"titel"/' '"title": is missing: a string'
    refused lost/facts.json 's/"name": "lost"/"name": 3/' '"name": must be a string'
    refused lost/facts.json 's/"name": "lost"/"name": "found"/' '"name": is '"'found'"', and the folder is called lost'
    refused lost/facts.json 's/\["lost.c"\]/"lost.c"/' '"sources": must be an array of strings'
    refused lost/facts.json 's/\["lost.c"\]/["gone.c"]/' 'there is no file gone.c'
    refused lost/facts.json 's/"kind": "assertion"/"kind": "asertion"/' "'asertion' is no kind of fault. Is assertion meant?"
    refused lost/facts.json 's/BUG: lost/BUG: gone/' '"bug.line.mark": no line of lost.c has'
    refused lost/facts.json 's/"mark"/"Mark"/' '"bug.line.mark": is missing'
    refused lost/facts.json 's/"ROUNDS": 3/"ROUNDS": [3]/' '"scales.paper.ROUNDS": must be a whole number or a string'
    refused lost/facts.json 's/"ROUNDS": 3/"TURNS": 3/' '"scales.paper.TURNS": "parameters" does not say what this is'
    refused lost/facts.json 's/"fixed": \["-DFIXED"\]/"fixed": "-DFIXED"/' '"forms.fixed": must be an array of strings'
    refused lost/facts.json 's/"paper": "000"/"article": "000"/' '"figures[0].paper": is missing'
    refused lost/facts.json 's/"forms"/"options": ["race"], "forms"/' "'race' is no option of"
    refused lost/facts.json '1s/{/[/' "lost/facts.json: line 1:"
    refused lost/facts.json '1s/.*/[]/; 2,$d' 'must be an object'
    refused lost/facts.json 's/"forms"/"title": "x", "forms"/' 'duplicate object key'
    mkdir empty
    says 2 "no folder in it has a facts.json" "$MAZURKA" suite list empty
    says 2 "there is no such folder" "$MAZURKA" suite run nowhere
}
case_ "facts files" facts

words()
{
    says 0 "Usage: mazurka suite list" "$MAZURKA" suite --help
    says 0 "Exit status: 0 all is as expected" "$MAZURKA" help suite
    says 2 "list, run or show" "$MAZURKA" suite
    says 2 "list, run or show, not rum" "$MAZURKA" suite rum
    says 2 "nothing is called randm. Is random meant?" suite run --configurations=randm
    says 2 "no program is called gone" suite run --programs=gone
    says 2 "no program is called lots. Is lost meant?" suite run --programs=lots
    says 2 "lost/ is a program: name the folder that it is in, and --programs=lost" "$MAZURKA" suite run "$suite/lost/"
    says 2 "no program has such a scale" suite run --scale=huge
    says 2 "more than one folder" suite run another
    says 2 "unknown option" suite run --stats=3
    says 2 "must be at least 1" suite run --runs=0
    says 2 "there is no folder" "$MAZURKA" suite run
    says 2 "nothing to run" suite run --configurations=silence --forms=buggy
}
case_ "what is said of the command line" words
end_cases
