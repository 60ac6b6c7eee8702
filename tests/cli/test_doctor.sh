#!/bin/bash
# test_doctor.sh - mazurka doctor: what is there, what is missing, what is in the way.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

also() { grep -qF -- "$1" told || { echo "does not say: $1"; return 1; }; }
doctor() { local status=0; "$MAZURKA" doctor "$@" > told 2>&1 || status=$?; cat told; return $status; }

all_is_there()
{
    says 0 "all that every check needs is there" doctor --json=seen.json
    also "ok       finding: a program with a bug was compiled, and the bug found"
    also "ok       verifying: one without was verified"
    is mazurka-doctor "$(field schema seen.json)"
    is ok "$(field looks.1.state seen.json)"
}
case_ "a machine with all that is needed" all_is_there

# Only what is needed decides the status.
some_is_missing()
{
    mkdir bin
    for command in sh cc gcc as ld; do ln -s "$(command -v $command)" bin/; done
    says 0 "missing  gdb: not installed" env PATH="$PWD/bin" "$MAZURKA" doctor | tee told
    also "only for replay --gdb"
    also "Debian: apt-get install gdb"
    says 2 "missing  compiler of C: MAZURKA_CC=no-such-cc: there is none of this name" env MAZURKA_CC=no-such-cc \
        "$MAZURKA" doctor --json=seen.json | tee told
    also "something that every check needs is not there"
    is missing "$(field looks.1.state seen.json)"
}
case_ "what is missing, and how to get it" some_is_missing

in_the_way()
{
    says 2 "fails    finding: status 2, not 1: " bash -c 'ulimit -v 4000000; exec "$0" doctor' "$MAZURKA"
}
case_ "what is in the way" in_the_way

mistakes()
{
    says 2 "unexpected argument gdb" doctor gdb
    says 2 "unknown option --jsn; did you mean --json?" doctor --jsn
}
case_ "mistakes of users" mistakes
end_cases
