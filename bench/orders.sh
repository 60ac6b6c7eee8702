#!/bin/bash
# orders.sh - memory orders: what the structures of bench/weak need, found by `mazurka orders` from orders that are seq_cst throughout.
# Writes the page bench/results/orders.md to standard output.
#
#     bench/orders.sh [PATTERN] >bench/results/orders.md       only structures whose name contains PATTERN
#
# Environment: as for common.sh; TIME limit for the trials of one structure (default 60s).
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-60s}
pattern=${1:-}

# "line operation TAB written TAB weakest" of each place, in $work/NAME.
found() # NAME STRUCTURE ROUNDS [OPTION]
{
    "$MAZURKA" orders --format=json --quiet --time="$TIME" -w -DROUNDS="$3" ${4:-} "bench/weak/$2.c" >"$work/result.json" 2>"$work/err"
    [ -s "$work/result.json" ] || { cat "$work/err" >&2; exit 2; }
    awk -f tests/lib/flatten.awk "$work/result.json" >"$work/result"
    awk -F'\t' '
        split($1, path, ".") == 3 && path[1] == "places" { at[path[2], path[3]] = $2; count = path[2] + 1 }
        END {
            for (i = 0; i < count; i++)
                printf "%d %s\t%s\t%s\n", at[i, "line"], at[i, "operation"], at[i, "written"], at[i, "weakest"]
        }' "$work/result" >"$work/$1"
}

# What the source has that is another order than the one that was found: "24 fence: acquire, none".
compared()
{
    awk -F'\t' '
        { sub(/\[[0-9]+\]/, "[]", $1) }
        FNR == NR { source[$1] = $2; next }
        $1 in source && source[$1] != $3 { text = text (text ? "; " : "") $1 ": `" source[$1] "`, `" $3 "`" }
        END { print text ? text : "the same" }' "$work/source" "$work/over"
}

row() # STRUCTURE
{
    local rounds began seconds
    for rounds in 2 1; do
        began=$(date +%s.%N)
        found over "$1" $rounds -DOVER_ORDERED
        seconds=$(awk -v began="$began" -v now="$(date +%s.%N)" 'BEGIN { printf "%.1f", now - began }')
        [ "$(value confirmed)" = true ] && break
    done
    echo -n "| $1 | 2 × $rounds | $(wc -l <"$work/over") | $(value searches) | $seconds | $(value result.verdict) |"
    found source "$1" 1
    echo " $(compared) |"
}

cat <<'END'
# Memory orders that structures need

Which orders do lock-free structures and locks need, and does a search find what their authors wrote? `bench/orders.sh`
makes this page: each program of `bench/weak` is compiled with `seq_cst` at all places (but for the one that `-DBROKEN`
relaxes), and `mazurka orders` finds how weak they may be, with two threads and as many rounds. The last column has
what the source says otherwise: the line, what it has, and what was found.
Where some places have to be `seq_cst` and others not, only what is proven is proposed
([how](../../docs/use/orders.md)).

| structure | threads × rounds | places | trials | s | verdict | the source has, and what was found |
| --- | ---: | ---: | ---: | ---: | --- | --- |
END
for source in bench/weak/*"$pattern"*.c; do
    row "$(basename "$source" .c)"
done
cat <<'END'

Differences are of four kinds. Where a fence and weaker accesses do what stronger accesses do, too, there are several answers of which
none can be weakened (`seqlock`, `chase_lev`: accesses that release or acquire, and no fence for that). Where loads became relaxed
first, stores behind them are `release` for load buffering, also where the source has dependencies (`mcs`, `hazard`). What only
more threads or rounds would need is weaker than it may be (`mpmc_ring`). And some are stronger than they need to be.
END
