#!/bin/bash
# The source tree keeps its own rules.
cd "$(dirname "$0")/../.." || exit 2
status=0
for rule in layers format; do
    if output=$(scripts/check_$rule.sh 2>&1); then
        echo "ok $rule"
    else
        echo "FAIL $rule"
        echo "$output" | sed 's/^/    /'
        status=1
    fi
done
exit $status
