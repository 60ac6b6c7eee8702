#!/bin/bash
# test_html.sh - results as pages: what stands in them, and what a browser makes of them.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace "$@"; }
cp "$root"/examples/{account.c,counter.c,counter_fixed.c,deadlock.c} "$programs/bad/cond/lost_wakeup.c" "$programs/bad/heap/plain_count.c" \
    "$cases_work"
cd "$cases_work" || exit 1
odd=$'odd <\'&\".c'
cat >"$odd" <<'C'
#include <assert.h>
#include <pthread.h>
static int x; // </script><script>alert(1)</script> <!-- <script>
static void *work(void *unused) { x = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x < 1 && "</script><img src=x>\342\200\250" != 0);
    pthread_join(t, 0);
    return 0;
}
C
printf '// \377 is no UTF-8, \342\202\254 is; U+2028: \342\200\250\n' >>"$odd"

# data PAGE JQ-FILTER: of the document in the page.
data() { sed -n 's/.*<script type="application\/json" id="data">\(.*\)<\/script>$/\1/p' "$1" | jq -r "$2"; }

one_page()
{
    check ../counter.c --race=off --html=page.html >/dev/null 2>&1 || true
    is "bug 1 assertion 19" "$(data page.html '[.verdict, (.findings | length), .findings[0].kind, .findings[0].place.line] | join(" ")')"
    is "    counter++;" "$(data page.html '.sources["../counter.c"] | .pieces[0] | .lines[8 - .line]')"
    is "false null" "$(data page.html '.sources["../counter.c"] | [.newer, .missing] | map(tostring) | join(" ")')"
    ! grep -E '@(data|style|script)@|https?://|src=|@import|url\(' page.html
    check ../counter.c --race=off --html=- 2>/dev/null >other.html || true
    cmp <(data page.html .findings[0].steps) <(data other.html .findings[0].steps)
    check ../counter_fixed.c --html=page.html >/dev/null 2>&1
    is "verified 0" "$(data page.html '[.verdict, (.findings | length)] | join(" ")')"
}
case_ "one page, with the document and the sources" one_page

odd_names()
{
    cd "$cases_work"
    check "$odd" --race=off --html="odd.html" >/dev/null 2>&1 || true
    is 2 "$(grep -c '</script>' odd.html)" # of its own two
    ! grep -q '<!--' odd.html
    is "assertion $odd" "$(data odd.html '[.findings[0].kind, .findings[0].place.file] | join(" ")')"
    is "static int x; // </script><script>alert(1)</script> <!-- <script>" "$(data odd.html '.sources[] | .pieces[0].lines[2]')"
    data odd.html '.sources[] | .pieces[0].lines[-1]' | grep -q 'is no UTF-8'
    python3 -c 'assert "\u2028" not in open("odd.html", "rb").read().decode()'
}
case_ "names and sources with anything in them" odd_names

changed_source()
{
    cp ../counter.c one.c
    "$MAZURKA" cc one.c -g -o one
    check ./one --race=off --html=page.html >/dev/null 2>&1 || true
    is false "$(data page.html '.sources["one.c"].newer')"
    touch -d '+1 minute' one.c
    check ./one --race=off --html=page.html >/dev/null 2>&1 || true
    is true "$(data page.html '.sources["one.c"].newer')"
    rm one.c
    check ./one --race=off --html=page.html >/dev/null 2>&1 || true
    is "No such file or directory" "$(data page.html '.sources["one.c"].missing')"
}
case_ "a source that was changed, and one that is gone" changed_source

long_source()
{
    { seq -f '// line %g' 5000; cat ../counter.c; printf '// '; head -c 20000 /dev/zero | tr '\0' x; echo; } >long.c
    check long.c --race=off --html=page.html >/dev/null 2>&1 || true
    is "4808 true" "$(data page.html '.sources["long.c"] | [.pieces[0].line, (.count > 5000)] | map(tostring) | join(" ")')"
    [[ $(stat -c %s page.html) -lt 200000 ]]
}
case_ "of a long source what is around the steps" long_source

long_interleaving()
{
    sed 's/^    counter++;/    for (int i = 0; i < 13000; i++) counter++;/' ../counter.c >many.c
    check many.c --race=off --minimize=off --quiet --html=page.html >/dev/null 2>&1 || true
    data page.html '.findings[0] | [(.steps | length), .left_out > 1000, .steps[-1].operation, (.steps as $s |
        [range($s | length) as $i | $s[$i] | select(.behind) | .thread as $t | .behind[] | select(. >= $i or $s[.].thread == $t)] == [])] |
        map(tostring) | join(" ")' >got
    is "20000 true read true" "$(cat got)"
}
case_ "of a long interleaving its end" long_interleaving

# Locks that are taken and given up, and which step of another thread each is ordered behind.
order()
{
    check ../account.c --race=off --json=r.json >/dev/null 2>&1 || true
    jq -e '.findings[0].steps as $s | [range($s | length) as $i | $s[$i] | select(.behind) | .thread as $t | .behind[] |
        select(. >= $i or $s[.].thread == $t)] == []' r.json
    is lock "$(jq -r '[.findings[0].steps[] | select(.operation == "lock") | .takes] | unique | join(" ")' r.json)"
    is 2 "$(jq '[.findings[0].steps as $s | $s[] | select(.operation == "lock" and .behind) | .behind[] |
        select($s[.].gives_up == "lock")] | length' r.json)"
    is 2 "$(jq '[.findings[0].steps as $s | $s[] | select(.operation == "join" and .behind) | .behind[] |
        select($s[.].operation == "thread exit")] | length' r.json)"
}
case_ "what a step is ordered behind" order

ways_to_order()
{
    check "$root/tests/cli/html/synchronizes.c" --race=off --quiet --json=r.json || true
    is "create>atomic load, unlock>lock, rwlock unlock>rdlock, spin unlock>spin lock, sem post>sem wait, atomic store>atomic load, \
barrier wait>barrier wait, barrier wait>barrier leave, thread exit>join" "$(jq -r '[.findings[0].steps as $s | $s[] | .operation as $to |
        .behind // [] | .[] | "\($s[.].operation)>\($to)"] | join(", ")' r.json)"
}
case_ "what a step is ordered behind: every way to meet" ways_to_order

races_stay_races()
{
    for name in cancelled_wait broken_release_sequence after_the_barrier different_locks failed_exchange acquire_without_release; do
        check "$programs/races/$name.c" --minimize=off --quiet --json=$name.json || true
    done
    [[ $(python3 "$root/tests/cli/html/unordered.py" ./*.json) -ge 4 ]]
}
case_ "what a step is ordered behind: not the accesses of a race" races_stay_races

replayed()
{
    cp ../counter.c .
    "$MAZURKA" check counter.c --race=off >/dev/null 2>&1 || true
    says 1 "replayed: assertion failed" "$MAZURKA" replay counter.mzt --html=page.html
    is "mazurka-replay bug assertion counter.mzt 19" \
        "$(data page.html '[.schema, .verdict, .findings[0].kind, .findings[0].trace_file, .findings[0].place.line] | join(" ")')"
    is "    counter++;" "$(data page.html '.sources["counter.c"] | .pieces[0] | .lines[8 - .line]')"
    says 2 "standard output is the program's" "$MAZURKA" replay counter.mzt --html=-
    says 2 "this is a directory" "$MAZURKA" replay counter.mzt --html=.
}
case_ "replay --html" replayed

wrong()
{
    says 2 "one of them only can be written to standard output" check ../counter.c --json=- --html=-
    says 2 "No such file or directory" check ../counter.c --html=none/page.html
    says 2 "this is a directory" check ../counter.c --html=.
    says 2 "No space left" check ../counter.c --html=/dev/full
}
case_ "what cannot be written" wrong

# --- in a browser -----------------------------------------------------------------------------------------------------------
pages()
{
    cd "$cases_work"
    check account.c --race=off --html=account.html
    check deadlock.c --race=off --html=deadlock.html
    check counter.c --race=error --html=race.html
    check lost_wakeup.c --html=lost.html
    check plain_count.c --race=off --html=freed.html
    check counter.c --all --html=all.html
    check counter_fixed.c --html=fixed.html
    sed 's/^    counter++;/    for (int i = 0; i < 1700; i++) counter++;/' counter.c >many.c
    check many.c --race=off --minimize=off --quiet --html=many.html
    check "$root/tests/cli/causes/one_look.cpp" --seed=1 --quiet --html=names.html
    ls names.html account.html deadlock.html race.html lost.html freed.html all.html fixed.html odd.html many.html
} >"$cases_work/pages" 2>&1
for browser in chromium chromium-browser google-chrome; do
    command -v $browser >/dev/null && break
done
if ! command -v $browser >/dev/null; then
    echo "skip in a browser: there is no chromium"
elif pages; then
    python3 "$root/tests/cli/html/in_browser.py" "$root/tests/lib" $browser "$cases_work" || cases_failed=1
else
    sed 's/^/    /' "$cases_work/pages"
    echo "FAIL pages for a browser"
    cases_failed=1
fi
# A wait that has timed out takes its mutex once, and a step later.
takes_after_time()
{
    cat >timed.c <<'C'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;
static void *waits(void *p)
{
    struct timespec until = {1, 0};
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &until);
    x++;
    pthread_mutex_unlock(&m);
    assert(result != ETIMEDOUT || x != 2);
    return p;
}
static void *adds(void *p)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, waits, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    return 0;
}
C
    check timed.c --race=off --json=timed.json >/dev/null 2>&1 || true
    is "timedwait unlock, lock wake up" "$(jq -r '.findings[0].steps | map(select(.thread == 1)) |
        [([.[] | select(.gives_up == "m") | .operation] | join(" ")), ([.[] | select(.takes == "m") | .operation] | join(" "))] |
        join(", ")' timed.json)"
}
case_ "locks after waits that have timed out" takes_after_time

end_cases
