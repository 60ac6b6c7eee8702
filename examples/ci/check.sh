#!/bin/sh
# check.sh PROGRAM... - for a pipeline: every case of these programs of tests in all interleavings. Built with mazurka-cc or mazurka-c++.
# Ends with 1 if a case has a bug that the baseline does not have, 2 if it cannot be checked, else with 0: a case that is undecided is
# told only (STRICT=1: 3). Leaves mazurka/NAME.json, .xml and .sarif of each program, and the traces of bugs (*.mzt).
#
# BUDGET=30s      time for each case
# BASELINE=FOLDER what was known before: NAME.json of an earlier run, which the pipeline of the main branch keeps
# SINCE=COMMIT    what has changed since goes first, programs made of nothing that has are not checked (not where baselines are made)
# CACHE=FOLDER    results of earlier runs, which the pipeline keeps: what is unchanged costs nothing
# OPTIONS=…       further options of `mazurka test`
mkdir -p mazurka
worst=0
for program; do
    name=$(basename "$program")
    known=
    [ -f "${BASELINE:-}/$name.json" ] && known=--baseline=$BASELINE/$name.json
    ${MAZURKA:-mazurka} test "$program" --all --budget="${BUDGET:-30s}" ${known:+"$known"} ${SINCE:+"--since=$SINCE"} \
        ${CACHE:+"--cache=$CACHE"} ${OPTIONS:-} \
        --json="mazurka/$name.json" --junit="mazurka/$name.xml" --sarif="mazurka/$name.sarif"
    case $? in
        0) ;;
        1) worst=1 ;;
        3) [ "$worst" -ne 0 ] || worst=3 ;;
        *) [ "$worst" -eq 1 ] || worst=2 ;;
    esac
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || jq -r '"### " + .program, "", "| case | verdict | |", "| --- | --- | --- |",
        (.cases[] | "| \(.name) | \(if .known and .exit_code == 1 then "known bug" else .verdict end) | \(.reason | gsub("[|\n]"; " ")) |"), ""' \
        "mazurka/$name.json" >>"$GITHUB_STEP_SUMMARY"
done
[ "$worst" -eq 3 ] && [ -z "${STRICT:-}" ] && worst=0
exit "$worst"
