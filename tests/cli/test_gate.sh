#!/bin/bash
# test_gate.sh - examples/ci: what a pipeline runs, and that the files for code hosts name what is there.
. "$(dirname "$0")/../lib/cases.sh"
ci=$root/examples/ci
export MAZURKA

# Two programs of tests: one has a bug, one has none.
programs()
{
    cp "$root"/examples/tests/* .
    make -s MAZURKA="$MAZURKA" cmocka
    "$MAZURKA" cc -g -DBUG=0 plain.c -o plain -pthread
}
gate() # STATUS [NAME=VALUE...]
{
    local expected=$1 status=0
    shift
    env "$@" sh "$ci/check.sh" ./plain ./cmocka >out 2>err || status=$?
    cat out err
    is "$expected" "$status"
}

check_sh()
{
    programs
    gate 1 GITHUB_STEP_SUMMARY=summary.md
    for file in plain cmocka; do [[ -s mazurka/$file.json && -s mazurka/$file.xml ]]; done
    grep -qx '| pay_in_two | bug | exit with status 1; passes in other interleavings |' summary.md
    grep -qx '| plain | verified | .* |' summary.md
    is "0 1" "$(jq -r '.runs[0].results | length' mazurka/plain.sarif mazurka/cmocka.sarif | xargs)"
    [[ -e cmocka-pay_in_two.mzt ]]
    # The line that the framework's message names.
    is cmocka.c "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' mazurka/cmocka.sarif)"
    mkdir baseline
    cp mazurka/*.json baseline
    gate 0 BASELINE=baseline GITHUB_STEP_SUMMARY=second.md
    grep -qx '| pay_in_two | known bug | .* |' second.md
    rm baseline/cmocka.json
    gate 1 BASELINE=baseline
    # Undecided is told, and stops a pipeline only where that is wished.
    OPTIONS="--states=1 --reduction=none --search=dfs" says 0 "1 undecided" sh "$ci/check.sh" ./plain
    STRICT=1 OPTIONS="--states=1 --reduction=none --search=dfs" says 3 "1 undecided" sh "$ci/check.sh" ./plain
    CACHE=results says 0 "1 verified" sh "$ci/check.sh" ./plain
    CACHE=results says 0 "(cached)" sh "$ci/check.sh" ./plain
    git init -q .
    git add .
    git -c user.name=a -c user.email=a@b commit -qm first
    SINCE=HEAD says 0 "made of nothing that has changed since HEAD" sh "$ci/check.sh" ./plain
    says 2 "No such file" sh "$ci/check.sh" ./plain ./none
}
case_ "examples/ci/check.sh" check_sh

# A file for a code host has a mistake at the first push, and not before: its syntax, and the names in it.
files()
{
    local word
    if python3 -c 'import yaml' 2>/dev/null; then
        python3 - "$root/action.yml" "$ci/github.yml" "$ci/gitlab.yml" <<'P'
import sys, yaml
action, github, gitlab = (yaml.safe_load(open(f)) for f in sys.argv[1:])
assert action["runs"]["using"] == "composite" and all(s["shell"] and s["run"] for s in action["runs"]["steps"])
steps = github["jobs"]["mazurka"]["steps"]
assert all(("uses" in s) != ("run" in s) for s in steps) and "pull_request" in github[True]
assert all(isinstance(line, str) for line in gitlab["interleavings"]["script"])
P
    fi
    for word in setup-build install; do
        grep -q "^$word:" "$root/Makefile"
        grep -q "$word" "$root/Containerfile"
        grep -q "$word" "$root/action.yml"
    done
    grep -q "examples/ci/check.sh" "$ci/gitlab.yml" "$ci/Jenkinsfile"
    sh -n "$ci/check.sh"
}
case_ "files for code hosts" files
end_cases
