#!/bin/bash
# Is the table of functions in docs/use/functions.md what src/model/call_table.h says?
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
failed=0

result() # NAME STATUS [DETAILS]
{
    if [[ $2 -eq 0 ]]; then
        echo "ok documents: $1"
        return
    fi
    echo "FAIL documents: $1"
    [[ -n ${3:-} ]] && sed 's/^/    /' <<<"$3"
    failed=1
}

difference=$(scripts/supported.sh --check 2>&1)
result "docs/use/functions.md is up to date (if not: scripts/supported.sh)" $? "$difference"

functions() # CLASS
{
    awk -v start="#define CALLS_$1(C)" 'index($0, start) == 1 { on = 1; next } on; on && !/\\$/ { exit }' src/model/call_table.h |
        grep -o 'C([A-Za-z_0-9]*[,)]' | sed 's/^C(//; s/.$//'
}

# Every function that has a class is in the table once.
for function in $(for class in MODELLED PURE SETUP PROCESSES REFUSED GUARDED GUARDED_STATE; do functions $class; done); do
    grep -qF "\`$function\`" docs/use/functions.md || missing+=" $function"
done
[[ -z ${missing-} ]]
result "no function is missing" $? "missing:${missing-}"

# Every function is used by some program of the tests, and those that are modelled also fail there: in a program that is expected to
# fail, or in one that says so in a line "// errors: ...". Those that are refused are called by test_refused.sh.
exempt=$(grep -v '^#' tests/lib/untested.txt | tr ' ' '\n')
used=$({ find tests/programs tests/cli/{foreign,libraries} -name '*.c' -print0 -o -name '*.cpp' -print0 |
    xargs -0 grep -ohE '[A-Za-z_][A-Za-z_0-9]*'
    echo "$exempt"; } | LC_ALL=C sort -u)
failing=$({ find tests/programs/bad tests/programs/sv-comp -name '*.c' -print0 | xargs -0 grep -ohE '[A-Za-z_][A-Za-z_0-9]*'
    find tests/programs -name '*.c' -print0 | xargs -0 sed -n 's|^// errors: ||p' | tr ' ' '\n'; echo "$exempt"; } | LC_ALL=C sort -u)
for class in MODELLED PURE GUARDED GUARDED_STATE; do
    untested=$(LC_ALL=C comm -23 <(functions $class | LC_ALL=C sort) <(echo "$used") | paste -sd' ')
    [[ -z $untested ]]
    result "every function is used by a test: ${class,,}" $? "$untested"
done
untested=$(LC_ALL=C comm -23 <(functions MODELLED | LC_ALL=C sort) <(echo "$failing") | paste -sd' ')
[[ -z $untested ]]
result "every modelled function fails in a test, or gets the least that it can" $? "$untested"

# Every modelled function is exact, or has a premise of model/premise_table.h, which the pages and the tests know; without one of them
# nothing compiles. test_premises.sh calls each that has a premise.
table=src/model/premise_table.h
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r src/model "$copy"
compiles() { cc -std=gnu17 -fsyntax-only -I"$copy" "$copy/model/calls.c" 2>"$copy/said"; } # `model` as it is there
compiles
result "the lists compile" $? "$(cat "$copy/said")"
for wrong in 'call_table.h malloc, FRESH' 'call_table.h memcpy, EXACT' 'calls_cxx.h _Znwm, FRESH'; do
    for class in '' ', NONE'; do
        read -r header row <<<"$wrong"
        sed "s/C($row\([,)]\)/C(${row%,*}$class\1/" src/model/$header >"$copy/model/$header"
        ! cmp -s src/model/$header "$copy/model/$header" && ! compiles
        result "a modelled function without a class is an error: C(${row%,*}$class)" $?
        cp src/model/$header "$copy/model/$header"
    done
done
while read -r name phrase; do
    grep -qF "$phrase" docs/use/exit-codes.md || lost+=" $name (docs/use/exit-codes.md)"
    grep -qF "$phrase" tests/cli/test_premises.sh || lost+=" $name (tests/cli/test_premises.sh)"
    rows+=" $name"
done < <(sed -n 's/^ *P(\([A-Z_]*\), *"\(.*[A-Za-z)]\),*").*/\1 \2/p' $table)
[[ -n ${rows-} && -z ${lost-} ]]
result "every premise is explained and tested" $? "${lost-}"
exit $failed
