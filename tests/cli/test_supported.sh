#!/bin/bash
# Is the table of functions in docs/results/functions.md what src/model/calls.h says?
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
result "docs/results/functions.md is up to date (if not: scripts/supported.sh)" $? "$difference"

# Every function of the header is in the table once.
for function in $(grep -o 'C([a-zA-Z_0-9]*)' src/model/calls.h | sed 's/^C(//; s/)$//' | grep -vx C | LC_ALL=C sort -u); do
    grep -qF "\`$function\`" docs/results/functions.md || missing+=" $function"
done
[[ -z ${missing-} ]]
result "no function is missing" $? "missing:${missing-}"

# Every function is used by some program of the tests, and those that are modelled also fail there: in a program that is expected to
# fail, or in one that says so in a line "// errors: ...". Those that are refused are called by test_refused.sh.
functions() # CLASS
{
    awk -v start="#define CALLS_$1(C)" 'index($0, start) == 1 { on = 1; next } on; on && !/\\$/ { exit }' src/model/calls.h |
        grep -o 'C([A-Za-z_0-9]*)' | sed 's/^C(//; s/)$//'
}
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

# Every modelled function is exact, or meets a premise of model/premise_table.h, which the pages and the tests know; all others are refused,
# or left to libc.
table=src/model/premise_table.h
premised=$(grep -oE 'C\([a-z_0-9]+, [A-Z]+\)' $table)
unknown=$(comm -23 <(sed 's/C(//; s/,.*//' <<<"$premised" | LC_ALL=C sort) <(functions MODELLED | LC_ALL=C sort) | paste -sd' ')
[[ -z $unknown ]]
result "functions with a premise are modelled" $? "$unknown"
sed 's/C(//; s/,.*//' <<<"$premised" | LC_ALL=C sort -c 2>/dev/null
result "functions with a premise are sorted" $?
while read -r name phrase; do
    grep -qF "$phrase" docs/use/exit-codes.md || lost+=" $name (docs/use/exit-codes.md)"
    grep -qF "$phrase" tests/cli/test_premises.sh || lost+=" $name (tests/cli/test_premises.sh)"
    rows+=" $name"
done < <(sed -n 's/^ *P(\([A-Z]*\), *"\(.*[A-Za-z)]\),*").*/\1 \2/p' $table)
[[ -n ${rows-} && -z ${lost-} ]]
result "every premise is explained and tested" $? "${lost-}"
for name in $(sed 's/.*, //; s/)//' <<<"$premised" | sort -u); do
    [[ " ${rows-} " == *" $name "* ]] || nowhere+=" $name"
done
[[ -z ${nowhere-} ]]
result "every function's premise is in the table" $? "${nowhere-}"
exit $failed
