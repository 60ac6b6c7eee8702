# common.sh - what the benches share; sourced by them, from the project's folder. A program is checked and its result read.
#
# Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), CC, the compiler (default gcc).
BUILD=$(realpath -m "${BUILD:-build}")
MAZURKA=${MAZURKA:-$BUILD/bin/mazurka}
CC=${CC:-gcc}
export LC_ALL=C MAZURKA_CC=$CC
[ -x "$MAZURKA" ] || { echo "$MAZURKA is not there: run make first" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() # SOURCE|PROGRAM OPTIONS...: the result, flattened, in $work/result
{
    local program=$1
    shift
    rm -f "$work/result.json"
    "$MAZURKA" check --search=dfs --no-trace --quiet --time="$TIME" --json="$work/result.json" "$@" "$program" >"$work/out" 2>"$work/err"
    [ -f "$work/result.json" ] || { echo "$program: $(tail -n 1 "$work/err")" >&2; return 1; }
    awk -f tests/lib/flatten.awk "$work/result.json" >"$work/result"
}

value() { awk -F'\t' -v path="$1" '$1 == path { print $2; exit }' "$work/result"; }
