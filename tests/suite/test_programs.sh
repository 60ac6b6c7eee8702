#!/bin/bash
# test_programs.sh - every program of the suite (suite/README.md), as its facts.json has it, at scale small:
#
#     each form with the bug         the bug is found, with the kind of fault and at the line that the facts name, and replays; if it is
#                                    said to need so many preemptions, the facts name as many; where the facts say that there is a
#                                    race, it is found by the rule of Java Pathfinder
#     the fixed form                 is verified, without data races, without a reduction (and with --self-check) and with each one, with
#                                    the same number of end states, but for those where others could have gone on
#     other correct forms            are verified
#
# and the macros' defaults are those of scale paper. With gcc, and, the bug and the default search, with clang. What matches no
# states may be cut off by a limit, or by an execution that does not end: then it must have found nothing. Those that explore least are
# tried first: behind one that was cut off by the limit the others, which explore more, are cut off by a lower one.
#
# SUITE: another folder of programs. PROGRAMS_OF_SUITE: some of them only.
{ # read as a whole before it runs
. "$(dirname "$0")/../lib/cases.sh"
ulimit -S -t "${LIMIT:-300}" # of processor time, each process: for a check that goes on for ever, without a process that watches it
suite=$(realpath "${SUITE:-$root/suite}")
warnings=(-Wall -Wextra -Wconversion -Wshadow -Werror)
states=50000 few_states=10000

# --- what there is ---------------------------------------------------------------------------------------------------------

# Reductions that can verify: all but those as printed. Those that match no states need executions that end.
"$MAZURKA" searches | grep -- '--reduction=' >"$cases_work/reductions"
reductions=$(grep -v 'verifies nothing' "$cases_work/reductions" | grep -o -- '--reduction=[a-z-]*')
matchless=$(grep 'executions all end' "$cases_work/reductions" | grep -v 'states are matched' | grep -o -- '--reduction=[a-z-]*')

least='=(optimal-dpor|source-dpor|sleep)$' # explore less than the others, in the order of the list from its end
least_first=$(tac <<<"$matchless" | grep -E -- "$least"; tac <<<"$matchless" | grep -vE -- "$least")

# Lines "FILE TAB path TAB value" of facts that may be laid out in any way.
flatten='
import json, sys
def flatten(path, value):
    parts = list(value.items() if isinstance(value, dict) else enumerate(value)) if isinstance(value, (dict, list)) else None
    if not parts: # a value, or nothing in it
        print(file, path, "" if parts is not None else value, sep="\t")
    else:
        for name, part in parts:
            flatten(f"{path}.{name}" if path else name, part)
for file in sys.argv[1:]:
    flatten("", json.load(open(file)))'

declare -A fact=() # by path in facts.json: bug.kind, scales.small.CLIENTS, ...
read_facts() # FILE
{
    local file path value
    fact=()
    while IFS=$'\t' read -r file path value; do
        [[ $file != "$1" ]] || fact[$path]=$value
    done <"$cases_work/facts"
}

# The values at paths PREFIX.0, PREFIX.1, ...
listed() # PREFIX
{
    local i
    for ((i = 0; ; i++)); do
        [[ -v fact[$1.$i] ]] || break
        printf '%s\n' "${fact[$1.$i]}"
    done
}

forms()
{
    local path
    for path in "${!fact[@]}"; do
        [[ $path == forms.* ]] && path=${path#forms.} && echo "${path%%.*}"
    done
}

is_correct() # FORM
{
    [[ $1 == fixed ]] || listed correct | grep -qxF -- "$1"
}

macros() # SCALE: -DNAME=VALUE ...
{
    local path
    for path in "${!fact[@]}"; do
        [[ $path == "scales.$1."* ]] && echo "-D${path##*.}=${fact[$path]}"
    done
}

# --- one program -----------------------------------------------------------------------------------------------------------

# As tests/lib/program.sh does it: clang is not loaded a second time to link, and gold takes half the time of the usual linker.
type -P ld.gold >/dev/null && gold=-fuse-ld=gold || gold=

compile() # COMPILER FORM: into ./FORM-COMPILER
{
    local sources flags
    mapfile -t sources < <(listed sources)
    mapfile -t flags < <(listed flags; listed "forms.$2"; macros small)
    "$MAZURKA" cc --cc="$1" -g -O0 "${warnings[@]}" "${flags[@]}" -c "${sources[@]/#/$folder/}"
    sources=("${sources[@]##*/}")
    "$MAZURKA" cc --cc=gcc $gold "${flags[@]}" -o "$2-$1" "${sources[@]/%.c/.o}"
}

check() # PROGRAM OPTIONS...: into result.json, and $status
{
    local own
    status=0
    mapfile -t own < <(listed options)
    rm -f result.json
    "$MAZURKA" check ./"$1" --memory-model=sc "${own[@]}" --quiet --json=result.json "${@:2}" >said 2>&1 </dev/null || status=$?
}

defaults_are_the_papers()
{
    local macro
    for macro in $(macros paper); do
        macro=${macro#-D}
        grep -qE "^#define ${macro%%=*} \(?${macro#*=}\)?( |\$)" "$folder"/*.[ch] || {
            echo "the default of ${macro%%=*} is not ${macro#*=}"
            return 1
        }
    done
}

expected_kind() # KIND
{
    [[ $1 == "${fact[bug.kind]}" ]] || listed bug.also | grep -qxF -- "$1"
}

# The line with the mark, if the fault is the one that it is for.
expected_line() # KIND LINE
{
    [[ $1 == "${fact[bug.kind]}" && -v fact[bug.line.mark] ]] || return 0
    is "$(grep -nF "${fact[bug.line.mark]}" "$folder/${fact[bug.line.file]}" | cut -d: -f1)" "$2"
}

# As many preemptions as the facts say, where all schedules with fewer were tried.
expected_preemptions() # PROGRAM KIND
{
    [[ $1 == buggy-* && $2 == "${fact[bug.kind]}" && -v fact[bug.preemptions] && ${got_field[findings.0.least_preemptions]-} == true ]] ||
        return 0
    is "needs ${fact[bug.preemptions]}" "needs ${got_field[findings.0.preemptions]-}"
}

finds_its_bug() # PROGRAM
{
    local kind
    check "$1" --trace=bug.mzt
    fields result.json findings.0.kind findings.0.place.line findings.0.least_preemptions findings.0.preemptions
    kind=${got_field[findings.0.kind]-}
    expected_kind "$kind" || { cat said; echo "kind: $kind"; return 1; }
    expected_line "$kind" "${got_field[findings.0.place.line]-}"
    expected_preemptions "$1" "$kind"
    says 1 replayed: "$MAZURKA" replay bug.mzt --program="./$1"
}

finds_its_race() # PROGRAM
{
    [[ -v fact[race] ]] || return 0
    check "$1" --no-trace --all --race=error --race-rule=poised --states=$states
    grep -q '"kind": "race"' result.json || { cat said; return 1; }
}

# Verified, with as many end states as without a reduction; or cut off with nothing found, where that may be.
is_silent() # PROGRAM REDUCTION OPTIONS...
{
    local verdict reason
    check "$1" "$2" "${@:3}" --no-trace --no-guard --states=${most_states:-$states}
    if [[ $status == 4 && $(<said) == *--race=off* ]]; then
        check "$1" "$2" "${@:3}" --no-trace --no-guard --states=${most_states:-$states} --race=off
    fi
    fields result.json verdict reason statistics.end_states statistics.overtaking
    verdict=${got_field[verdict]-} reason=${got_field[reason]-}
    [[ $matchless == *"$2"* && $verdict == unknown && $reason == "stopped by --states"* ]] && most_states=$few_states && return
    [[ $verdict == covered && $reason == *"executions all end"* ]] && return # it has met one that does not
    [[ $verdict == verified ]] || { echo "with $2:"; cat said; return 1; }
    local left=$((got_field[statistics.end_states] - got_field[statistics.overtaking]))
    ends=${ends:-$left}
    is "$ends end states with $2" "$left end states with $2"
}

fixed_is_verified()
{
    local ends= reduction most_states=
    is_silent fixed-gcc --reduction=none --self-check
    for reduction in $(grep -vxF -e "$matchless" <<<"$reductions") $least_first; do
        is_silent fixed-gcc "$reduction"
    done
    most_states=
    ends=
    is_silent fixed-clang --reduction=sum
}

whole_program() # FOLDER
{
    local form compiler
    folder=$1
    read_facts "$folder/facts.json"
    is "${folder##*/}" "${fact[name]-}"
    defaults_are_the_papers
    for form in $(forms | sort -u); do
        for compiler in gcc clang; do
            [[ $compiler == gcc || $form == buggy || $form == all || $form == fixed ]] || continue
            compile $compiler "$form"
            is_correct "$form" || finds_its_bug "$form-$compiler"
        done
    done
    finds_its_race buggy-gcc
    fixed_is_verified
    for form in $(listed correct); do
        [[ $form == fixed ]] || is_silent "$form-gcc" --reduction=sum
    done
}

python3 -c "$flatten" "$suite"/*/facts.json >"$cases_work/facts"
for facts in "$suite"/*/facts.json; do
    name=${facts%/facts.json} name=${name##*/}
    [[ -z ${PROGRAMS_OF_SUITE-} || " $PROGRAMS_OF_SUITE " == *" $name "* ]] || continue
    case_ "suite: $name" whole_program "${facts%/facts.json}"
done
end_cases
}
