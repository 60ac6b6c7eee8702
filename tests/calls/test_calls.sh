#!/bin/bash
# Is every access announced that functions of the C library make through their parameters? For each function that is known and each
# parameter that is a pointer functions.txt says what is read or written; program.awk makes programs of that, in which one thread changes
# what another's call reads, or the other way round. The order in which that shows must be found, and the race.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
. "$(dirname "$0")/../lib/cases.sh"
here=$root/tests/calls
batch=40 # rows in a program: findings and races are limited
cd "$here" || exit 2

# ---- is every parameter there? ------------------------------------------------------------------------------------------

names() # CLASS...
{
    local class
    for class; do
        awk -v start="#define CALLS_$class(C)" 'index($0, start) == 1 { on = 1; next } on; on && !/\\$/ { exit }' \
            "$root/src/model/call_table.h" | grep -o 'C([A-Za-z_0-9]*[,)]' | sed 's/^C(//; s/.$//'
    done
}

# Functions that headers do not declare and that get no pointers, or none of the program's.
without="$(names MODELLED | grep '^__VERIFIER_') reach_error assume_abort_if_not _ITM_deregisterTMCloneTable _ITM_registerTMCloneTable
    __acos_finite __exp_finite __log_finite __pow_finite __sqrt_finite __chk_fail __fortify_fail __stack_chk_fail __getauxval
    __gmon_start__ __gcc_personality_v0 __gxx_personality_v0 __libc_start_main __pthread_cleanup_routine __cxa_finalize __tls_get_addr
    __atomic_load __atomic_store __atomic_exchange __atomic_compare_exchange __atomic_is_lock_free
    __cxa_at_quick_exit __cxa_atexit __register_atfork __cyg_profile_func_enter __cyg_profile_func_exit bsd_signal _IO_getc _IO_putc
    $(names PURE | grep -E '^__[a-z]*([dstx][fci]|[dst]i)[0-9]?$')"

compare_with_prototypes()
{
    gcc -x c -std=gnu17 -c -o /dev/null -aux-info prototypes "$here/headers.h"
    awk -v types="$here/types.txt" -f "$here/parameters.awk" prototypes | sort -u >parameters
    grep -o '[A-Za-z_0-9]* (' prototypes | sed 's/ (//' | sort -u >declared
    names MODELLED PURE GUARDED GUARDED_STATE | sort -u >known
    awk -v list=1 -f "$here/program.awk" "$here/functions.txt" >rows
    awk -F'\t' '
        FILENAME == "known" { known[$0] = 1; next }
        FILENAME == "declared" { declared[$0] = 1; next }
        FILENAME ~ /types/ { if (!/^(#|$)/) type[$1] = 1; next }
        FILENAME == "rows" { row[$2] = 1; if ($1 == "same") same[$2] = $3; next }
        $1 in known && !($3 in type) { parameter[$1 "." $2] = 1 }
        END {
            n = split(without, word, /[ \n]+/)
            for (i = 1; i <= n; i++)
                exempt[word[i]] = 1
            for (p in parameter)
                if (!(p in row))
                    print "no line for " p
            for (r in row)
                if (r ~ /[.]/ && !(r in parameter))
                    print "no such parameter that needs a line: " r
            for (s in same)
                if (!(s in known) || !(same[s] in declared) || (s in declared && s != "basename"))
                    print "not another name: " s " = " same[s]
            for (k in known)
                if (!(k in declared) && !(k in same) && !(k in exempt) && !(k "." 2 in row))
                    print "not declared, and no other name: " k
        }' without="$without" known declared "$here/types.txt" rows parameters | sort >missing
    cat missing
    [[ ! -s missing ]]
}
case_ "calls: every pointer that a known function gets is in the list" compare_with_prototypes

said() # TRAIT: functions whose rows have it
{
    grep -oE "C\([A-Za-z_0-9]+[^()]*$1" "$root/src/model/call_table.h" | sed -E 's/^C\(([A-Za-z_0-9]+).*/\1/' | sort -u
}

# What a modelled function returns in a vector register, or any in two registers, is lost where its row does not say so.
compare_results()
{
    gcc -x c -std=gnu17 -c -o /dev/null -aux-info prototypes "$here/headers.h"
    sed -nE 's/^.* extern (double|float|long double|_Float[0-9]+x?) ([A-Za-z_0-9]+) \(.*/\2/p' prototypes | sort -u >floats
    sed -nE 's/^.* extern (_Complex .*|.* _Complex|[a-z]+div_t) ([A-Za-z_0-9]+) \(.*/\2/p' prototypes | sort -u >pairs
    said RETURNS_FLOAT >said_floats
    said RETURNS_PAIR >said_pairs
    names MODELLED | sort | comm -12 - floats | comm -23 - said_floats | sed 's/$/: RETURNS_FLOAT/' >missing
    names MODELLED PURE GUARDED GUARDED_STATE | sort | comm -12 - pairs | comm -23 - said_pairs | sed 's/$/: RETURNS_PAIR/' >>missing
    names PURE | grep -E '^__.*([dstx]c3|ti3|fti)$' | sort | comm -23 - said_pairs | sed 's/$/: RETURNS_PAIR/' >>missing
    cat missing
    [[ -s floats && -s pairs && -s said_floats && ! -s missing ]]
}
case_ "calls: rows say what is returned in vector registers or two registers" compare_results

# Those of the C++ library have a list of their own, by their mangled names.
compare_with_cxx()
{
    grep -o 'C([A-Za-z_0-9]*[,)]' "$root/src/model/calls_cxx.h" | sed 's/^C(//; s/.$//' | grep -v '^C$' >known
    sed -n 's/^ *PURE("\([^"]*\)".*/\1/p' "$root/src/model/calls_cxx.c" >>known
    sed '/^#/d; s/|.*//; s/^[a-z]* *//' "$here/functions_cxx.txt" | tr ' ' '\n' | sed '/^$/d; s/[.][0-9]$//' | sort -u >listed
    sort -u known | comm -3 - listed >different
    sed 's/^\t/not known: /; t; s/^/no line for /' different
    [[ -s known && ! -s different ]]
}
case_ "calls: every known function of the C++ library is in the list" compare_with_cxx

# ---- are they announced? ------------------------------------------------------------------------------------------------

awk -v list=1 -f "$here/program.awk" "$here/functions.txt" | grep -v '^\(none\|same\)' >"$cases_work/rows"
rows_in() # FIRST LAST
{
    sed -n "$1,$2p" "$cases_work/rows"
}

guarded=" $(names GUARDED GUARDED_STATE | tr '\n' ' ') "

# What is to be found: "assert NAME" and "race NAME". What guarded functions read takes no part in races, as is said at the end.
expected() # FIRST LAST
{
    local use what name function
    rows_in "$1" "$2" | while IFS=$'\t' read -r use what name; do
        function=${what%.*}
        [[ $use == look ]] || echo "assert $name"
        [[ $guarded == *" $function "* ]] || echo "race $name"
    done | sort -u
}

found() # OUTPUT
{
    sed -n 's/^ *assertion failed: a == b .* in check_\([A-Za-z_0-9]*\).*/assert \1/p' "$1"
    grep '^race: ' "$1" | grep -o 'ch[a-z]*_[A-Za-z_0-9]*' | sed 's/^[a-z]*_/race /'
}

# A program for both cases of the same rows: with an argument it takes the lock.
compile_rows() # FIRST LAST: to $program
{
    awk -v first="$1" -v last="$2" -f "$here/program.awk" "$here/functions.txt" >"$program.c"
    "$MAZURKA" cc -w -I"$here" "$program.c" -lm $gold -o "$program"
}

check_rows() # FIRST LAST [ARGUMENT]
{
    local status=0
    [[ -x $program ]] || compile_rows "$1" "$2"
    "$MAZURKA" check "$program" --memory-model=sc --all --no-trace --minimize=off --steps=1 --time=60s ${3:+-- "$3"} \
        </dev/null >output 2>errors || status=$?
    [[ $status -le 1 ]] || { cat errors; return 1; }
    expected "$1" "$2" >expected
    found output | sort -u >found
    if [[ -n ${3-} ]]; then
        grep '^race: ' output && return 1
        grep '^assert' expected | comm -23 - found >missing
    else
        comm -23 expected found >missing
    fi
    sed 's/^/not found: /' missing
    [[ ! -s missing ]]
}

count=$(wc -l <"$cases_work/rows")
for ((first = 1; first <= count; first += batch)); do
    last=$((first + batch - 1 < count ? first + batch - 1 : count))
    names="from $(rows_in $first $first | cut -f2) to $(rows_in $last $last | cut -f2)"
    program=$cases_work/rows-$first
    case_ "calls: accesses $names" check_rows $first $last
    case_ "calls: accesses $names, with a lock" check_rows $first $last locked
    rm -f "$program"*
done
end_cases
