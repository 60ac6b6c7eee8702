# cases.sh - for scripts in tests/cli: named cases, each in a directory of its own.
#
#     . "$(dirname "$0")/../lib/cases.sh"
#     finds_it() { says 1 "assertion failed" "$MAZURKA" check "$programs/bad/race/lost_update.c"; }
#     case_ "finds the bug" finds_it
#     end_cases
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$root/build}
[[ $BUILD == /* ]] || BUILD=$root/$BUILD
MAZURKA=${MAZURKA:-$BUILD/bin/mazurka}
programs=$root/tests/programs
export NO_COLOR=1 LC_ALL=C
unset MAZURKA_CC MAZURKA_OPT MAZURKA_OPTIONS
if ! [[ -x $MAZURKA ]]; then
    echo "FAIL $0: there is no $MAZURKA"
    exit 1
fi
cases_work=$(mktemp -d)
trap 'rm -rf "$cases_work"' EXIT
cases_failed=0

# case_ NAME FUNCTION [ARGUMENTS]: runs in an empty directory with `set -e`; what it prints is shown when it fails. CASE_TIMES: a file for
# its seconds on the clock and of processors, those of programs and of the system.
case_()
{
    local name=$1 directory status TIMEFORMAT="%3R %3U %3S ${0##*/}: $1"
    shift
    directory=$(mktemp -d "$cases_work/XXXXXX")
    { time { (cd "$directory" && set -e && "$@") >"$cases_work/output" 2>&1; }; } 2>>"${CASE_TIMES:-/dev/null}"
    status=$?
    if [[ $status -eq 0 ]]; then
        echo "ok $name"
    else
        sed 's/^/    /' "$cases_work/output" | tail -n 30
        echo "FAIL $name"
        cases_failed=1
    fi
}

# says STATUS TEXT COMMAND...: the command ends with that status and says that text.
says()
{
    local expected=$1 text=$2 output status=0
    shift 2
    output=$("$@" 2>&1) || status=$?
    printf '%s\n' "$output"
    [[ $status -eq $expected ]] || { echo "status $status, expected $expected"; return 1; }
    [[ $output == *"$text"* ]] || { echo "does not say: $text"; return 1; }
}

# built PROGRAM COMPILER LEVEL ARGUMENTS...: what `mazurka check --cc=COMPILER LEVEL ARGUMENTS` would check. To load clang takes longest: it
# compiles, and gcc links; by gold, which takes half the time of the usual linker, but for gcc -O0, which is linked as users do it.
type -P ld.gold >/dev/null && gold=-fuse-ld=gold || gold=
built()
{
    local program=$1 compiler=$2 level=${3#-O}
    shift 3
    if [[ $compiler == clang ]]; then
        local argument compilation=() link=()
        for argument; do
            case $argument in
            -[lL]* | -Wl,* | -no-pie | -fuse-ld=*) link+=("$argument") ;;
            *) compilation+=("$argument") ;;
            esac
        done
        "$MAZURKA" cc --cc=clang --opt="$level" -c "${compilation[@]}" -o "$program.o" -pthread &&
            "$MAZURKA" cc --cc=gcc $gold "$program.o" "${link[@]}" -o "$program" -pthread
    else
        [[ $level == 0 ]] && set -- "$@" || set -- "$@" $gold
        "$MAZURKA" cc --cc="$compiler" --opt="$level" "$@" -o "$program" -pthread
    fi
}

# checked COMPILER ARGUMENTS...: what `mazurka check --cc=COMPILER ARGUMENTS` does, where what is compiled by clang is made by `built`.
checked()
{
    local argument search=() compilation=()
    if [[ $1 != clang ]]; then
        "$MAZURKA" check --cc="$1" "${@:2}"
        return
    fi
    for argument in "${@:2}"; do
        [[ $argument == --* || $argument == -j* ]] && search+=("$argument") || compilation+=("$argument")
    done
    built ./checked clang -O0 "${compilation[@]}" || return
    "$MAZURKA" check "${search[@]}" ./checked
}

# field PATH FILE: a value in a JSON file.
field()
{
    fields "$2" "$1"
    [[ ! -v got_field[$1] ]] || printf '%s\n' "${got_field[$1]}"
}

# fields FILE PATH...: several at once, by their paths in the array got_field.
fields()
{
    local path paths line
    printf -v paths '|%s' "${@:2}"
    paths=${paths//./[.]}
    declare -gA got_field=()
    while IFS= read -r line; do
        path=${line%%$'\t'*}
        [[ -v got_field[$path] ]] || got_field[$path]=${line#*$'\t'}
    done < <(awk -f "$root/tests/lib/flatten.awk" -v only="^(${paths#|})\$" "$1")
}

# is WANTED GOT
is()
{
    [[ $1 == "$2" ]] || { echo "expected: $1"; echo "got:      $2"; return 1; }
}

end_cases() { exit $cases_failed; }
