#!/bin/bash
# test_simulation.sh - bench/scale_simulation.sh (bench/results/scale.md): a simulated worker explores what one process does, several find
# the same bugs, and the numbers are the same every time.
. "$(dirname "$0")/../lib/cases.sh"
export BUILD
simulate() { "$root/bench/scale_simulation.sh" "$@" fine; }

one()
{
    local simulated real
    simulated=$(simulate --workers=1 --machines=1 --delays=0 | awk -F ' *[|] *' '/fine/ { print $3, $5 }')
    real=$(simulate --processes=1 | awk -F ' *[|] *' '{ print $3 }')
    is "$real 1.0 (1.00)" "$simulated"
}
case_ "one worker does what one process does" one

several() { is "2.9 (1.31) 3.8 (1.94)" "$(simulate --machines=1,2 --delays=50 | awk -F ' *[|] *' '/fine/ { print $5, $6 }')"; }
case_ "several are as the page says" several

bad_input()
{
    says 2 "1 to 64 machines" simulate --machines=65
    says 2 "1 to 64 machines" simulate --workers=0
    says 2 "list of numbers" simulate --delays=soon
}
case_ "bad input" bad_input
end_cases
