#!/bin/bash
# test_mutants.sh - does every mutant of mutants.txt still fit the sources, so that the study of docs/design/testing.md can be made again?
cd "$(dirname "$0")/../.." || exit 2
if said=$(python3 scripts/mutants.py --check 2>&1); then
    echo "ok mutants: $said"
else
    echo "FAIL mutants: $said"
    exit 1
fi
