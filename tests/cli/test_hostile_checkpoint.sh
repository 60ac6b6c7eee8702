#!/bin/bash
# A checkpoint names a command, and may come from somebody else: going on with one does no harm that the user has not asked for. It holds no
# secrets of whoever has written it. All that is forged here has the right checksums.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
gcc -O1 -o "$cases_work/reseal" "$root/tests/cli/setup/reseal.c" || exit 2
reseal=$cases_work/reseal
header=1 setup=3 notes=5
some="--race=off --reduction=sum --search=dfs --no-trace --checkpoint=c.mzc -j 1"

begin() # OPTIONS...: c.mzc, of lastzero.c
{
    cp "$root/bench/lastzero.c" .
    says 3 "mazurka resume c.mzc" "$MAZURKA" check lastzero.c -DTHREADS=8 $some --states=300 "$@"
}

# forge PYTHON: c.mzc with another header, h, in forged.mzc
forge()
{
    "$reseal" get $header <c.mzc >header
    python3 - "$1" <<'P'
import hashlib, json, sys
h = json.load(open('header'))
def variable(text):
    return {'name': text.split('=')[0], 'digest': hashlib.sha256(text.encode()).hexdigest(), 'variable': text}
exec(sys.argv[1])
json.dump(h, open('header', 'w'))
P
    "$reseal" put $header header <c.mzc >forged.mzc
    ! cmp -s c.mzc forged.mzc
}

refuses() # PYTHON TEXT: with this text, and nothing has run
{
    forge "$1"
    says 2 "$2" "$MAZURKA" resume forged.mzc --states=1M
    ! [[ -e owned ]]
}

ones_own()
{
    begin
    says 3 "going on in $PWD: mazurka check lastzero.c -DTHREADS=8" "$MAZURKA" resume c.mzc --states=400
    says 0 "all behaviours" "$MAZURKA" resume c.mzc --states=1M
}
case_ "a checkpoint of one's own: what is run is printed" ones_own

commands()
{
    begin
    refuses 'h["command"].insert(0, "--cc=sh -c \"touch owned; exit 1\"")' "--cc='sh -c \"touch owned; exit 1\"' (the compiler is none that"
    refuses 'h["command"] += ["-wrapper"]' "-wrapper (the option can do harm"
    refuses 'h["command"].insert(0, "-fplugin=./evil.so")' "-fplugin=./evil.so (the option can do harm"
    refuses 'h["command"].insert(0, "-Dmain=system")' "-Dmain=system"
    refuses 'h["command"].insert(0, "--setup-writes=real")' "the program would write to the disk"
    refuses 'h["command"] = ["/bin/sh", "--", "-c", "touch owned"]' "was not built with"
    refuses 'h["command"] = [1, None, {}]' "mazurka: "
    refuses 'h["command"] = ["--help"]' "--help is for the command line"
    mkdir -m 1777 "$cases_work/open"
    cp lastzero.c "$cases_work/open"
    refuses "h['directory'] = '$cases_work/open'" "everybody can write to it"
    forge 'h["command"].insert(0, "--cc=gcc -DHARMLESS")'
    says 2 "nothing was compiled or run: the checkpoint could do harm. --trust-checkpoint does" "$MAZURKA" resume forged.mzc
    says 0 "all behaviours" "$MAZURKA" resume forged.mzc --trust-checkpoint --states=1M
}
case_ "a command that could do harm is refused, unless it is trusted" commands

results()
{
    begin
    echo precious >main.c
    refuses 'h["command"] += ["--json=.profile"]' "--json=.profile (a file that is hidden"
    refuses 'h["command"] += ["--html=../page.html"]' "--html=../page.html"
    refuses 'h["command"] += ["--sarif=main.c"]' "no result would be written"
    refuses 'h["command"] += ["--trace=/etc/x.mzt"]' "--trace=/etc/x.mzt"
    forge 'h["command"] += ["--json=.profile"]'
    says 0 "all behaviours" "$MAZURKA" resume forged.mzc --states=1M --json=own.json
    is verified "$(field verdict own.json)"
    rm c.mzc
    begin --keep=kept
    rm kept
    forge 'h["command"] += ["--keep=main.c"]'
    says 0 "all behaviours" "$MAZURKA" resume forged.mzc --states=1M
    is precious "$(cat main.c)"
    ! [[ -e kept || -e .profile ]]
}
case_ "files are written where they replace no others" results

preloaded()
{
    begin
    echo '#include <stdio.h>
__attribute__((constructor)) static void go(void) { fclose(fopen("owned", "w")); }' >evil.c
    gcc -shared -fPIC -o evil.so evil.c
    local name
    for name in LD_PRELOAD LD_AUDIT GCONV_PATH PATH HOME BASH_ENV ANY; do
        refuses "h['environment'].append(variable('$name=$PWD/evil.so'))" "$name "
    done
    sed -i '1i const char *named = "LD_PRELOAD";' lastzero.c # as it may be named by any program
    rm c.mzc
    says 3 "mazurka resume c.mzc" "$MAZURKA" check lastzero.c -DTHREADS=8 $some --states=300
    refuses "h['environment'].append(variable('LD_PRELOAD=$PWD/evil.so'))" "LD_PRELOAD is not set"
}
case_ "no checkpoint sets variables that decide what is run" preloaded

secrets()
{
    umask 022
    cp "$root/bench/lastzero.c" .
    sed -i '1i #include <stdlib.h>\nconst char *get(void) { return getenv("MORE"); }' lastzero.c
    export KEY_OF_A_CLOUD=wJalrXUtnFEMI.K7MDENG.bPxRfiCY MORE=named.by.the.program TERM=dumb
    says 3 "mazurka resume c.mzc" "$MAZURKA" check lastzero.c -DTHREADS=8 $some --states=300
    is 600 "$(stat -c %a c.mzc)"
    ! grep -aE 'wJalrXUt|nFEMI.K7|MDENG.bP|xRfiCY' c.mzc
    grep -aq 'MORE=named.by.the.program' c.mzc
    unset MORE
    TERM=xterm says 3 "the environment has MORE=named.by.the.program, as in the checkpoint" "$MAZURKA" resume c.mzc --states=400
    KEY_OF_A_CLOUD=other says 2 "KEY_OF_A_CLOUD has another value" "$MAZURKA" resume c.mzc
    NEW=1 says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M
}
case_ "of the environment there are names and digests; what the program names is set as it was" secrets

# The next job of a batch system has another number, another folder for temporary files, another terminal.
next_job()
{
    cp "$root/bench/lastzero.c" .
    mkdir one another
    "$MAZURKA" cc -g -DTHREADS=8 -o last lastzero.c -pthread
    SLURM_JOB_ID=1 SLURM_JWT=eyJhbGciOi TMPDIR=$PWD/one TERM=xterm says 3 "mazurka resume c.mzc" "$MAZURKA" check ./last $some --states=300
    ! grep -aq eyJhbGciOi c.mzc
    SLURM_JOB_ID=23 SLURM_JWT=eyJhbGciOi SLURM_NODEID=4 TMPDIR=$PWD/another TERM=dumb says 0 "finished states were known" \
        "$MAZURKA" resume c.mzc --states=1M
    is "" "$(ls one another | grep -v :)"
}
case_ "the next job of a batch system goes on" next_job

from_environment()
{
    cp "$root/bench/lastzero.c" .
    MAZURKA_OPTIONS=states=300:no-trace says 3 "mazurka resume c.mzc" "$MAZURKA" check lastzero.c -DTHREADS=8 $some
    says 0 "mazurka check --states=300 --no-trace lastzero.c" "$MAZURKA" resume c.mzc --states=1M
    MAZURKA_OPTIONS=states=300:no-trace says 3 "mazurka resume c.mzc" "$MAZURKA" check lastzero.c -DTHREADS=8 $some
    MAZURKA_OPTIONS=reduction=none says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M
}
case_ "options that stood in the environment belong to the command" from_environment

blocks()
{
    begin
    head -c 8 /dev/zero >short
    "$reseal" put $setup short <c.mzc >forged.mzc
    says 2 "what set-up has left is not as it is written" "$MAZURKA" resume forged.mzc
    "$reseal" get $notes <c.mzc >all
    tr '\0' '\377' <all >ones
    "$reseal" put $notes ones <c.mzc >forged.mzc
    says 2 "what was noticed by the way is not as it is written" "$MAZURKA" resume forged.mzc
}
case_ "sizes and counts are compared" blocks

# A search may be refused, or begin with what it has been told; it ends with a sentence.
damaged()
{
    begin
    local seed status
    for seed in $(seq "${SEEDS:-40}"); do
        "$reseal" damage "$seed" <c.mzc >forged.mzc
        status=0
        timeout -k 5 60 "$MAZURKA" resume forged.mzc --states=2000 --time=10s >out.txt 2>&1 || status=$?
        [[ $status -le 3 ]] && ! grep -q "bug in mazurka" out.txt || { cat out.txt; echo "seed $seed: $status"; return 1; }
    done
}
case_ "damaged at random, with the right checksums" damaged
end_cases
