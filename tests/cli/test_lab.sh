#!/bin/bash
# test_lab.sh - mazurka lab: a study of two tiny programs, run in slices, killed and resumed, ranked and drawn; --series, of which it is
# made; bad studies and bad stores.
. "$(dirname "$0")/../lib/cases.sh"
suite=$cases_work/suite
mkdir -p "$suite/lost" "$suite/dead"
cat >"$suite/lost/lost.c" <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *p)
{
    for (int i = 0; i < 4; i++)
        x = x + 1;
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, &x);
    pthread_create(&b, 0, add, &x);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 8); /* BUG: lost */
    return 0;
}
END
echo '{"name": "lost", "title": "Two threads count", "sources": ["lost.c"], "forms": {"buggy": []},
 "bug": {"kind": "assertion", "line": {"file": "lost.c", "mark": "BUG: lost"}}}' >"$suite/lost/facts.json"
cat >"$suite/dead/dead.c" <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(a);
        pthread_mutex_lock(b);
        pthread_mutex_unlock(b);
        pthread_mutex_unlock(a);
    }
}
static void *other(void *p)
{
    both(&n, &m);
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
 "forms": {"buggy": []}}' >"$suite/dead/facts.json"
cat >"$cases_work/tiny.study" <<'END'
[study]
title = A study of two programs
programs = lost dead
errors = own
states = 500
time = 10s
rank = sweep
compare = comparison

[phase sweep]
configurations = <I,pl,*,*,0.75,1> <5,pl,d,*,1-r/5,*> <10,cs,d,R,0.90^r,*>
runs = 3

[phase comparison]
configurations = rb-1 default random rb-1+random deeper
runs = 4

[phase more]
of = sweep
runs = 6

[phase characteristics]
configurations = census

[configuration deeper]
title = at most three switches
options = --search=dfs --switches=3 --states={states}

[quick]
states = 100
sample = 5
runs = 2
END
study=$cases_work/tiny.study
lab() { local verb=$1; shift; "$MAZURKA" lab "$verb" "$study" --suite="$suite" "$@"; }
rows() # STORE SQL
{
    python3 - "$@" <<'END'
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
    print(*row)
END
}

# Every run of a series is what it is by itself.
series()
{
    "$MAZURKA" cc -g -o lost "$suite/lost/lost.c" -pthread
    cat >list <<'END'
# a comment
--rb=<3,pl,d,R,0.75,1> --rb-paper --runs=4
--order=random --runs=3 --seed=7 --states=200

--preemptions=1 --states=200
--reduction=dpor --restarts=luby
'--rb=<I,pl,d,Lb,0.75,1.5>' --rb-states=50 --states=200
END
    "$MAZURKA" check lost --series=list --race=off --no-trace --quiet --json=all.json || is 1 $?
    is "1 1 1 1 2 2 2 3 4 5" "$(jq -r '[.runs.each[].series] | join(" ")' all.json)"
    is "4" "$(jq -r '[.runs.each[] | select(.refused) | .series] | join(" ")' all.json)"
    one() # SERIES OPTIONS...
    {
        local number=$1
        shift
        "$MAZURKA" check lost "$@" --search=dfs --race=off --no-trace --quiet --json=one.json || is 1 $?
        is "$(jq -c '[.runs.each[] | [.seed, .states, .transitions, .found, .path]]' one.json)" \
            "$(jq -c "[.runs.each[] | select(.series == $number) | [.seed, .states, .transitions, .found, .path]]" all.json)"
    }
    one 1 '--rb=<3,pl,d,R,0.75,1>' --rb-paper --runs=4
    one 2 --order=random --runs=3 --seed=7 --states=200
    one 3 --preemptions=1 --states=200 --runs=1
    one 5 '--rb=<I,pl,d,Lb,0.75,1.5>' --rb-states=50 --states=200 --runs=1
    # it claims nothing, even where its last search has explored all there is
    sed 's/assert(.*//' "$suite/lost/lost.c" >good.c
    printf '%s\n' --runs=2 --order=random >list
    says 3 "covered" "$MAZURKA" check good.c --series=list --race=off
}
case_ "--series: many searches in one process" series

bad_series()
{
    bad() { echo "$1" >list; says 2 "$2" "$MAZURKA" check "$suite/lost/lost.c" --series=list; }
    bad "--race=off" "list:1: '--race=off' is no part of a search"
    bad "--jobs=2" "list:1: '--jobs=2' is no part of a search"
    bad "random" "list:1: 'random' is no part of a search"
    bad "--order='x" "list:1: a quote has no end"
    bad "--states=many" "list:1:"
    bad "--search=portfolio" "list:1: --search=portfolio is no search of a series"
    bad "--search=ranked" "list:1: --search=ranked is no search of a series"
    bad "# nothing" "there is no search in it"
    says 2 "No such file" "$MAZURKA" check "$suite/lost/lost.c" --series=gone
    echo >list
    says 2 "parts of a search stand in the lines of list" "$MAZURKA" check "$suite/lost/lost.c" --series=list --order=random
    says 2 "--all and --series" "$MAZURKA" check "$suite/lost/lost.c" --series=list --all
}
case_ "--series: what is wrong with a file" bad_series

runs()
{
    says 0 "sweep: 22 configurations, 3 runs each" lab list
    lab run -j2 2>told
    cat told
    grep -q "^sweep: 44 experiments, 132 runs now" told
    grep -q "^comparison: 10 experiments, 28 runs now" told
    is 0 "$(rows mazurka.db "SELECT count(*) FROM run WHERE states = 0")"
    # 6 runs where those before differ and one has found the bug, and 3 elsewhere
    rows mazurka.db "SELECT program, configuration, count(*), max(CASE WHEN seed <= 3 THEN found END),
        min(CASE WHEN seed <= 3 THEN states END) <> max(CASE WHEN seed <= 3 THEN states END)
        OR min(CASE WHEN seed <= 3 THEN found END) <> max(CASE WHEN seed <= 3 THEN found END) FROM result WHERE family = 'dfs-rb'
        GROUP BY 1, 2" >counts
    is 44 "$(wc -l <counts)"
    is "" "$(awk '$3 != ($4 && $5 ? 6 : 3)' counts)"
    is 2 "$(rows mazurka.db "SELECT count(*) FROM census")"
    lab run 2>told
    grep -q "^0 runs made" told
    # the numbers are those of mazurka check
    "$MAZURKA" suite run "$suite" --configurations=rb-1 --runs=4 --states=500 --budget=10s --store=suite.db --quiet
    is "$(rows suite.db "SELECT program, seed, states, found FROM result ORDER BY 1, 2")" \
        "$(rows mazurka.db "SELECT program, seed, states, found FROM result WHERE configuration = 'rb-1' ORDER BY 1, 2")"
    lab run --quick --store=quick.db 2>told
    grep -q "^sweep: 10 experiments, 20 runs now" told
    lab rank >tables
    for table in "Tables 1 and 8" "Table 2" "Table 3" "Table 4" "Table 5" "Table 6" "Table 7" "Table 9" "Sections 9.3 and 9.4" \
        "Tables 11 to 22: lost" "Tables 11 to 22: dead"; do
        grep -q "^### $table" tables
    done
    grep -q "^| at most three switches" tables
    grep -qE '^\|  *1 \| `<' tables
    lab rank --json=r.json | diff tables -
    is "$(grep -c '^### ' tables) mazurka-lab-rank 1" "$(jq -r '"\(.tables | length) \(.schema) \(.schema_version)"' r.json)"
    is "$(grep -c '^| ' tables)" "$(jq '[.tables[] | 2 + (.rows | length)] | add' r.json)"
    lab rank --json=- | jq -e '.study.programs | length > 0'
    lab plot --html=page.html --json=p.json
    is "mazurka-lab-plot true" "$(jq -r '"\(.schema) \(.figures | length > 0)"' p.json)"
    is "$(jq -c .tables r.json)" "$(jq -c .tables p.json)"
    says 2 "writes none; list, run, rank and plot do" "$MAZURKA" lab export --json=e.json
    says 0 "Variation is that of running times" lab rank --by-time
    says 2 "has no results of the study tiny with own bugs and a limit of 7 states" lab rank --states=7
}
case_ "a study, once; and its tables" runs

# How each run ended is in the store and in the tables: pruned is no limit, and the limit of an iteration is one.
outcomes()
{
    cat >ends.study <<'END'
[study]
programs = lost
states = 60
time = 10s
compare = all

[configuration leaves]
options = --search=dfs --rb=<1,pl,d,F,0.50,1> --rb-paper --states={states}

[configuration iterates]
options = --search=dfs --rb=<I:40-50,pl,d,F,0.99,1> --rb-paper --rb-states=5 --states={states*9}

[configuration stops]
options = --search=dfs --reduction=none --states=5

[configuration finds]
options = --search=dfs --reduction=none --states=5k

[configuration bounds]
options = --search=dfs --preemptions=0 --states={states}

[configuration samples]
options = --search=walk --walks=1 --depth=2 --states=5k

[phase all]
configurations = leaves iterates stops finds bounds samples
END
    "$MAZURKA" lab run ends.study --suite="$suite" --quiet -j1
    rows mazurka.db "SELECT configuration, outcome, processor > 0 FROM result ORDER BY 1" >ends
    diff - ends <<'END'
bounds bounded 1
finds found 1
iterates limit of states 1
leaves pruned 1
samples sampled 1
stops limit of states 1
END
    "$MAZURKA" lab rank ends.study --suite="$suite" >tables
    for row in "leaves *| *pruned" "iterates *| *limit of states" "stops *| *limit of states" "bounds *| *bounded"; do
        grep -q "^| $row: [0-9]" tables
    done
    # a store of the version before: read as it is, and one of this version as soon as somebody writes to it
    python3 - <<'END'
import sqlite3
db = sqlite3.connect("mazurka.db")
db.executescript("ALTER TABLE run DROP COLUMN outcome; ALTER TABLE run DROP COLUMN processor; PRAGMA user_version = 2;")
END
    cp mazurka.db old.db
    "$MAZURKA" lab rank ends.study --suite="$suite" --store=old.db >tables
    grep -q "^| leaves *|  *limit reached, or pruned: [0-9]" tables
    grep -q "^| finds *|  *[0-9]" tables
    is 2 "$(rows old.db "PRAGMA user_version")"
    says 0 "old.db: 6 runs more" "$MAZURKA" lab merge new.db old.db
    is "6 6" "$(rows new.db "SELECT count(*), sum(outcome IS NULL) FROM run")"
    "$MAZURKA" lab run ends.study --suite="$suite" --quiet --store=old.db
    is "3" "$(rows old.db "PRAGMA user_version")"
}
case_ "how each run ended; stores of the version before" outcomes

# A search in a process of its own that is still at work when its time is over has made a run, whoever of the two notices first.
out_of_time()
{
    mkdir -p wide/wide
    sed 's/i < 4/i < 40/; s/assert(.*//; s/pthread_t a, b;/pthread_t a, b, c; pthread_create(\&c, 0, add, \&x);/' "$suite/lost/lost.c" \
        >wide/wide/wide.c
    echo '{"name": "wide", "title": "Three threads", "sources": ["wide.c"], "forms": {"fixed": []}, "bug": null}' >wide/wide/facts.json
    printf '%s\n' '[study]' 'programs = wide' 'form = fixed' 'states = 900000k' 'time = 300ms' '[configuration pairs]' \
        'options = --search=pairwise --states={states}' '[phase all]' 'configurations = pairs' >x.study
    "$MAZURKA" lab run x.study --suite=wide --quiet -j1
    is "limit of time" "$(rows mazurka.db "SELECT outcome FROM result")"
}
case_ "a run that is out of time" out_of_time

# What a paper prints stands beside the study of that paper, and a program may have a form of its own.
papers()
{
    local of=$PWD/papers
    mkdir -p "$of/lost"
    cp "$suite/lost/lost.c" "$of/lost"
    jq '.forms = {buggy: [], other: ["-DOTHER"]} | .figures = [
        {paper: "000", table: "12", configuration: "default order", outcome: "timed out", found: 0},
        {paper: "003", table: "II", configuration: "default order", states: 143373, found: 100},
        {paper: "003", table: "II", configuration: "<50,pl,d,R,0.90,1>", states: 290, found: 100}]' \
        "$suite/lost/facts.json" >"$of/lost/facts.json"
    printf '%s\n' '[study]' 'programs = lost:other' 'states = 500' 'paper = 003' 'compare = table' '[phase table]' \
        'configurations = default <50,pl,d,R,0.90,1>' 'runs = 2' >x.study
    "$MAZURKA" lab run x.study --suite="$of" --quiet -j1
    is other "$(rows mazurka.db "SELECT DISTINCT form FROM result")"
    "$MAZURKA" lab rank x.study --suite="$of" >tables
    grep -q "^| default search order .*| *143373 |.*| *100 % |" tables
    grep -q '^| `<50,pl,d,R,0.90,1>` .*| *290 |.*| *100 % |' tables
    sed -i 's/paper = 003/paper = 000/' x.study
    "$MAZURKA" lab rank x.study --suite="$of" >tables
    grep -q "^| default search order .*| *timed out |.*| *0 % |" tables
    sed -i 's/lost:other/lost:gone/' x.study
    says 2 "the program lost has no form gone" "$MAZURKA" lab run x.study --suite="$of"
}
case_ "the paper's numbers, and forms of single programs" papers

# A sample is stratified: one of each of N equal pieces of the list. --time ends a study, and what was made is kept.
parts()
{
    printf '%s\n' '[study]' 'programs = lost' 'states = 200' 'rank = sweep' '[phase sweep]' 'configurations = <*,pl,d,F,*,1>' \
        'sample = 11' >x.study
    says 0 "sweep: 11 configurations of 165" "$MAZURKA" lab list x.study
    "$MAZURKA" lab run x.study --suite="$suite" --quiet -j1
    is "11 11" "$(rows mazurka.db "SELECT count(DISTINCT configuration),
        count(DISTINCT substr(configuration, 1, instr(configuration, ','))) FROM result")"
    "$MAZURKA" lab rank x.study --suite="$suite" >tables
    grep -q "A sample of 11 of 165 configurations" tables
    grep -qE "^\| lost +\|.*\| +[0-9]+ to [0-9]+ % \|" tables
    says 3 "stopped before the end: the same command goes on from here" \
        "$MAZURKA" lab run x.study --suite="$suite" --sample=165 --time=1ms
    says 2 "--time=soon" "$MAZURKA" lab run x.study --time=soon
    says 0 "runs now" "$MAZURKA" lab run x.study --suite="$suite" --sample=165 --time=1h
    is 165 "$(rows mazurka.db "SELECT count(DISTINCT configuration) FROM result")"
}
case_ "a sample, and --time" parts

# The text of a store gives the same tables, without the runs; what is no such text is refused with its line.
exported()
{
    lab run --quiet --phases=sweep,comparison,characteristics
    "$MAZURKA" lab export >results.txt
    is "mazurka-results 3" "$(head -1 results.txt)"
    lab rank >tables
    lab rank --store=results.txt | diff tables -
    says 0 "results.txt: 160 runs more" "$MAZURKA" lab merge again.db results.txt
    "$MAZURKA" lab export --store=again.db | wc -l | diff - <(wc -l <results.txt)
    awk -F'\t' -v OFS='\t' 'NR == 3 { $7 = "-I/here/include " $7 " -L/there/" } { print }' results.txt >folders.txt
    "$MAZURKA" lab export --store=folders.txt | sed -n 3p | grep -q $'\t-Iinclude .* -L\t'
    sed '4s/\t[^\t]*$//' results.txt >bad.txt
    says 2 "bad.txt:4: this is no row of a store" lab rank --store=bad.txt
    sed '2s/name/nmae/' results.txt >bad.txt
    says 2 "bad.txt:2: this is no row of a store" lab rank --store=bad.txt
    sed '1s/3/9/' results.txt >bad.txt
    says 2 "another version of Mazurka" lab rank --store=bad.txt
    says 2 "takes no study" "$MAZURKA" lab export 000
}
case_ "a store as text" exported

# The data of every figure are in a script for gnuplot, whether it is installed or not.
scripts()
{
    lab run --quiet
    says 0 "gnuplot, which draws the figures, is not installed: their data and scripts are in figures" \
        env PATH=/nowhere "$MAZURKA" lab plot "$study" --suite="$suite" --html=page.html --svg=figures
    is "figure-5-dead figure-5-lost figure-6-dead figure-6-lost figure-7-dead figure-7-lost figure-8-dead figure-8-lost quantiles-seconds \
quantiles-states scatter-1-2" "$(cd figures && ls | sed 's/\.gp$//' | tr '\n' ' ' | sed 's/ $//')"
    grep -q '<code>&lt;5,pl,d,F,1-r/5,1&gt;</code>' page.html
    grep -q "There are none: they are drawn by gnuplot" page.html
    # figure 7 has a point for each configuration that a reader can tell apart from the one before: all shares of runs, falling
    rows mazurka.db "SELECT DISTINCT 100 * sum(found) / count(*) FROM result WHERE family = 'dfs-rb' AND program = 'lost'
        GROUP BY configuration ORDER BY 1 DESC" >shares
    awk '/^EOD/ { on = 0 } on { print int($2) } /^\$s2 <<EOD/ { on = 1 }' figures/figure-7-lost.gp | uniq | diff shares -
    # figure 8: one point for each technique, at its average; an X where nothing was found
    is 5 "$(grep -cE ': nothing found"$|found in [0-9]+ of [0-9]+"$' figures/figure-8-lost.gp)"
    local states
    states=$(rows mazurka.db "SELECT avg(states) FROM result WHERE program = 'lost' AND configuration = 'random' AND found")
    grep -qE "^3\.0 $states .*\"random search order: .*, found in [1-4] of 4\"" figures/figure-8-lost.gp
    says 2 "needs --html=FILE for a page, or --svg=DIR" lab plot
    says 2 "No space left" lab plot --html=/dev/full
    says 2 "Not a directory" lab plot --svg=page.html/figures
    says 2 "has no results of the study" lab plot --html=other.html --quick
}
case_ "figures, as scripts" scripts

# Every figure is XML, the page needs nothing besides itself, and a browser shows all of it.
figures()
{
    lab run --quiet
    lab plot --html=page.html --svg=figures
    for name in figure-5-lost figure-6-lost figure-7-dead figure-8-lost figure-8-dead quantiles-states scatter-1-2; do
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' figures/$name.svg
    done
    ! grep -E 'src=|@import|url\(|<script|gnuplot_svg' page.html
    is "" "$(grep -oE 'https?://[^"]*' page.html | grep -vE '^http://www.w3.org/(2000/svg|1999/xlink)$' || true)" # names, not addresses
    lab plot --html=- | cmp - page.html
}

for browser in chromium chromium-browser google-chrome; do
    command -v $browser >/dev/null && break
done
in_browser()
{
    lab run --quiet --phases=sweep,comparison
    lab plot --html=page.html
    python3 - "$root/tests/lib" "$1" "$PWD" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from browser import Browser
with Browser(sys.argv[2]) as b:
    b.open(f"file://{sys.argv[3]}/page.html")
    assert b.value("document.querySelector('h1').textContent") == "A study of two programs"
    drawn = b.value("[...document.querySelectorAll('figure svg')].map((e) => e.getBoundingClientRect().width > 100)")
    assert len(drawn) == 8 + 3 and all(drawn), drawn
    titles = b.value("[...document.querySelectorAll('h2')].map((e) => e.textContent)")
    assert "Table 4: the ten best by the combined score" in titles, titles
    points = b.value("[...document.querySelectorAll('#figure-8-lost g > title')].map((e) => e.textContent)")
    assert len(points) == 5 and all("found in" in p or "nothing found" in p for p in points), points
    assert b.value("document.documentElement.scrollWidth <= window.innerWidth + 1")
    assert b.errors == [], b.errors
    assert all(url.startswith(("file:", "about:")) for url in b.requests), b.requests
END
}
if ! command -v gnuplot >/dev/null; then
    echo "skip figures, drawn: there is no gnuplot"
else
    case_ "figures, and a page" figures
fi
if command -v $browser >/dev/null && command -v gnuplot >/dev/null; then
    case_ "the page in a browser" in_browser $browser
else
    echo "skip the page in a browser: there is no chromium, or no gnuplot"
fi

# A run goes by its seed. The first thread writes to memory that the second one seldom touches: in one process all runs start over with that
# where one of them comes to it, and in a study only that one does, however many others there are.
by_its_seed()
{
    mkdir -p seldom/rare
    cat >seldom/rare/rare.c <<'END'
#include <mazurka.h>
#include <pthread.h>
static int x, kept, rare;
static void *first(void *p)
{
    x++;
    rare++;
    rare++;
    return p;
}
static void *second(void *p)
{
    x++;
    kept = mz_choose(2000);
    if (kept == 41)
        rare++;
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return kept < 0;
}
END
    echo '{"name": "rare", "title": "Memory that is seldom shared", "sources": ["rare.c"], "forms": {"fixed": []}, "bug": null}' \
        >seldom/rare/facts.json
    printf '%s\n' '[study]' 'programs = rare' 'form = fixed' 'states = 200' '[phase all]' 'configurations = random' 'runs = 4' >x.study
    "$MAZURKA" lab run x.study --suite=seldom --quiet -j1
    sed -i 's/runs = 4/runs = 40/' x.study
    "$MAZURKA" lab run x.study --suite=seldom --quiet -j2
    "$MAZURKA" lab run x.study --suite=seldom --quiet -j2 --store=once.db
    rows once.db "SELECT seed, transitions FROM run ORDER BY 1" >told
    rows mazurka.db "SELECT seed, transitions FROM run ORDER BY 1" | diff told -
    "$MAZURKA" cc -g -o rare seldom/rare/rare.c -pthread
    "$MAZURKA" check rare --search=walk --walks=200 --all --race=off --no-trace --quiet --visible-to=set || is 3 $?
    together() # FIRST-SEED RUNS
    {
        echo "--order=random --states=200 --seed=$1 --runs=$2" >list
        "$MAZURKA" check rare --race=off --no-trace --quiet --series=list --visible-from=set --json=out.json 2>/dev/null || is 3 $?
        jq -r '.runs.each[] | "\(.seed) \(.transitions)"' out.json
    }
    together 1 40 >others
    is 1 "$(jq .statistics.restarts out.json)"
    ! diff -q told others >/dev/null
    for seed in 1 2 5 23 40; do
        together $seed 1 | grep -qxF "$(sed -n ${seed}p told)"
    done
}
case_ "a run goes by its seed, whatever others find out" by_its_seed

# An experiment that was begun and not made stands for nothing: tables are those of the runs there are.
begun()
{
    lab run --quiet --phases=sweep,comparison
    lab rank >tables
    python3 - <<'END'
import sqlite3
sqlite3.connect("mazurka.db").executescript("""
    INSERT INTO program SELECT id + 10, name, form, scale, buggy, title, threads, flags, 'changed' FROM program;
    INSERT INTO experiment SELECT id + 1000, program + 10, configuration, errors, max_states, max_milliseconds, mazurka FROM experiment;""")
END
    lab rank | diff tables -
    # of two that were made the later one stands, in a store of both, too: here those with the lower numbers of programs
    python3 - <<'END'
import sqlite3
sqlite3.connect("mazurka.db").executescript("""UPDATE experiment SET program = program + 100;
    UPDATE experiment SET program = CASE WHEN program > 110 THEN program - 110 ELSE program - 90 END;
    INSERT INTO run SELECT experiment + 1000, seed, found, complete, states + 1, transitions, max_depth, path, switches, preemptions, bytes,
        seconds, outcome, processor FROM run;""")
END
    lab rank >later
    ! diff -q tables later >/dev/null
    says 0 "320 runs more" "$MAZURKA" lab merge both.db mazurka.db
    lab rank --store=both.db | diff later -
}
case_ "experiments without runs, and later ones" begun

counted() { rows "$1" "SELECT count(*) FROM run" 2>/dev/null || echo 0; }
same() { rows "$1" "SELECT program, configuration, seed, found, states FROM result ORDER BY 1, 2, 3"; }

# A kill costs what was running; slices make a whole.
resumes()
{
    lab run --quiet --store=whole.db
    "$MAZURKA" lab run "$study" --suite="$suite" --quiet -j1 --store=killed.db &
    pid=$!
    while kill -0 $pid 2>/dev/null && (($(counted killed.db) < 10)); do sleep 0.02; done
    kill -9 $pid 2>/dev/null || true
    wait $pid || true
    lab run --quiet --store=killed.db
    cmp <(same whole.db) <(same killed.db)
    for i in 1 2 3; do
        lab run --quiet --slice=$i/3 --store=$i.db
    done
    says 0 "1.db: " "$MAZURKA" lab merge all.db 1.db 2.db 3.db
    cmp <(same whole.db) <(same all.db)
    says 0 "1.db: 0 runs more" "$MAZURKA" lab merge all.db 1.db
    is 2 "$(rows all.db "SELECT count(*) FROM census")"
    cmp <(lab rank --store=whole.db | sed '/seconds/d; s/[0-9.]* ± [0-9.]*//g; s/0\.[0-9]\{4\}//g; s/  *//g') \
        <(lab rank --store=all.db | sed '/seconds/d; s/[0-9.]* ± [0-9.]*//g; s/0\.[0-9]\{4\}//g; s/  *//g')
}
case_ "killed and resumed; in slices, and merged" resumes

# A process that dies takes its runs with it: they are made again one by one, and what cannot be made is told.
killed_worker()
{
    mkdir fake
    cat >fake/killer.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void end(void)
{
    char line[4096] = "";
    FILE *f = fopen("/proc/self/cmdline", "r");
    size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    for (size_t i = 0; i < n; i++)
        line[i] = line[i] ? line[i] : ' ';
    if (f)
        fclose(f);
    if (strstr(line, "--series=") && strstr(line, getenv("KILLED")) && access(getenv("DONE"), F_OK) == 0) {
        if (getenv("ONCE"))
            unlink(getenv("DONE"));
        raise(SIGKILL);
    }
}
END
    cc -shared -fPIC -o fake/killer.so fake/killer.c
    touch mark
    env LD_PRELOAD="$PWD/fake/killer.so" KILLED=/dead DONE="$PWD/mark" ONCE=1 "$MAZURKA" lab run "$study" --suite="$suite" --phases=sweep \
        --store=once.db -j1
    lab run --quiet --phases=sweep --store=whole.db
    cmp <(same whole.db) <(same once.db)
    touch mark
    says 2 "runs could not be made: it was ended by signal 9" env LD_PRELOAD="$PWD/fake/killer.so" KILLED=/dead DONE="$PWD/mark" \
        "$MAZURKA" lab run "$study" --suite="$suite" --phases=sweep --store=always.db -j1
    is 66 "$(counted always.db)" # those of the other program
    lab run --quiet --phases=sweep --store=always.db
    cmp <(same whole.db) <(same always.db)
}
case_ "a worker is killed" killed_worker

stores()
{
    lab run --quick --quiet --phases=sweep
    cp mazurka.db later.db
    python3 -c 'import sqlite3; d = sqlite3.connect("later.db"); d.execute("PRAGMA user_version = 99"); d.commit()'
    says 2 "its schema has the number 99" lab run --store=later.db
    says 2 "its schema has the number 99" lab rank --quick --store=later.db
    says 2 "its schema has the number 99" "$MAZURKA" lab merge mazurka.db later.db
    says 2 "there is no store none.db yet" "$MAZURKA" lab merge mazurka.db none.db
    says 2 "cannot be merged into itself" "$MAZURKA" lab merge mazurka.db mazurka.db
    echo "no database, whatever its name says: this is text" >text.db
    says 2 "is no SQLite file" "$MAZURKA" lab merge mazurka.db text.db
    says 2 "there is no store none.db yet" lab rank --store=none.db
    flock -o mazurka.db sleep 60 &
    while flock -n mazurka.db true; do sleep 0.05; done
    says 2 "another runner is at work on it" lab run
    says 0 "Table 4" lab rank --quick # who reads may
    kill $!
}
case_ "stores of another version, of somebody else, or none" stores

full()
{
    mkdir disk
    cat >inside <<'END'
run() { "$MAZURKA" lab run "$study" --suite="$suite" --store=disk/r.db -j1; }
mount -t tmpfs -o size=110k none disk
run >said 2>&1 || echo $? >status
mount -o remount,size=10m disk
run >again 2>&1
END
    MAZURKA=$MAZURKA suite=$suite study=$study unshare -rm bash -e ./inside
    cat said again
    is 2 "$(cat status)"
    grep -q "the store disk/r.db: the disk is full. What was finished before is kept" said
    grep -q "runs made" again
}
if unshare -rm mount -t tmpfs none /mnt 2>/dev/null; then
    case_ "a full disk" full
else
    echo "skip a full disk: nothing can be mounted here"
fi

# EXPRESSION TEXT: of the study, changed so.
refused()
{
    sed "$1" "$study" >changed.study
    says 2 "$2" "$MAZURKA" lab run changed.study --suite="$suite"
}
files()
{
    refused 's/lost dead/lost ded/' "has no program ded: is dead meant?"
    refused 's/rb-1 default/rb-1 defalt/' "changed.study:15: no configuration and no group is called defalt. Is default meant?"
    refused 's/<I,pl,/<J,pl,/' "no configuration is like <J,pl,*,*,0.75,1>"
    refused 's/^states = 500/states = many/' "changed.study:5: states is a number such as 5 or 10k, not 'many'"
    refused 's/^states = 500/sates = 500/' "changed.study:5: nobody knows the key 'sates' in [study]. Is states meant?"
    refused 's/^errors = own/errors = mine/' "errors is own or races, not 'mine'"
    refused 's/^time = 10s/time = soon/' "time is a duration"
    refused 's/^rank = sweep/rank = swep/' "no phase is called swep"
    refused 's/^of = sweep/of = later/' "goes on with the phase later, and no phase before it"
    refused 's/^runs = 6/runs = 3/' "it must have more than 3"
    refused 's/^\[quick\]/[slow]/' "none that is called slow"
    refused 's/^options = .*//' "[configuration deeper] has no options"
    refused 's/^programs = .*//' "does not say which programs it is of"
    refused '/^\[phase sweep/,/^runs/{/^conf/d}' "says neither which configurations it has nor of which phase it is"
    refused 's/{states}/{stats}/' "has no meaning: {states}"
    refused '1s/.*/title = x/' "changed.study:1: a key before the first [section]"
    printf '[study]\nx\0' >changed.study
    says 2 "this is not a text file" "$MAZURKA" lab list changed.study
    says 2 "there is no study 0000, neither as a file nor among those that are shipped: is 000 meant?" "$MAZURKA" lab run 0000
    says 2 "No such file" "$MAZURKA" lab run ./gone.study
}
case_ "studies" files

words()
{
    says 0 "Usage: mazurka lab list" "$MAZURKA" lab --help
    says 0 "--slice" "$MAZURKA" help lab
    says 0 "000: DFS-RB" "$MAZURKA" lab list
    says 0 "sweep: 132 configurations of 7,920, 5 runs each" "$MAZURKA" lab list 000
    says 0 "sweep: 7,920 configurations, 5 runs each" "$MAZURKA" lab list 000 --sample=7920
    says 0 "sweep: 120 configurations" "$MAZURKA" lab list 000 --quick
    says 2 "list, run, rank, plot, merge or export" "$MAZURKA" lab
    says 2 "list, run, rank, plot, merge or export, not rnak" "$MAZURKA" lab rnak
    says 2 "needs a study" "$MAZURKA" lab run
    says 2 "needs the store to merge into" "$MAZURKA" lab merge one.db
    says 2 "more than one study" "$MAZURKA" lab run 000 003
    says 2 "unknown option" lab run --stats=3
    for slice in 0/3 4/3 1 a/b 1/3/4; do
        says 2 "--slice=$slice: the I-th of N parts" lab run --slice=$slice
    done
    says 2 "the study tiny has no program gone" lab run --programs=gone
    says 2 "the study tiny has no phase gone" lab run --phases=gone
    says 2 "there is no such folder" "$MAZURKA" lab run "$study" --suite=nowhere
    for name in $("$MAZURKA" lab list | sed 's/:.*//'); do
        says 0 "programs" "$MAZURKA" lab list "$name"
    done
}
case_ "what is said of the command line" words
scales()
{
    cp -r "$suite" scaled
    sed -i 's/i < 4/i < TIMES/; s/x == 8/x == 2 * TIMES/' scaled/lost/lost.c
    local scales='"parameters": {"TIMES": "how often each counts"}, "scales": {"small": {"TIMES": 1}, "paper": {"TIMES": 4}}'
    sed -i "s/\"forms\"/$scales, &/" scaled/lost/facts.json
    printf '%s\n' '[study]' 'programs = lost' 'states = 500' 'rank = one' '[phase one]' 'configurations = default' > large.study
    sed 's/states = .*/&\nscale = small/' large.study > small.study
    "$MAZURKA" lab run large.study --suite=scaled --quiet
    "$MAZURKA" lab rank large.study --suite=scaled > alone.md
    "$MAZURKA" lab run small.study --suite=scaled --quiet
    "$MAZURKA" lab rank large.study --suite=scaled > both.md
    "$MAZURKA" lab rank small.study --suite=scaled > small.md
    cmp alone.md both.md
    ! cmp -s small.md both.md
}
case_ "studies at two scales in one store" scales

end_cases
