#!/bin/bash
# test_races.sh - data races on the command line: what is said, how it ends, what is replayed.
. "$(dirname "$0")/../lib/cases.sh"
races=$programs/races

reports()
{
    says 1 "race: write of data by thread 1 at" "$MAZURKA" check --no-trace "$races/relaxed_flag.c"
    says 1 "bug: 1 data race; otherwise verified: all 13 states" "$MAZURKA" check --reduction=none --no-trace "$races/relaxed_flag.c"
    says 1 "bug: 2 data races; otherwise verified: " "$MAZURKA" check --no-trace --quiet "$races/plain_flag.c"
}
case_ "races are listed, and the search goes on" reports

goes_on_to_a_limit()
{
    says 1 "otherwise unknown: stopped by --states=5" "$MAZURKA" check --no-trace --states=5 "$programs/ok/race/increments.c"
}
case_ "a limit ends a search that has found races" goes_on_to_a_limit

as_errors()
{
    says 1 "bug: data race: write of data by thread 1 at" "$MAZURKA" check --race=error --trace=e.mzt "$races/relaxed_flag.c"
    says 1 "replayed: data race: write of data by thread 1" "$MAZURKA" replay e.mzt
    says 1 "bug: data race: " "$MAZURKA" check --race=error --no-trace --quiet "$programs/ok/race/harmless.c"
    says 1 "2 distinct bugs; the search: all" "$MAZURKA" check --race=error --all --no-trace --quiet "$races/string_functions.c"
}
case_ "races as bugs like all others" as_errors

not_at_all() { says 0 "verified: all 11 states" "$MAZURKA" check --reduction=none --race=off --no-trace "$races/relaxed_flag.c"; }
case_ "races are not looked for" not_at_all

poised()
{
    says 0 verified "$MAZURKA" check --race-rule=poised --no-trace "$races/relaxed_flag.c"
    says 0 verified "$MAZURKA" check --race-rule=poised --no-trace "$races/atomic_and_plain.c"
    says 1 "bug: 1 data race; otherwise verified" "$MAZURKA" check --race-rule=poised --no-trace "$races/plain_flag.c"
}
case_ "two threads poised at plain accesses" poised

wrong_word() { says 2 "must be one of report|error|off" "$MAZURKA" check --race=maybe "$races/plain_flag.c"; }
case_ "a setting for races that is none" wrong_word

both_sides()
{
    "$MAZURKA" check --no-trace --quiet --json=r.json "$races/different_locks.c" || [ $? = 1 ]
    local first=findings.0.accesses.0 second=findings.0.accesses.1
    is "race write write" "$(field findings.0.kind r.json) $(field $first.access r.json) $(field $second.access r.json)"
    is "data 4" "$(field $second.object r.json) $(field $second.size r.json)"
    [[ $(field $first.holds.0 r.json) == "m since "* ]]
    [[ $(field $second.holds.0 r.json) == "n since "* ]]
    [[ $(field coverage r.json) == "verified: "* ]]
}
case_ "both accesses, with what their threads held" both_sides

after_the_bugs()
{
    says 1 "bug: assertion failed" "$MAZURKA" check --trace=b.mzt "$programs/bad/race/lost_update.c"
    says 1 "race: " "$MAZURKA" check --trace=b.mzt "$programs/bad/race/lost_update.c"
    says 1 "replayed: assertion failed" "$MAZURKA" replay b.mzt
    says 1 "replayed: data race: " "$MAZURKA" replay b-2.mzt --steps
}
case_ "races come after the bugs" after_the_bugs

memory_never_written()
{
    says 1 "this needs garbage in memory that was never written" "$MAZURKA" check --uninit --no-trace "$programs/bad/uninit/heap.c"
}
case_ "races do not keep --uninit from searching again" memory_never_written

end_cases
