#!/bin/bash
# test_matrix.sh - every kind of fault with every search, order, reduction, bound and further part of a search. programs/ has for each
# kind a program with that fault in some interleavings, and, with -DFIXED, without it:
#
#     with the fault       every combination that is permitted finds it, and nothing else; or says that it has left parts out
#     without it           no combination finds anything
#
# Nothing is listed here that the tool and the runtime list themselves: kinds of faults are those of model/fault.h, searches, orders and
# heuristics those that the runtime names when it is asked for one that there is not, reductions those of their table, bounds and the rest
# those of `mazurka searches` and of help. A kind without a program fails.
#
# Each part goes with each kind of fault, and with a few of its variants, in turn. Two parts of different groups go together with one
# fault each, in turn. MATRIX=all: everything with everything.
#
# A file of programs/ is named by its kind, or KIND-WHAT. Lines at its top:
#     // options: ...      what the fault needs to be looked for
#     // not: ...          words of other options that it cannot be found with
#     // endless           it never ends: that it is deterministic is left to others, for that takes 65,536 steps, twice
#     // beside: KIND      it may be found before the fault
#     // with each part    although it is a variant of its kind
{ # read as a whole before it runs
. "$(dirname "$0")/../lib/cases.sh"
ulimit -S -t "${LIMIT:-300}" # of processor time, each process: for a check that goes on for ever, without a process that watches it
here=$root/tests/matrix
cd "$cases_work" || exit 1
failed=0 checks=0
fail() { echo "FAIL matrix: $*"; failed=1; }

# --- what there is ---------------------------------------------------------------------------------------------------------

# The words behind "known" in: unknown search '?'; known: dfs, walk, ...
names() # OPTION
{
    local said
    said=$("$MAZURKA" check ./assertion --"$1"=? 2>&1)
    [[ $said == *"; known: "* ]] || { fail "--$1=? says: $said"; return; }
    echo "${said##*; known: }" | tr -d ,
}

listed() { "$MAZURKA" searches | grep -o "^  --$1=[A-Za-z]*" | sed 's/^ *//'; } # options of that name, with their values
words() { "$MAZURKA" help check | grep -o "^  --$1=[a-z|]*" | sed 's/.*=//' | tr '|' ' '; } # that the help lists for an option
samplers() { "$MAZURKA" searches | sed -n '/^Samplers/,/^$/s/^  --search=\([a-z-]*\).*/\1/p'; } # searches that end by limits only
kinds() { echo '#include "model/fault.h"
#define F(kind, word, what) @ word
FAULT_TABLE(F)' | gcc -E -P -I"$root/src" - | grep -o '@ "[a-z-]*"' | tr -d '@ "'; }

# --- the programs ----------------------------------------------------------------------------------------------------------

properties=() variants=() # "FILE KIND OPTIONS": the first one of each kind, and the others
declare -A cannot=() unguarded=() beside=()

compile() # SOURCE
{
    local name=${1##*/} driver=cc
    [[ $1 == *.cpp ]] && driver=c++
    "$MAZURKA" $driver -g -o "${name%.*}" "$1" && "$MAZURKA" $driver -g -DFIXED -o "${name%.*}-fixed" "$1"
}

kind_of() # NAME: the longest kind that it begins with
{
    local kind found=
    for kind in $kinds; do
        [[ $1 == "$kind" || $1 == "$kind"-* ]] && ((${#kind} > ${#found})) && found=$kind
    done
    echo "$found"
}

add_property() # FILE KIND OPTIONS
{
    if [[ ! ${has[$2]-} || ${MATRIX-} == all ]] || grep -qx '// with each part' "$here/programs/$1".*; then
        properties+=("$*")
    else
        variants+=("$*")
    fi
    has[$2]=yes
}

add_program() # SOURCE
{
    local name=${1##*/} kind options mode rule
    name=${name%.*} kind=$(kind_of "$name")
    [[ $kind ]] || { fail "$1: there is no such kind of fault"; return; }
    compile "$1" || { fail "$1 does not compile"; return; }
    options=$(sed -n 's|^// options: ||p' "$1")
    # an option that has got values since takes the one that is meant
    [[ $options == --exit-status ]] && "$MAZURKA" help check | grep -q -- '--exit-status=' && options=--exit-status=zero
    beside[$name]=$(sed -n 's|^// beside: ||p' "$1")
    cannot[$name]=$(sed -n 's|^// not: ||p' "$1")
    unguarded[$name]=$(sed -n 's|^// endless$|--no-guard|p' "$1")
    unguarded[$name-fixed]=${unguarded[$name]}
    if [[ $kind != race ]]; then
        add_property "$name" "$kind" "$options"
        return
    fi
    for mode in error $(words race | sed s/error//); do
        for rule in $(words race-rule); do
            [[ $mode == off || ${cannot[$name]} == *"--race-rule=$rule"* ]] ||
                add_property "$name" "$kind" "--race=$mode --race-rule=$rule"
        done
    done
}

kinds=$(kinds)
declare -A has=([none]=no [internal]=never) # a program without a fault, and what no program has
for source in $(ls -d "$here"/programs/* | sed 's,\.[a-z]*$, &,' | LC_ALL=C sort | tr -d ' '); do # KIND before KIND-WHAT
    add_program "$source"
done
for kind in $kinds; do
    [[ ${has[$kind]-} ]] || fail "no program in tests/matrix/programs has the fault \"$kind\""
done

# --- the parts -------------------------------------------------------------------------------------------------------------

declare -A group=() # parts of a group by lines
part() { group[$1]+="$2"$'\n'; }

samplers=" $(samplers | tr '\n' ' ')"
[[ $samplers == *" walk "* ]] || fail "\`mazurka searches\` lists no samplers"
for name in $(names search); do
    case " $name " in
    " mixed ") part search "--search=mixed --mixed-depth=3" ;;
    *) [[ $samplers == *" $name "* ]] && name+=" --walks=100 --depth=60" # there are programs that never end
        part search "--search=$name" ;;
    esac
done
for name in $(names order); do
    [[ $name == threads ]] && name=threads:2,1
    part order "--order=$name"
done
part order "--order=visited+random"
for name in $("$root/tests/lib/reductions.sh"); do
    part reduction "--reduction=$name"
done
for name in $(names heuristic); do
    part heuristic "--search=best --heuristic=$name"
done
# Every fault lies within these.
for name in $(listed '[a-z]*' | sed -n 's/=N$//p' | grep -vE -- '--(runs|jobs)'); do
    part bound "$name=30"
    part bound "$name=1.."
done
part bound "--preemptions=2"
part bound "--delays=3"
for name in $(listed rb-complete); do
    part rb "--rb=<3,pl,d,R,0.50,1> $name"
done
part rb "--rb=<3,pl,d,F,0.75,1.5>"
part rb "--rb=<3,cs,ncs,Lb,0.90^r,1> --rb-paper"
part rb "--rb=<I,pl,d,Lb,0.75,1.5> --rb-states=100"
for name in $(listed restarts); do
    part restarts "--order=random $name --restart-states=10 --states=300" # they go on for ever where there is nothing to find
done
part jobs "-j 2"
part jobs "-j 2 --reduction=none"
part jobs "-j 3 --reduction=sum,dlspor"
part runs "--runs=3"
part runs "--runs=2 --order=random"
part more "--all"
part more "--visible=all"
part more "--every-step"
part more "--no-foresight"
part more "--dead-values=keep"
part more "--seed=7"
part more "--no-guard"
part limit "--states=3"

# --- one check -------------------------------------------------------------------------------------------------------------

declare -A raceless=() # options that are refused unless no races are looked for: whatever the program is

# Verdict and kinds of findings, in $verdict, $reason and $found. Status 1: the combination is refused.
check() # PROGRAM OPTIONS...
{
    local status=0 lines line value
    ((checks++))
    "$MAZURKA" check ./"$1" --memory-model=sc --no-trace --minimize=off --quiet \
        --json=result.json "${@:2}" ${unguarded[$1]} ${raceless["${*:2}"]-} >said 2>&1 </dev/null || status=$?
    if [[ $status == 4 ]]; then
        [[ $* != *--race=* && ! ${raceless["${*:2}"]-} && $(<said) == *--race=off* ]] || return 1
        raceless["${*:2}"]=--race=off
        check "$@"
        return
    fi
    verdict= reason= found=
    mapfile -t lines <result.json # bash does by itself what it can: there are thousands of checks
    for line in "${lines[@]}"; do
        case $line in
        ' "verdict": "'*) value=${line:13} verdict=${value%%'"'*} ;;
        ' "reason": "'*) value=${line:12} reason=${value%%'"'*} ;;
        '   "kind": "'*) value=${line:12} value=${value%%'"'*} && [[ " $found " == *" $value "* ]] || found+="${found:+ }$value" ;;
        esac
    done
    : >result.json
    [[ $verdict ]] || verdict="status $status: $(tail -n 1 said)"
}

# Status 1: the combination is not permitted, and $refused if that is said by the tool.
finds() # PROPERTY PART...: what has the fault
{
    local name kind options word
    read -r name kind options <<<"$1"
    shift
    for word in ${cannot[$name]}; do
        [[ " $* " == *" $word "* ]] && refused= && return 1
    done
    check "$name" $options $* || { refused=yes && return 1; }
    case $kind/$verdict in
    refused/unknown | diverged/unknown) [[ $found == "$kind" || $reason == "stopped by --states"* ]] && return 0 ;;
    */bug) [[ $found == "$kind" || (${beside[$name]} && " $found " == *" $kind "*) ]] && return 0 ;;
    */covered) [[ $reason == *"leaves parts out"* ]] && return 0 ;;
    */unknown) [[ $reason == "stopped by --states"* || (${beside[$name]} && $reason == *"leaves parts out"*) ]] && return 0 ;;
    esac
    fail "$name has the fault \"$kind\"; with $options $*: $verdict: $reason ($found)"
}

finds_nothing() # PROPERTY PART...: what does not have it
{
    local name kind options
    read -r name kind options <<<"$1"
    shift
    check "$name-fixed" $options $* || return 1
    [[ $verdict == @(verified|covered|unknown) && -z $found ]] && return 0
    fail "$name-fixed has no fault; with $options $*: $verdict: $reason ($found)"
}

# --- all of them -----------------------------------------------------------------------------------------------------------

# Each part with each fault, and the next variants; without it every fourth one.
turn=0
with_each_fault() # PART...
{
    local property permitted= some=() i
    for ((i = 0; i < 3 && ${#variants[@]}; i++)); do
        some+=("${variants[turn++ % ${#variants[@]}]}")
    done
    for property in "${properties[@]}" "${some[@]}"; do
        finds "$property" "$@" || continue
        permitted=yes
        ((turn++ % 4)) || finds_nothing "$property" "$@"
    done
    [[ $permitted ]]
}

# With the next fault that the combination is permitted with. What is refused with a fault that needs no options is refused with all.
with_one_fault() # PART...
{
    local all=("${properties[@]}" "${variants[@]}") tries property
    for ((tries = 0; tries < 3; tries++)); do
        property=${all[turn++ % ${#all[@]}]}
        if finds "$property" "$@"; then
            ((turn % 2)) || finds_nothing "$property" "$@"
            return
        fi
        [[ $property == *--* || ! $refused ]] || { ((turn += 2 - tries)); return; }
    done
}

groups=("${!group[@]}")
for name in "${groups[@]}"; do
    while read -r one; do
        with_each_fault $one || fail "$one is refused with every fault"
    done <<<"${group[$name]%$'\n'}"
done
((failed)) || echo "ok matrix: ${#properties[@]} faults with each part"

pairs=with_one_fault core=" search order reduction bound "
[[ ${MATRIX-} == all ]] && pairs=with_each_fault core=" ${groups[*]} "
singles_failed=$failed failed=0
for ((i = 0; i < ${#groups[@]}; i++)); do
    for ((j = 0; j < i; j++)); do
        [[ $core == *" ${groups[i]} "* && $core == *" ${groups[j]} "* ]] || continue
        while read -r one; do
            while read -r other; do
                $pairs $one $other
            done <<<"${group[${groups[j]}]%$'\n'}"
        done <<<"${group[${groups[i]}]%$'\n'}"
    done
done
((failed)) || echo "ok matrix: two parts at a time"
[[ ${VERBOSE-} ]] && echo "$checks checks"
exit $((failed || singles_failed))
}
