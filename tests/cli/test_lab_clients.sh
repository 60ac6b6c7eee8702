#!/bin/bash
# test_lab_clients.sh - clients of data structures as programs: a suite of them, and a study that makes them, is gone on with, ranked and
# drawn.
. "$(dirname "$0")/../lib/cases.sh"
examples=$root/examples/clients

# Their facts are as suites want them; one form compares the results, the other does not.
suite_of_clients()
{
    "$MAZURKA" clients "$examples/queue.spec" --threads=3 --least-threads=3 --calls=2 --clients=4 --no-readonly --given=3:1 --race=off \
        --suite=made:q --list >list
    is 4 "$(grep -c . list)"
    is 0 "$(grep -c size list)" # read-only
    while read -r line; do
        is 1 "$(grep -o '(3)' <<<"$line" | wc -l)"
        is 2 "$(grep -o '|' <<<"$line" | wc -l)"
    done <list
    "$MAZURKA" suite list made >listed
    is 4 "$(grep -c '^q_00[1-4]: queue_p' listed)"
    is "--race=off" "$(jq -r '.options[]' made/q_001/facts.json)"
    (
        cd made/q_001
        mapfile -t words < <(jq -r '.sources[], .flags[]' facts.json)
        says 1 "assertion failed: no order of the calls gives these results" "$MAZURKA" check "${words[@]}" --race=off --no-trace
        says 0 "verified" "$MAZURKA" check "${words[@]}" -DUNCHECKED --race=off --no-trace
    )
    says 2 "such as 4:1 or 4:half" "$MAZURKA" clients "$examples/queue.spec" --given=3 --list
    says 2 "leave --exhaustive out" "$MAZURKA" clients "$examples/queue.spec" --no-readonly --exhaustive --list
    says 2 "from 2 to --threads" "$MAZURKA" clients "$examples/queue.spec" --least-threads=4 --list
}
case_ "a suite of clients" suite_of_clients

write_study() # CLIENTS OPTIONS
{
    cat >small.study <<END
[study]
title = Two orders
form = fixed
states = 2k
compare = orders
[clients queue_half]
specification = $examples/queue.spec
clients = $1
options = --threads=2 --calls=2 --race=off $2
[clients ms_queue_one]
specification = ms_queue
clients = 1
options = -DFIXED --threads=2 --calls=1 --visible=escaped
[configuration dlspor-seq-12]
options = --search=dfs --reduction=dlspor --order=visited+threads:1,2 --states={states}
[configuration dlspor-seq-21]
options = --search=dfs --reduction=dlspor --order=visited+threads:2,1 --states={states}
[configuration dlspor-random]
random = yes
options = --search=dfs --reduction=dlspor --order=visited+random --states={states}
[configuration sum]
options = --search=dfs --reduction=sum --visible=auto --states={states}
[phase orders]
configurations = dlspor-seq-12 dlspor-seq-21 dlspor-random sum
runs = 2
END
}

study()
{
    write_study 2 ""
    says 0 "15 runs made" "$MAZURKA" lab run small.study --store=s.db -j 2
    says 0 "0 runs made" "$MAZURKA" lab run small.study --store=s.db -j 2
    "$MAZURKA" lab rank small.study --store=s.db >tables
    cat tables
    grep -Eq '^\| half +\| dlspor +\| +2 of 2 \| +[0-9]+ \| +[0-9]+ \| +[0-9]+ \| +[0-9]+ \|' tables
    grep -Eq '^\| one +\| sum +\| +1 of 1 \| +[0-9]+ \| +- \|' tables
    "$MAZURKA" lab plot small.study --store=s.db --svg=figures
    is "orders-dlspor-half.gp" "$(cd figures && ls *.gp)"
    write_study 268435456 "--values=1"
    says 2 "268435456 clients are too many: at most 10000" "$MAZURKA" lab run small.study --store=s.db
    # as many clients as there are not
    write_study 900 "--values=1"
    says 2 "there are no 900 different clients" "$MAZURKA" lab run small.study --store=s.db
    sed -i 's/^specification = ms_queue$/specification = nowhere/; s/^clients = 900/clients = 1/' small.study
    says 2 "there is no specification nowhere" "$MAZURKA" lab run small.study --store=s.db
    sed -i '/^specification = nowhere/d' small.study
    says 2 "needs a specification and a number of clients" "$MAZURKA" lab run small.study --store=s.db
}
case_ "a study of clients" study

# What a run takes is what the tool says of one check with its options; memory is compared with that of the search without a reduction.
memory()
{
    cat >memory.study <<END
[study]
title = Memory
form = fixed
states = 20k
compare = reductions
[clients ms_queue_few]
specification = ms_queue
clients = 2
options = -DFIXED --threads=2 --calls=2 --visible=escaped
[configuration spor]
options = --search=dfs --reduction=spor --states={states}
[configuration dlspor]
options = --search=dfs --reduction=dlspor --states={states}
[configuration jpf]
options = --search=dfs --reduction=none --states={states}
[phase reductions]
configurations = spor dlspor jpf
END
    says 0 "6 runs made" "$MAZURKA" lab run memory.study --store=m.db -j 1
    "$MAZURKA" lab rank memory.study --store=m.db >tables
    cat tables
    grep -Eq '^\| dlspor +\| +2 \| +[0-9]+ \| +[0-9.]+ \| +[0-9.]+ \| +[0-9:. ]+ \|' tables
    grep -Eq '^\| jpf +\| +2 \| +[0-9]+ \| +1.00 \| +1.00 \| +2: 1.00 \| +0 \| +0 \|' tables
    "$MAZURKA" lab plot memory.study --store=m.db --svg=drawn
    [ -f drawn/figure-7-bytes.gp ]
    [ -f drawn/scatter-bytes-1-2.gp ]
    # a run after others in one process takes what it would take alone
    local program=m.db.clients/ms_queue_few_001
    "$MAZURKA" check "$program"/*.c $examples/../../suite/ms_queue/ms_queue.c -I$examples -pthread -DFIXED -DUNCHECKED --visible=escaped \
        --search=dfs --reduction=none --states=20k --quiet --no-trace --json=one.json >/dev/null
    python3 - <<'END'
import json, sqlite3
n = json.load(open("one.json"))["statistics"]
states, took = sqlite3.connect("m.db").execute(
    "SELECT states, bytes FROM result WHERE program = 'ms_queue_few_001' AND configuration = 'jpf'").fetchone()
alone = n["table_bytes"] + n["path_bytes"]
assert states == n["states"] and abs(took - alone) <= alone / 10, (states, took, n)
END
}
case_ "memory of runs" memory
end_cases
