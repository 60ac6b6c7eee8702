#!/bin/bash
# test_transcribed.sh - ends and deadlocks of random programs, with reductions, beside a transcription of O-DPOR from the paper's text.
. "$(dirname "$0")/../lib/cases.sh"

compare()
{
    says 0 "120 programs, 0 wrong, deadlocks in some: True" python3 "$root/tests/cli/transcribed/source_sets.py" "$MAZURKA" 120 6
}
case_ "O-DPOR, and the reductions beside it" compare
end_cases
