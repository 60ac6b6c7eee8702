#!/bin/sh
# ci.sh BASE - for a pipeline: checks what a merge request has changed since it left the branch BASE. Ends with 1 if there is a bug, 2 if
# `mazurka diff` cannot be run, else with 0. Leaves mazurka-diff.json, the traces of bugs (*.mzt), and mazurka-baseline.json, which the
# pipeline may keep for its next run.
#
# GitLab:                                                      GitHub:
#     mazurka:                                                     - uses: actions/checkout@v4
#       variables: {GIT_DEPTH: 0}                                    with: {fetch-depth: 0}
#       script: sh ci.sh "$CI_MERGE_REQUEST_DIFF_BASE_SHA"         - run: sh ci.sh "origin/$GITHUB_BASE_REF"
#       cache: {paths: [mazurka-baseline.json]}
#       artifacts: {when: always, paths: [mazurka-diff.json, "*.mzt"]}
base=${1:?ci.sh needs the branch or commit that the request is to be merged into}
${MAZURKA:-mazurka} diff "$base...HEAD" --json=mazurka-diff.json --baseline=mazurka-baseline.json --pair-time=1m
status=$?
[ "$status" -eq 3 ] && status=0 # covered, or not explored to the end: what is in mazurka-diff.json says which
exit "$status"
