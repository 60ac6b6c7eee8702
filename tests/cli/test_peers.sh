#!/bin/bash
# test_peers.sh - make peers: whatever is installed is run and its output read, the rest is named. The other checkers are stand-ins here,
# which print what the real ones do.
. "$(dirname "$0")/../lib/cases.sh"

peer() # NAME LINE...: prints the lines
{
    mkdir -p bin
    { echo '#!/bin/sh'; printf 'echo "%s"\n' "${@:2}"; } >"bin/$1"
    chmod +x "bin/$1"
}

# Nothing but this is found by its name.
peers() # PATTERN: with those of bin alone
{
    local tool
    mkdir -p bin
    for tool in bash env awk sed grep cat tr cut head tail date uname nproc mktemp rm mkdir realpath basename dirname timeout gcc as ld \
        ps; do
        ln -sf "$(type -P $tool)" "bin/$tool"
    done
    PATH=$PWD/bin MOST=2 TIME=20 OUT=out "$root/bench/peers.sh" "$1" >table 2>&1
}

row() { awk -F, -v tool="$1" '$3 == tool { print $4, $5, $9 }' out/peers.csv; }

reads_them()
{
    peer genmc "*** Verification complete. No errors were detected." "Number of complete executions explored: 6" \
        "Total wall-clock time: 0.01s"
    peer nidhuggc "Trace count: 8 (also 2 sleepset blocked)" "No errors were detected."
    peer cbmc "1204 variables, 3456 clauses" "VERIFICATION FAILED"
    peers Peterson
    [ "$(row mazurka-j1)" = "94 states verified" ]
    [ "$(row mazurka-j2)" = "94 states verified" ]
    [ "$(row genmc)" = "6 executions verified" ]
    [ "$(row nidhugg)" = "8 executions verified" ]
    [ "$(row cbmc)" = "3456 clauses error found" ]
    grep -q '^spin: not installed$' table
    grep -q '^| Peterson | 2 | 94 · .* | 6 · .* | 8 · .* | error found' out/performance.md
    grep -q '^- spin: not installed$' out/performance.md
    grep -q '<polyline' out/performance.svg
}
case_ "reads what they print" reads_them

nothing_installed()
{
    peers Treiber
    grep -q '^genmc: not installed$' table
    grep -q '^Treiber stack  *2  mazurka-j1 .* verified$' table
}
case_ "without any" nothing_installed

says_nonsense()
{
    peer genmc "genmc: unknown option"
    peers Peterson
    [ "$(row genmc)" = " executions failed: genmc: unknown option" ]
}
case_ "one that fails" says_nonsense

end_cases
